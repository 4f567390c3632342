/** What a file that came for a lesson is by what is inside. Of a video its headers are read, by place and never whole. */
import type { ReadBytesAt } from '#src/contract/image/header/found.ts'
import type { CourseFileFault, CourseFileUse, VideoType } from '#src/contract/course/media.ts'
import type { ScormManifest } from '#src/contract/course/package.schema.ts'
import { mediaLimits } from '#src/contract/course/media.ts'
import { parseVtt } from '#src/contract/course/vtt.ts'

interface ProbedVideo {
  type: VideoType
  /** Undefined where the file does not say it. */
  seconds: number | undefined
}
/** Boxes and elements that are looked at on the way to a length. */
const most = 2000

const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const viewOf = (b: Uint8Array): DataView => new DataView(b.buffer, b.byteOffset, b.byteLength)
const plausible = (seconds: number): number | undefined => {
  const rounded = Math.round(seconds * 100) / 100
  return rounded > 0 && rounded <= mediaLimits.seconds ? rounded : undefined
}

interface Box {
  type: string
  /** Where what it holds begins, and where it ends. */
  from: number
  to: number
}
/** The next box of ISO 14496-12 at a place; undefined where there is none. */
async function boxAt(read: ReadBytesAt, at: number, end: number): Promise<Box | undefined> {
  const head = await read(at, 16)
  if (head.length < 8) return undefined
  const v = viewOf(head)
  const [short, type] = [v.getUint32(0), asText(head.subarray(4, 8))]
  if (short === 1 && head.length < 16) return undefined
  const size = short === 1 ? Number(v.getBigUint64(8)) : short === 0 ? end - at : short
  const from = at + (short === 1 ? 16 : 8)
  return at + size < from || at + size > end ? undefined : { type, from, to: at + size }
}
async function findBox(read: ReadBytesAt, type: string, from: number, to: number): Promise<Box | undefined> {
  let at = from
  for (let n = 0; n < most && at < to; n++) {
    const box = await boxAt(read, at, to)
    if (!box || box.type === type) return box
    at = box.to
  }
  return undefined
}

async function probeMp4(read: ReadBytesAt, size: number): Promise<ProbedVideo | undefined> {
  const first = await boxAt(read, 0, size)
  if (first?.type !== 'ftyp') return undefined
  const moov = await findBox(read, 'moov', first.to, size)
  const header = moov && (await findBox(read, 'mvhd', moov.from, moov.to))
  if (!moov || !header) return undefined
  // a picture or a sound alone has no track that shows something
  let shows = false
  let at = moov.from
  for (let n = 0; n < most && !shows; n++) {
    const track = await findBox(read, 'trak', at, moov.to)
    if (!track) break
    at = track.to
    const media = await findBox(read, 'mdia', track.from, track.to)
    const handler = media && (await findBox(read, 'hdlr', media.from, media.to))
    shows = handler !== undefined && asText(await read(handler.from + 8, 4)) === 'vide'
  }
  if (!shows) return undefined
  const bytes = await read(header.from, 32)
  if (bytes.length < 32) return undefined
  const v = viewOf(bytes)
  const long = bytes[0] === 1
  const scale = v.getUint32(long ? 20 : 12)
  const length = long ? Number(v.getBigUint64(24)) : v.getUint32(16)
  return { type: 'video/mp4', seconds: plausible(length / scale) }
}

interface Element {
  id: number
  from: number
  to: number
}
/** The next element of EBML (RFC 8794) at a place. One of unknown size goes on to the end. */
async function elementAt(read: ReadBytesAt, at: number, end: number): Promise<Element | undefined> {
  const b = await read(at, 12)
  const width = Math.clz32(b[0] ?? 0) - 23
  if (width < 1 || width > 4 || b.length < width + 1) return undefined
  let id = 0
  for (let n = 0; n < width; n++) id = id * 256 + (b[n] ?? 0)
  const first = b[width] ?? 0
  const length = Math.clz32(first) - 23
  if (length < 1 || length > 8 || b.length < width + length) return undefined
  let size = first & (0xff >> length)
  let unknown = size === 0xff >> length
  for (let n = 1; n < length; n++) {
    const byte = b[width + n] ?? 0
    unknown &&= byte === 0xff
    size = size * 256 + byte
  }
  const from = at + width + length
  return { id, from, to: unknown ? end : Math.min(end, from + size) }
}
async function findElement(read: ReadBytesAt, id: number, from: number, to: number): Promise<Element | undefined> {
  let at = from
  for (let n = 0; n < most && at < to; n++) {
    const found = await elementAt(read, at, to)
    if (!found || found.id === id) return found
    at = found.to
  }
  return undefined
}
const ebml = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  length: 0x4489,
}

