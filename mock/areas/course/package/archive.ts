/** The archive of a package: what it holds is judged by the gate for archives before one byte of it is used. */
import type { Readable } from 'node:stream'
import { limits } from '#src/contract/limits.ts'
import { packageLimits } from '#src/contract/course/package.ts'
import type { ScormManifest } from '#src/contract/course/package.schema.ts'
import { Unreadable } from '#mock/import/formats/found.ts'
import { decodedXml, xmlOf } from '#mock/import/formats/read/xmlTree.ts'
import type { ZipLimits } from '#mock/import/zip/limits.ts'
import { openZip, type Zip } from '#mock/import/zip/open.ts'
import { manifestOf, otherPackage, PackageRefusal } from './manifest.ts'

const MiB = 1024 * 1024
const packageZip: ZipLimits = {
  file: limits.upload,
  entries: 5000,
  total: 1024 * MiB,
  entry: 512 * MiB,
  ratio: 100,
  ratioFrom: { entry: 256 * 1024, total: 8 * MiB },
  depth: 20,
  name: 255,
  directory: 4 * MiB,
  // they are handed out as they are
  nested: true,
}

async function bytesOf(stream: Readable, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) throw new PackageRefusal('package_large', String(most))
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** @throws ZipProblem, PackageRefusal */
export async function readScorm(file: string): Promise<ScormManifest> {
  const zip = await openZip(file, packageZip)
  try {
    const names = zip.entries.map((e) => e.name)
    const manifest = zip.entries.find((e) => e.name.toLowerCase() === 'imsmanifest.xml')
    if (!manifest) throw otherPackage(names)
    if (manifest.size > packageLimits.manifest)
      throw new PackageRefusal('package_large', String(packageLimits.manifest))
    const bytes = await bytesOf(await manifest.open(), packageLimits.manifest)
    return {
      ...manifestOf(treeOf(bytes), names),
      files: names.length,
      bytes: zip.entries.reduce((n, e) => n + e.size, 0),
    }
  } finally {
    zip.close()
  }
}
export function treeOf(bytes: Buffer): ReturnType<typeof xmlOf> {
  try {
    return xmlOf(decodedXml(bytes))
  } catch (e) {
    if (e instanceof Unreadable) throw new PackageRefusal('package_xml', String(e.params.line ?? 1))
    throw e
  }
}

export interface OpenArchive {
  entry(name: string): { size: number; open(): Promise<Readable> } | undefined
}
interface Held {
  zip: Promise<Zip>
  names: Promise<ReadonlyMap<string, Zip['entries'][number]>>
}
/** Archives that are being played stay open: their lists are read once, not for each of their files. */
export function makeArchives(most = 16): { of(id: string, file: string): Promise<OpenArchive>; close(): void } {
  const held = new Map<string, Held>()
  const drop = (id: string): void => {
    const one = held.get(id)
    held.delete(id)
    one?.zip.then((zip) => zip.close()).catch(() => {})
  }
  return {
    async of(id, file) {
      const there = held.get(id)
      const one: Held = there ?? openArchive(file)
      held.delete(id)
      held.set(id, one)
      const oldest = held.size > most ? held.keys().next().value : undefined
      if (oldest !== undefined) drop(oldest)
      try {
        const names = await one.names
        return { entry: (name) => names.get(name) }
      } catch (e) {
        if (held.get(id) === one) held.delete(id)
        throw e
      }
    },
    close() {
      for (const id of held.keys()) drop(id)
    },
  }
}
function openArchive(file: string): Held {
  const zip = openZip(file, packageZip)
  const names = zip.then((z) => new Map(z.entries.map((e) => [e.name, e])))
  names.catch(() => {})
  return { zip, names }
}
