/** Reading bytes of a picture that may end anywhere. */
import type { PictureReason, PictureType } from '#src/contract/picture/picture.ts'

export class BadPicture extends Error {
  constructor(
    readonly reason: PictureReason,
    readonly facts: Record<string, number> = {},
  ) {
    super(reason)
    this.name = 'BadPicture'
  }
}

export interface Sides {
  width: number
  height: number
}
export interface Cleaned extends Sides {
  type: PictureType
  bytes: Buffer
}
/** Looks at the sides before anything is unpacked. Throws `BadPicture`. */
export type Allow = (sides: Sides) => void

export class ByteReader {
  at = 0
  /** Pieces it may still be taken apart in: one for each hundred bytes and some, which no camera and no program comes near to. */
  pieces: number
  constructor(readonly bytes: Buffer) {
    this.pieces = 10_000 + bytes.length / 100
  }
  get left(): number {
    return this.bytes.length - this.at
  }
  /** The next `n` bytes. Throws `BadPicture` when they are not all there. */
  take(n: number): Buffer {
    if (n < 0 || n > this.left || this.pieces-- <= 0) throw new BadPicture('broken')
    this.at += n
    return this.bytes.subarray(this.at - n, this.at)
  }
  byte(): number {
    return this.take(1)[0] ?? 0
  }
}
