/** HTML of foreign courses as Markdown, by the writer that questions have: nothing is run, and what is shown from elsewhere becomes a link. */
import type { FieldProblem } from '#src/contract/problems.ts'
import { attribute, htmlToMarkdown, piecesOf } from '../question/html.ts'
import { type KeptPicture, type PictureBox, Pictures } from '../question/pictures.ts'
import { partLeftOut, note } from './build.ts'

const shown = new Set(['iframe', 'embed', 'video', 'audio', 'source'])
const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const baseOf = (address: string): string =>
  address
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1) ?? address

/** Texts of one lesson with their pictures, and what of them is lost. */
export class CourseTexts {
  readonly #pictures: Pictures
  readonly #notes = new Map<string, FieldProblem>()

  constructor(box: PictureBox) {
    this.#pictures = new Pictures(box)
  }

  note(one: FieldProblem): void {
    this.#notes.set(JSON.stringify(one), one)
  }

  async markdown(html: string): Promise<string> {
    let out = ''
    for (const piece of piecesOf(html)) {
      if (typeof piece === 'string') {
        out += piece
        continue
      }
      const { name, closes, attributes } = piece
      const src = attribute(attributes, 'src') ?? attribute(attributes, 'data') ?? ''
      if (name === 'script' && !closes) this.note(partLeftOut('script', src ? baseOf(src) : 'inline'))
      // what a page shows from elsewhere is looked at there
      if (shown.has(name) && /^(?:https?:)?\/\//i.test(src)) {
        const to = src.startsWith('//') ? `https:${src}` : src
        if (!closes) out += `<p><a href="${escaped(to)}">${escaped(attribute(attributes, 'title') || to)}</a></p>`
        continue
      }
      if (name === 'img' && /^(?:https?:)?\/\//i.test(src)) {
        const to = src.startsWith('//') ? `https:${src}` : src
        out += `<a href="${escaped(to)}">${escaped(attribute(attributes, 'alt') || to)}</a>`
        continue
      }
      out += `<${closes ? '/' : ''}${name}${attributes}>`
    }
    await this.#pictures.gather(out)
    const { text, lost } = htmlToMarkdown(out, this.#pictures.mark)
    for (const name of lost) this.note(note('note_markup', { name }))
    return text
  }

  get pictures(): KeptPicture[] {
    return [...this.#pictures.kept.values()]
  }
  get notes(): FieldProblem[] {
    const pictures = [...this.#pictures.lost].map((name) =>
      name === ''
        ? note('note_picture_nowhere')
        : name === 'data'
          ? note('note_picture_inside')
          : note('note_picture', { name }),
    )
    return [...this.#notes.values(), ...pictures]
  }
}
