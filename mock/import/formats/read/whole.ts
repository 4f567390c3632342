/** A text file as a whole, for formats that cannot be read in pieces. */
import { Unreadable } from '../found.ts'
import { readWhole, type SourceFile } from '../source.ts'
import { utf8 } from './text.ts'

/** Bytes of a text that is read whole. */
const wholeLimit = 16 * 1024 * 1024

/** UTF-8 without its mark. @throws Unreadable */
export async function wholeText(source: SourceFile, limit = wholeLimit): Promise<string> {
  const bytes = await readWhole(source, limit)
  if (!bytes) throw new Unreadable('file_too_large', { limit })
  let text = ''
  const held: SourceFile = {
    ...source,
    async *open() {
      yield bytes
    },
  }
  for await (const piece of utf8(held)) text += piece
  return text
}
