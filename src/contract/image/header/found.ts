/** What a file turned out to be. Readers take bytes by place, so that the browser, the server and the tests read alike. */
import type { ImageFormat } from '../image.ts'
import type { ImageReason } from '../status.ts'

/** Up to `length` bytes from `at` on; fewer at the end of the file. */
export type ReadBytesAt = (at: number, length: number) => Promise<Uint8Array>

export interface RecognisedImage {
  ok: true
  format: ImageFormat
  /** Bytes that a machine sees; 0 for what is no disk. */
  virtual_size: number
  /** Of the format, as people write it; empty where it has none. */
  version: string
  /** Snapshots inside the file. */
  snapshots: number
  /** Name that the file gives itself: of a disc, of a container (`library/nginx:1.27`). */
  labels: readonly string[]
}
export interface RefusedImage {
  ok: false
  reason: ImageReason
  details: Record<string, string | number>
}
export type ImageVerdict = RecognisedImage | RefusedImage
/** Undefined: not this format. */
export type FormatReader = (read: ReadBytesAt, size: number) => Promise<ImageVerdict | undefined>

export const recognisedImage = (
  format: ImageFormat,
  virtual_size: number,
  more: Partial<RecognisedImage> = {},
): ImageVerdict =>
  virtual_size > 0 && virtual_size <= largest && Number.isSafeInteger(virtual_size)
    ? { ok: true, format, virtual_size, version: '', snapshots: 0, labels: [], ...more }
    : refusedImage('virtual_size')
export const refusedImage = (reason: ImageReason, details: Record<string, string | number> = {}): RefusedImage => ({
  ok: false,
  reason,
  details,
})
/** No disk is larger than 64 TiB. */
const largest = 64 * 2 ** 40

/** A structure of a file; numbers beyond what JavaScript counts exactly come out as infinity, which no check lets through. */
export class BinaryFields {
  readonly view: DataView
  constructor(
    readonly bytes: Uint8Array,
    readonly little: boolean,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  get length(): number {
    return this.bytes.length
  }
  u16 = (at: number): number => this.view.getUint16(at, this.little)
  u32 = (at: number): number => this.view.getUint32(at, this.little)
  u64(at: number): number {
    const n = this.view.getBigUint64(at, this.little)
    return n <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(n) : Number.POSITIVE_INFINITY
  }
  text(at: number, length: number): string {
    return [...this.bytes.subarray(at, at + length)].map((b) => String.fromCharCode(b)).join('')
  }
}
