/** A folder of built files, served from memory: known by name, so that no path can leave it; compressed once per file and coding. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
}
const worthwhile = /^(?:text\/|application\/(?:json|wasm)|image\/svg|font\/ttf)/
const smallest = 1024

type Coding = 'br' | 'gzip' | 'identity'

export interface Built {
  name: string
  type: string
  tag: string
  /** The name holds a hash of the content: it never changes. */
  immutable: boolean
  bytes(coding: Coding): Promise<Buffer>
  /** The best coding the caller takes for this file. */
  coding(accepted: string | undefined): Coding
}

/** `br;q=0` is a refusal; anything else that names a coding accepts it. */
export function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...params] = part.trim().toLowerCase().split(';')
    return name?.trim() === coding && !params.some((p) => /^\s*q=0(?:\.0*)?\s*$/.test(p))
  })
}

async function built(root: string, name: string): Promise<Built> {
  const raw = await readFile(path.join(root, name))
  const type = types[path.extname(name).toLowerCase()] ?? 'application/octet-stream'
  const small = raw.length < smallest || !worthwhile.test(type)
  const packed = new Map<Coding, Promise<Buffer>>()
  const pack = (coding: Coding): Promise<Buffer> =>
    coding === 'br'
      ? brotli(raw, {
          params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
        })
      : coding === 'gzip'
        ? gzip(raw, { level: 9 })
        : Promise.resolve(raw)
  return {
    name,
    type,
    tag: `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`,
    immutable: /(?:^|\/)assets\/.*-[\w-]{6,}\.\w+$/.test(name),
    bytes(coding) {
      let done = packed.get(coding)
      if (!done) packed.set(coding, (done = pack(coding)))
      return done
    },
    coding(accepted = '') {
      if (small) return 'identity'
      return accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : 'identity'
    },
  }
}

/** Every file below the folder by its name with forward slashes; none when the folder is not there. */
export async function builtFiles(root: string): Promise<Map<string, Built>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    // what the build leaves for the server is not for browsers
    .filter((name) => name !== 'csp.json' && !name.startsWith('.vite/'))
  return new Map(await Promise.all(names.map(async (name) => [name, await built(root, name)] as const)))
}
