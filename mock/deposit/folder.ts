/** Where bytes on their way stand: one file per upload, named by the server. */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { ReadBytesAt } from '#src/contract/image/header/found.ts'

export const depositsIn = (files: string): string => path.join(files, 'deposits')
export const depositFile = (files: string, id: string): string => path.join(depositsIn(files), id)

export const dropDeposit = (files: string, id: string): Promise<void> => fs.rm(depositFile(files, id), { force: true })

/** Reads a file by place; what is left of it at its end. */
export async function withFileReader<T>(
  file: string,
  work: (read: ReadBytesAt, size: number) => Promise<T>,
): Promise<T> {
  const handle = await fs.open(file, 'r')
  try {
    const { size } = await handle.stat()
    const read: ReadBytesAt = async (at, length) => {
      if (!(at >= 0 && at < size)) return new Uint8Array()
      const bytes = new Uint8Array(Math.min(length, size - at))
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, at)
      return bytes.subarray(0, bytesRead)
    }
    return await work(read, size)
  } finally {
    await handle.close()
  }
}