async function probeWebm(read: ReadBytesAt, size: number): Promise<ProbedVideo | undefined> {
  const head = await elementAt(read, 0, size)
  if (head?.id !== ebml.head) return undefined
  const kind = await findElement(read, ebml.docType, head.from, head.to)
  if (!kind || asText(await read(kind.from, Math.min(8, kind.to - kind.from))).replace(/\0+$/, '') !== 'webm')
    return undefined
  const segment = await findElement(read, ebml.segment, head.to, size)
  if (!segment) return undefined
  const info = await findElement(read, ebml.info, segment.from, segment.to)
  // what a browser records says no length: it plays all the same
  if (!info) return { type: 'video/webm', seconds: undefined }
  const [scale, length] = [
    await findElement(read, ebml.scale, info.from, info.to),
    await findElement(read, ebml.length, info.from, info.to),
  ]
  let nanoseconds = 1_000_000
  if (scale) {
    nanoseconds = 0
    for (const byte of await read(scale.from, Math.min(8, scale.to - scale.from)))
      nanoseconds = nanoseconds * 256 + byte
  }
  const bytes = length ? await read(length.from, length.to - length.from) : new Uint8Array()
  const units = bytes.length === 8 ? viewOf(bytes).getFloat64(0) : bytes.length === 4 ? viewOf(bytes).getFloat32(0) : 0
  return { type: 'video/webm', seconds: plausible((units * nanoseconds) / 1e9) }
}

/** Ogg pages (RFC 3533) that begin a stream of pictures: Theora, VP8 or Dirac. How long it is stands nowhere in one place. */
async function probeOgg(read: ReadBytesAt): Promise<ProbedVideo | undefined> {
  const begin = asText(await read(0, 4096))
  if (!begin.startsWith('OggS')) return undefined
  return /\x80theora|OVP80|BBCD\0/.test(begin) ? { type: 'video/ogg', seconds: undefined } : undefined
}

const probeVideo = async (read: ReadBytesAt, size: number): Promise<ProbedVideo | undefined> =>
  (await probeMp4(read, size)) ?? (await probeWebm(read, size)) ?? probeOgg(read)

/** Begins as a document and ends as one; what viewers do not need may stand behind it. */
const tail = 65_536
async function isPdf(read: ReadBytesAt, size: number): Promise<boolean> {
  if (!/^%PDF-[12]\.\d/.test(asText(await read(0, 8)))) return false
  return asText(await read(Math.max(0, size - tail), tail)).includes('%%EOF')
}

export type CourseFileVerdict =
  | { ok: true; type: VideoType | null; seconds: number | null; manifest?: ScormManifest }
  | { ok: false; fault: CourseFileFault; line: number | null; detail?: string }
const fine: CourseFileVerdict = { ok: true, type: null, seconds: null }

export async function probeCourseFile(use: CourseFileUse, read: ReadBytesAt, size: number): Promise<CourseFileVerdict> {
  switch (use) {
    case 'video': {
      const video = await probeVideo(read, size)
      return video
        ? { ok: true, type: video.type, seconds: video.seconds ?? null }
        : { ok: false, fault: 'not_video', line: null }
    }
    case 'pdf':
      return (await isPdf(read, size)) ? fine : { ok: false, fault: 'not_pdf', line: null }
    case 'captions': {
      const verdict = captionsIn(await read(0, mediaLimits.captions))
      return verdict.ok ? fine : { ok: false, fault: verdict.fault, line: verdict.line }
    }
    // whatever it is; and a package, which the thread for foreign files reads
    case 'package':
    case 'file':
      return fine
  }
}

export function captionsIn(bytes: Uint8Array): ReturnType<typeof parseVtt> {
  try {
    return parseVtt(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return { ok: false, fault: 'not_captions', line: 1 }
  }
}
