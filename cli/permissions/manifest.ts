/** What a build's manifest says beside its permission tree, and where that is not this version's or not what lies beside it. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { PermissionTree } from '#src/contract/system/permissionTree.ts'
import { ownVersion } from '../project.ts'

export interface ManifestFinding {
  code: 'manifest_unreadable' | 'manifest_version' | 'manifest_base' | 'manifest_screens' | 'manifest_files'
  /** Field or file. */
  at: string
  detail: string
}

const Screen = z.object({ name: z.string(), path: z.string(), layout: z.string(), built: z.boolean() })
const File = z.object({ file: z.string(), bytes: z.number(), gzip: z.number(), sha256: z.string() })
const Manifest = z.object({
  version: z.string(),
  base: z.string(),
  screens: z.array(Screen),
  files: z.array(File),
  total: z.object({ bytes: z.number(), gzip: z.number() }),
})

function* filesBelow(dir: string, below = ''): Generator<string> {
  for (const e of readdirSync(path.join(dir, below), { withFileTypes: true })) {
    const at = path.join(below, e.name)
    if (e.isDirectory()) yield* filesBelow(dir, at)
    else yield at.split(path.sep).join('/')
  }
}

/** Of a build: the browser's files, with what they weigh. */
const filesOf = (client: string): z.output<typeof File>[] =>
  [...filesBelow(client)].toSorted().map((file) => {
    const bytes = readFileSync(path.join(client, file))
    return {
      file,
      bytes: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
  })

const totalOf = (files: readonly z.output<typeof File>[]) => ({
  bytes: files.reduce((n, f) => n + f.bytes, 0),
  gzip: files.reduce((n, f) => n + f.gzip, 0),
})
const screensOf = (tree: PermissionTree) =>
  tree.screens.map(({ name, path: at, layout, built }) => ({ name, path: at, layout, built }))

/** @param client folder of the browser's files */
export function buildManifestOf(client: string, permissions: PermissionTree) {
  const files = filesOf(client)
  return {
    version: ownVersion(),
    base: '/page/mg/',
    screens: screensOf(permissions),
    permissions,
    files,
    total: totalOf(files),
  }
}

/**
 * @param own the contract's tree
 * @param folder where the manifest lies; the build's files are looked at where they are beside it
 */
export function validateManifest(raw: object, own: PermissionTree, folder: string): ManifestFinding[] {
  const out: ManifestFinding[] = []
  const say = (code: ManifestFinding['code'], at: string, detail: string) => out.push({ code, at, detail })
  const read = Manifest.safeParse(raw)
  if (!read.success) {
    for (const i of read.error.issues.slice(0, 3)) say('manifest_unreadable', i.path.join('.') || 'top', i.message)
    return out
  }
  const { version, base, screens, files, total } = read.data
  if (version !== ownVersion()) say('manifest_version', 'version', `it is ${version}, and this tool is ${ownVersion()}`)
  if (base !== '/page/mg/') say('manifest_base', 'base', `it is ${base} instead of /page/mg/`)
  const said = new Map(screens.map((s) => [s.name, s]))
  if (said.size < screens.length) say('manifest_screens', 'screens', 'one of them is listed twice')
  for (const s of screensOf(own)) {
    const there = said.get(s.name)
    said.delete(s.name)
    if (!there) say('manifest_screens', s.name, 'it is not listed')
    for (const field of ['path', 'layout', 'built'] as const)
      if (there && there[field] !== s[field])
        say('manifest_screens', s.name, `${field} is ${there[field]} instead of ${s[field]}`)
  }
  for (const name of said.keys()) say('manifest_screens', name, 'it is not a screen of this version')
  const sum = totalOf(files)
  if (!files.length) say('manifest_files', 'files', 'it lists none')
  else if (sum.bytes !== total.bytes || sum.gzip !== total.gzip)
    say('manifest_files', 'total', `it is ${total.bytes} bytes, and the files listed are ${sum.bytes}`)
  if (!existsSync(path.join(folder, 'client'))) return out
  const listed = new Map(files.map((f) => [f.file, f.sha256]))
  for (const { file, sha256 } of filesOf(path.join(folder, 'client'))) {
    if (!listed.has(file)) say('manifest_files', file, 'it is in the build and not listed')
    else if (listed.get(file) !== sha256) say('manifest_files', file, 'it is another file than the one listed')
    listed.delete(file)
  }
  for (const file of listed.keys()) say('manifest_files', file, 'it is listed and not in the build')
  return out
}
