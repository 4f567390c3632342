/**
 * Texts that are no UTF-8: the code page a file was written in, and the file as UTF-8. Spreadsheets save CSV in the page of their system (GBK
 * in China, Windows-1252 in the West) or as “Unicode text”, which is UTF-16. Formats that name their encoding inside are not looked at here.
 */
import { looksChinese, looksJapanese } from '#mock/import/zip/decode.ts'
import type { TextPage } from '#src/contract/import/import.ts'
import { Unreadable } from '../found.ts'
import type { SourceFile } from '../source.ts'

const texts = /\.(csv|txt|gift|md|markdown|dorks)$/i
/** Bytes that a page is guessed from. */
const sampled = 256 * 1024

async function isUtf8(source: SourceFile): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of source.open()) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** The beginning of a text with as many bytes that are not ASCII as there are, and no half character at its end. */
async function sampleOf(source: SourceFile): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of source.open()) {
    // a page is told by what is not ASCII, wherever it begins
    if (!parts.length || chunk.some((b) => b > 0x7f)) {
      parts.push(chunk)
      length += chunk.length
    }
    if (length >= sampled) break
  }
  const all = Buffer.concat(parts)
  const end = length < sampled ? all.length : Math.max(all.lastIndexOf(0x0a), 0)
  return all.subarray(0, end)
}

function wide(b: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (b[0] === 0xff && b[1] === 0xfe) return 'utf-16le'
  if (b[0] === 0xfe && b[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const most = Math.min(b.length, 4096)
  for (let i = 0; i < most; i++) if (b[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // ASCII among it has a zero beside each letter, always on the same side
  if (odd > most / 20 && even * 20 < odd) return 'utf-16le'
  return even > most / 20 && odd * 20 < even ? 'utf-16be' : undefined
}

/** Undefined for UTF-8, and for what is no text at all. */
async function guessed(source: SourceFile): Promise<TextPage | undefined> {
  const sample = await sampleOf(source)
  const two = wide(sample)
  if (two) return two
  if ((await isUtf8(source)) || sample.includes(0)) return undefined
  if (looksChinese(sample)) return 'gb18030'
  return looksJapanese(sample) ? 'shift_jis' : 'windows-1252'
}

/** @param asked what its sender says it was written in; else it is found out */
export async function asUtf8(
  source: SourceFile,
  asked?: TextPage,
): Promise<{ source: SourceFile; page: TextPage | undefined }> {
  const page = texts.test(source.name) ? (asked ?? (await guessed(source))) : undefined
  if (page === undefined || page === 'utf-8') return { source, page }
  return {
    page,
    source: {
      ...source,
      async *open() {
        const decoder = new TextDecoder(page, { fatal: true })
        const read = (chunk?: Uint8Array): Uint8Array => {
          try {
            return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }))
          } catch {
            throw new Unreadable('not_page', { page })
          }
        }
        for await (const chunk of source.open()) yield read(chunk)
        yield read()
      },
    },
  }
}
