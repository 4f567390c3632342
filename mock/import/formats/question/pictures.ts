/**
 * Pictures of foreign questions. Each is looked through and cleaned as an uploaded one is; its name in the store comes from its content, so
 * that the same file imported again is the same picture. In a text it stands as `![…](/pictures/<name>)`.
 */
import { createHash } from 'node:crypto'
import { limits } from '#src/contract/limits.ts'
import { type PictureRule, pictureUses } from '#src/contract/picture/picture.ts'
import { cleanPicture } from '#mock/picture/clean.ts'
import { BadPicture } from '#mock/picture/read.ts'
import { attribute, piecesOf } from './html.ts'

export interface KeptPicture {
  /** Name in the store. */
  id: string
  type: 'png' | 'jpg' | 'gif'
  width: number
  height: number
  bytes: Buffer
}

const rule: PictureRule = { ...pictureUses.picture, min: 0, max: limits.icon }
const ends = { 0x89: 'png', 0xff: 'jpg', 0x47: 'gif' } as Record<number, string>

/** @returns undefined when it is none that may be kept */
export async function keptPicture(bytes: Buffer, most = rule.max): Promise<KeptPicture | undefined> {
  if (bytes.length > most) return undefined
  try {
    // its name and type in the file say nothing that its content does not
    const clean = await cleanPicture(
      bytes,
      { ...rule, max: most },
      { name: `x.${ends[bytes[0] ?? 0] ?? 'none'}`, type: '' },
    )
    const hash = createHash('sha256').update(clean.bytes).digest('hex')
    const id = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join(
      '-',
    )
    return { ...clean, id: `${id}.${clean.type}` }
  } catch (e) {
    if (e instanceof BadPicture) return undefined
    throw e
  }
}

/** Where a file keeps its pictures, by the address its texts call them by. */
export interface PictureBox {
  find(src: string): Promise<Buffer | undefined>
}
export const noPictures: PictureBox = { find: async () => undefined }

/** An address in our own store, as our writers leave it. */
const kept = /^\/pictures\/[0-9a-f-]{36}\.(?:png|jpg|gif)$/
const data = /^data:image\/(?:png|gif|jpe?g);base64,([a-z\d+/=\s]*)$/i
const inMarkdown = /!\[([^\]\n]{0,300})\]\(\s*<?([^()\s<>]{1,600})>?(?:\s[^()\n]{0,200})?\)/g

/** What became of the pictures of one question. */
export class Pictures {
  readonly kept = new Map<string, KeptPicture>()
  readonly lost = new Set<string>()
  readonly #known = new Map<string, KeptPicture | undefined>()

  constructor(readonly box: PictureBox) {}

  /** Looks up every picture of a text, before it is made Markdown. */
  async gather(html: string): Promise<void> {
    for (const piece of piecesOf(html))
      if (typeof piece !== 'string' && piece.name === 'img') await this.#look(attribute(piece.attributes, 'src') ?? '')
  }
  async #look(src: string): Promise<void> {
    if (src === '' || this.#known.has(src)) return
    const inside = data.exec(src)?.[1]
    const bytes = inside === undefined ? await this.box.find(src) : Buffer.from(inside, 'base64')
    this.#known.set(src, bytes && (await keptPicture(bytes)))
  }
  /** A Markdown text with its pictures taken into the store. */
  async markdown(text: string): Promise<string> {
    for (const [, , src = ''] of text.matchAll(inMarkdown)) if (!kept.test(src)) await this.#look(src)
    return text.replace(inMarkdown, (whole, alt: string, src: string) =>
      kept.test(src) && !this.#known.get(src) ? whole : this.mark(src, alt),
    )
  }

  /** The picture as Markdown; one that cannot be kept leaves its words. */
  readonly mark = (src: string, alt: string): string => {
    const words = alt
      .replace(/\s+/g, ' ')
      .replace(/[[\]\\`]/g, '')
      .trim()
    const picture = this.#known.get(src)
    if (!picture) {
      this.lost.add(/^data:/i.test(src) ? 'data' : src.slice(0, 200))
      return words
    }
    this.kept.set(picture.id, picture)
    return `![${words}](/pictures/${picture.id})`
  }
}
