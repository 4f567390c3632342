/** Discs and archives. Sources: ECMA-119 (ISO 9660), ECMA-167 (UDF), POSIX ustar, Docker image spec 1.2, OCI image layout 1.1, DMTF DSP0243 (OVF). */
import {
  BinaryFields,
  recognisedImage,
  type ReadBytesAt,
  type FormatReader,
  refusedImage,
  type ImageVerdict,
} from './found.ts'
import { isRecord } from '../../lib/typed.ts'

const block = 2048

export const iso: FormatReader = async (read, size) => {
  const h = new BinaryFields(await read(16 * block, 16 * block), true)
  let label = ''
  let blocks = 0
  let known = false
  for (let at = 0; at + block <= h.length; at += block) {
    const id = h.text(at + 1, 5)
    if (id === 'CD001' && h.bytes[at] === 1) {
      known = true
      label = h.text(at + 40, 32).trim()
      blocks = h.u32(at + 80) * h.u16(at + 128)
    }
    // a disc may be UDF alone; its own tables say how long it is, and its file is
    if (id === 'NSR02' || id === 'NSR03') known = true
  }
  if (!known) return undefined
  if (blocks > size) return refusedImage('truncated')
  return recognisedImage('iso', size, { labels: label ? [label] : [] })
}

interface Entry {
  name: string
  at: number
  size: number
}
const mostEntries = 20_000
const record = 512
const mostText = 1_048_576

const number = (h: BinaryFields, at: number, length: number): number => {
  // base 256 for what octal digits cannot hold
  if ((h.bytes[at] ?? 0) & 0x80) return h.u64(at + length - 8)
  const digits = h.text(at, length).replace(/[\0 ]+/g, '')
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Number.POSITIVE_INFINITY
}

function headerOf(bytes: Uint8Array): (Entry & { type: string }) | undefined {
  const h = new BinaryFields(bytes, false)
  if (h.length < record) return undefined
  let sum = 0
  bytes.forEach((b, at) => (sum += at >= 148 && at < 156 ? 32 : b))
  if (sum !== number(h, 148, 8)) return undefined
  const text = (at: number, length: number) => h.text(at, length).split('\0')[0] ?? ''
  const prefix = h.text(257, 5) === 'ustar' ? text(345, 155) : ''
  const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)
  return { name: name.replace(/^\.\//, ''), at: 0, size: number(h, 124, 12), type: h.text(156, 1) }
}

/** Names and places of a tar's files, or why it is none. Only headers are read. */
async function entriesOf(read: ReadBytesAt, size: number): Promise<Entry[] | ImageVerdict> {
  const out: Entry[] = []
  for (let at = 0; at < size; ) {
    const bytes = await read(at, record)
    if (bytes.every((b) => b === 0) && bytes.length > 0) return out
    const e = headerOf(bytes)
    if (!e || !(e.size >= 0) || out.length >= mostEntries) return refusedImage('damaged')
    if (at + record + e.size > size) return refusedImage('truncated')
    if (e.name.startsWith('/') || e.name.split('/').includes('..')) return refusedImage('damaged')
    if (e.type === '0' || e.type === '\0') out.push({ name: e.name, at: at + record, size: e.size })
    at += record + Math.ceil(e.size / record) * record
  }
  return out
}

async function json(read: ReadBytesAt, e: Entry | undefined): Promise<unknown> {
  if (!e || e.size > mostText) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await read(e.at, e.size)))
  } catch {
    return undefined
  }
}
const texts = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x) => typeof x === 'string') : [])
const objects = (v: unknown): Record<string, unknown>[] =>
  Array.isArray(v) ? v.filter((x) => typeof x === 'object' && x !== null) : []

function dockerOf(manifest: unknown, names: ReadonlySet<string>, size: number): ImageVerdict {
  const images = objects(manifest)
  if (!images.length) return refusedImage('damaged')
  for (const i of images)
    if (![i['Config'], ...texts(i['Layers'])].every((n) => typeof n === 'string' && names.has(n)))
      return refusedImage('truncated')
  return recognisedImage('docker', size, { labels: images.flatMap((i) => texts(i['RepoTags'])) })
}

function ociOf(index: unknown, size: number): ImageVerdict {
  const manifests = objects(isRecord(index) ? index['manifests'] : undefined)
  if (!manifests.length) return refusedImage('damaged')
  const labels = manifests.flatMap((m) => {
    const notes = isRecord(m['annotations']) ? m['annotations'] : {}
    return texts([notes['io.containerd.image.name'] ?? notes['org.opencontainers.image.ref.name']])
  })
  return recognisedImage('oci', size, { labels })
}

/** `docker save`, an OCI layout or an OVA; a tar of anything else is none of ours. */
export const tar: FormatReader = async (read, size) => {
  if (!headerOf(await read(0, record))) return undefined
  const entries = await entriesOf(read, size)
  if (!Array.isArray(entries)) return entries
  const named = (name: string) => entries.find((e) => e.name === name)
  const names = new Set(entries.map((e) => e.name))
  const manifest = await json(read, named('manifest.json'))
  if (manifest !== undefined) return dockerOf(manifest, names, size)
  if (names.has('oci-layout')) return ociOf(await json(read, named('index.json')), size)
  if (entries[0]?.name.toLowerCase().endsWith('.ovf'))
    return entries.some((e) => e.name.toLowerCase().endsWith('.vmdk'))
      ? recognisedImage('ova', size)
      : refusedImage('external_data')
  return refusedImage('unknown_content')
}
