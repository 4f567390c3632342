/**
 * The archive's file for everybody who reads in it. Headers are small and lie in order, so they come out of blocks: 20,000 entries are
 * some hundred reads instead of sixty thousand.
 */
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { callbackify, promisify } from 'node:util'
import yauzl from 'yauzl'

const openFile = promisify(fs.open)
const statFile = promisify(fs.fstat)
const readFile = promisify(fs.read)
const block = 16 * 1024
const chunk = 64 * 1024

export class ZipInput extends yauzl.RandomAccessReader {
  #at = 0
  #held: Buffer = Buffer.alloc(0)

  private constructor(
    readonly fd: number,
    readonly size: number,
  ) {
    super()
  }

  static async open(file: string): Promise<ZipInput> {
    const fd = await openFile(file, 'r')
    const { size } = await statFile(fd)
    return new ZipInput(fd, size)
  }

  /** Exactly these bytes; fails where the file ends before. Not for several callers at once. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const from = position - this.#at
    if (from >= 0 && from + length <= this.#held.length) return this.#held.subarray(from, from + length)
    const buffer = Buffer.allocUnsafe(Math.max(length, block))
    let got = 0
    while (got < length) {
      const { bytesRead } = await readFile(this.fd, buffer, got, buffer.length - got, position + got)
      if (bytesRead === 0) throw new Error('the file ends before')
      got += bytesRead
    }
    this.#at = position
    this.#held = buffer.subarray(0, got)
    return this.#held.subarray(0, length)
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    callbackify(async () => {
      const found = await this.bytes(position, length)
      found.copy(buffer, offset)
    })(callback)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    let at = start
    const { fd } = this
    // not `fs.createReadStream`: destroying one closes the file under everybody else
    return new Readable({
      read(wanted) {
        const length = Math.min(Math.max(wanted, chunk), end - at)
        if (length <= 0) return void this.push(null)
        readFile(fd, Buffer.allocUnsafe(length), 0, length, at).then(
          ({ bytesRead, buffer }) => {
            at += bytesRead
            this.push(bytesRead ? buffer.subarray(0, bytesRead) : null)
          },
          (error: Error) => this.destroy(error),
        )
      },
    })
  }

  override close(callback: (error: Error | null) => void): void {
    fs.close(this.fd, callback)
  }
}
