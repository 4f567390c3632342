/** Pictures and files that lie beside a file of the same archive. */
import { limits } from '#src/contract/limits.ts'
import { readWhole, folderOf, type SourceFile } from '../source.ts'
import type { PictureBox } from './pictures.ts'

/** The path from a folder, as an address in a text says it; undefined for one that leads elsewhere. */
export function pathFrom(folder: string, address: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) return undefined
  let plain = address.replace(/[?#].*$/, '')
  try {
    plain = decodeURIComponent(plain)
  } catch {
    // a per cent sign that encodes nothing stands for itself
  }
  const out: string[] = []
  for (const part of `${plain.startsWith('/') ? '' : folder}${plain}`.split('/')) {
    if (part === '..' && !out.pop()) return undefined
    if (part !== '' && part !== '.' && part !== '..') out.push(part)
  }
  return out.join('/').normalize('NFC')
}

export const besideFile = (
  source: SourceFile,
  beside: readonly SourceFile[],
  address: string,
): SourceFile | undefined => {
  const path = pathFrom(folderOf(source.name), address)
  return path === undefined ? undefined : beside.find((s) => s.name === path)
}

export const besideBox = (source: SourceFile, beside: readonly SourceFile[]): PictureBox => ({
  async find(src) {
    const file = besideFile(source, beside, src)
    return file && (await readWhole(file, limits.icon))
  },
})
