/** Small files of the demonstration's services and containers: a tar or a zip without compression, with what it needs to be started. */
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { folderStore, imageFile } from '../world/image/store.ts'

export interface Package {
  /** Service or image it belongs to. */
  id: string
  bytes: Buffer
  /** Of an image: ids of its snapshots. */
  snapshots?: readonly string[]
}
type Files = readonly (readonly [name: string, content: string | Buffer])[]

function tar(files: Files): Buffer {
  const parts = files.flatMap(([name, content]) => {
    const body = Buffer.from(content)
    const h = Buffer.alloc(512)
    h.write(name, 0, 100)
    h.write('0000644\0', 100)
    h.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
    h.write(' '.repeat(8), 148)
    h.write('0', 156)
    h.write('ustar\x0000', 257)
    const sum = h.reduce((n, b) => n + b, 0)
    h.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [h, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

function zip(files: Files): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, content] of files) {
    const [title, body] = [Buffer.from(name), Buffer.from(content)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    // the first day the format knows: 1 January 1980
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(crc32(body) >>> 0, 10)
    facts.writeUInt32LE(body.length, 14)
    facts.writeUInt32LE(body.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const before = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, title, body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, title]))
    local.push(before)
    at += before.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...local, list, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const factsOf = (file_name: string, bytes: Buffer) => ({
  file_name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** A container of one layer, as `docker save` writes it. */
export function containerOf(name: string, files: Files) {
  const layer = tar(files)
  const diff = `sha256:${createHash('sha256').update(layer).digest('hex')}`
  const config = { architecture: 'amd64', os: 'linux', rootfs: { type: 'layers', diff_ids: [diff] } }
  const manifest = [{ Config: 'config.json', RepoTags: [`${name}:latest`], Layers: ['layer.tar'] }]
  const bytes = tar([
    ['config.json', JSON.stringify(config)],
    ['layer.tar', layer],
    ['manifest.json', JSON.stringify(manifest)],
  ])
  return { bytes, facts: factsOf(`${name}.tar`, bytes) }
}

export function demoPackageOf(s: {
  platform: 'windows' | 'docker'
  key: string
  release: string
  port?: number | null
}) {
  const port = s.port ? `\n    ports: ["${s.port}:${s.port}"]` : ''
  const bytes =
    s.platform === 'docker'
      ? tar([
          ['compose.yaml', `services:\n  ${s.key}:\n    image: range/${s.key}:${s.release}${port}\n`],
          ['README', `${s.key} ${s.release}\n`],
        ])
      : zip([
          [
            'install.ps1',
            `# ${s.key} ${s.release}\r\nNew-Service -Name '${s.key}' -BinaryPathName "$PSScriptRoot\\${s.key}.exe"\r\n`,
          ],
          ['README.txt', `${s.key} ${s.release}\r\n`],
        ])
  return {
    bytes,
    facts: factsOf(`${s.key}-${s.release}.${s.platform === 'docker' ? 'tar' : 'zip'}`, bytes),
  }
}

/** Puts the packages into the image store. */
export async function storePackages(files: string, packages: readonly Package[]): Promise<void> {
  const store = folderStore(files)
  for (const { id, bytes, snapshots = [] } of packages) {
    const file = imageFile(files, id)
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.writeFile(file, bytes)
    for (const snapshot of snapshots) await store.snapshot(id, snapshot)
  }
}
