/** Which archive a file is, by how it begins: its name says nothing that counts (`.mbz` is either). */
import fs from 'node:fs/promises'
import type { ZipLimits } from './limits.ts'
import { openZip, type Zip } from './open.ts'
import { openTar } from './tar.ts'

export type Packing = 'zip' | 'tar'

export async function packingOf(file: string): Promise<Packing | undefined> {
  const handle = await fs.open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead >= 4 && buffer.readUInt16BE(0) === 0x504b) return 'zip'
    return bytesRead >= 2 && buffer.readUInt16BE(0) === 0x1f8b ? 'tar' : undefined
  } finally {
    await handle.close()
  }
}

export const openArchive = (file: string, packing: Packing, limits: ZipLimits): Promise<Zip> =>
  packing === 'zip' ? openZip(file, limits) : openTar(file, limits)
