/**
 * HTML of foreign questions as Markdown. Nothing is run and nothing is fetched; markup that Markdown has no form for leaves its text behind
 * and its name in `lost`.
 */
import { unescapeHtml } from '../read/entities.ts'
import { codeFence, codeSpan, plainToMarkdown } from './plain.ts'

interface Tag {
  name: string
  closes: boolean
  attributes: string
}
export interface Converted {
  text: string
  /** Names of elements that Markdown has no form for: `video`, `iframe`. */
  lost: string[]
}

type Piece = string | Tag
/** Characters after which a tag that has not ended is words; pictures may stand in an attribute. */
const tagMost = 4 * 1024 * 1024

/** Texts and tags in turn. One that never ends makes those behind it short of breath, so that nothing is looked through twice in full. */
export function* piecesOf(html: string): Generator<Piece, void, undefined> {
  let most = tagMost
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at)
      yield html.slice(from, at)
      from = end < 0 ? html.length : end + 3
      if (end < 0) return
      at = from - 1
      continue
    }
    const [opened, slash = '', name = ''] = /^<(\/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})/.exec(html.slice(at, at + 34)) ?? []
    if (opened === undefined) continue
    const end = endOfTag(html, at + opened.length, most)
    if (end < 0) {
      most = 256
      continue
    }
    yield html.slice(from, at)
    const plain = name.toLowerCase().replace(/^.*:/, '')
    yield { name: plain, closes: slash === '/', attributes: html.slice(at + opened.length, end) }
    from = end + 1
    at = end
  }
  yield html.slice(from)
}
function endOfTag(html: string, from: number, most: number): number {
  let quote = ''
  for (let i = from; i < html.length && i - from < most; i++) {
    const c = html[i] ?? ''
    if (quote) quote = c === quote ? '' : quote
    else if (c === '"' || c === "'") quote = c
    else if (c === '>') return i
    else if (c === '<') return -1
  }
  return -1
}
const ended = new Set('p div section article header footer figure figcaption address dl dt dd form center'.split(' '))
const marks: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~', strike: '~~' }
const dropped = new Set('script style head title template noscript'.split(' '))
/** What shows something of its own that no text can stand for. */
const shows = new Set('video audio iframe object embed svg math canvas input button select textarea applet'.split(' '))

export const attribute = (attributes: string, name: string): string | undefined => {
  const found = [
    ...attributes.matchAll(/([a-zA-Z_:][-a-zA-Z0-9_:.]{0,60})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g),
  ]
  const one = found.find(([, key]) => key?.toLowerCase() === name)
  return one && unescapeHtml(one[2] ?? one[3] ?? one[4] ?? '')
}

/** An address as Markdown takes it. */
const target = (address: string): string => (/[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, '')}>` : address)

/** Without these characters at its end; looked at from there. */
function endingBefore(text: string, chars: string): string {
  let end = text.length
  while (end > 0 && chars.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}
/** Characters of the text at hand; what lies before has its final form and is set aside. */
const hand = 4096

class Writer {
  /** The end of what is written: nothing before it is looked at again. */
  out = ''
  #aside: string[] = []
  lost = new Set<string>()
  #lists: { ordered: boolean; n: number }[] = []
  #links: string[] = []
  #code: { block: boolean; text: string } | undefined
  #dropped = 0
  #cells: string[] | undefined
  #rows = 0

  constructor(readonly picture: (src: string, alt: string) => string) {}

  text(raw: string): void {
    const text = unescapeHtml(raw)
    if (this.#dropped) return
    if (this.#code) this.#code.text += text
    else this.#add(plainToMarkdown(text.replace(/[ \t\r\n\f]+/g, ' '), this.out))
  }

  #add(text: string): void {
    if (this.#cells?.length)
      this.#cells.push(`${this.#cells.pop() ?? ''}${text.replace(/\n+/g, ' ').replace(/\|/g, '\\|')}`)
    else if (this.out === '' || this.out.endsWith('\n')) this.out += text.replace(/^ +/, '')
    else this.out += this.out.endsWith(' ') ? text.replace(/^ +/, '') : text
    this.#setAside()
  }

  #setAside(): void {
    if (this.out.length <= 2 * hand) return
    this.#aside.push(this.out.slice(0, -hand))
    this.out = this.out.slice(-hand)
  }

  #block(lines = 2): void {
    if (this.#cells) return
    this.out = endingBefore(this.out, ' \n')
    if (this.out !== '' || this.#aside.length) this.out += '\n'.repeat(lines)
    this.#setAside()
  }

  tag({ name, closes, attributes }: Tag): void {
    if (dropped.has(name)) {
      this.#dropped = Math.max(0, this.#dropped + (closes ? -1 : /\/\s*$/.test(attributes) ? 0 : 1))
      return
    }
    if (this.#dropped) return
    if (this.#code && name !== 'pre' && !(name === 'code' && !this.#code.block)) {
      if (name === 'br') this.#code.text += '\n'
      return
    }
    if (name === 'pre') this.#pre(closes)
    else if (name === 'code' || name === 'tt' || name === 'kbd' || name === 'samp') this.#inlineCode(closes)
    else if (name in marks) this.#mark(marks[name] ?? '', closes)
    else if (name === 'br') this.#add(this.#cells ? ' ' : '\n')
    else if (name === 'hr') {
      this.#block()
      this.#add('---\n\n')
    } else if (ended.has(name)) this.#block()
    else if (/^h[1-6]$/.test(name)) {
      this.#block()
      if (!closes) this.#add(`${'#'.repeat(Number(name[1]))} `)
    } else if (name === 'ul' || name === 'ol') this.#list(name === 'ol', closes)
    else if (name === 'li') this.#item(closes)
    else if (name === 'a') this.#link(closes, attribute(attributes, 'href'))
    else if (name === 'img')
      this.#add(this.picture(attribute(attributes, 'src') ?? '', attribute(attributes, 'alt') ?? ''))
    else if (name === 'blockquote') this.#block()
    else if (name === 'table' || name === 'tr' || name === 'td' || name === 'th') this.#table(name, closes)
    else if (shows.has(name) && !closes) this.lost.add(name)
  }

  #pre(closes: boolean): void {
    if (!closes) {
      this.#block()
      this.#code = { block: true, text: '' }
    } else if (this.#code) this.#flush()
  }
  #inlineCode(closes: boolean): void {
    if (!closes) this.#code ??= { block: false, text: '' }
    else if (this.#code && !this.#code.block) this.#flush()
  }
  #flush(): void {
    if (!this.#code) return
    const { block, text } = this.#code
    this.#code = undefined
    if (!block) this.#add(text === '' ? '' : codeSpan(text))
    else {
      this.out += codeFence(text.replace(/^\n/, ''))
      this.#block()
    }
  }
  /** Markdown marks stand close to what they mark. */
  #mark(mark: string, closes: boolean): void {
    if (!closes) return this.#add(mark)
    // a cell nobody could read has no marks: it would be gone through for each
    if ((this.#cells?.at(-1)?.length ?? 0) > 2 * hand) return
    const held = this.#cells ? (this.#cells.pop() ?? '') : this.out
    const plain = endingBefore(held, ' ')
    const space = held.slice(plain.length)
    const now = plain.endsWith(mark) ? `${plain.slice(0, -mark.length)}${space}` : `${plain}${mark}${space}`
    if (this.#cells) this.#cells.push(now)
    else this.out = now
  }
  #list(ordered: boolean, closes: boolean): void {
    if (closes) this.#lists.pop()
    else if (this.#lists.length < 20) this.#lists.push({ ordered, n: 0 })
    this.#block(this.#lists.length > (closes ? 0 : 1) ? 1 : 2)
  }
  #item(closes: boolean): void {
    const here = this.#lists.at(-1)
    this.#block(closes || (here?.n ?? 0) > 0 ? 1 : 2)
    if (closes) return
    const depth = Math.max(0, this.#lists.length - 1)
    if (here) here.n++
    if (!this.#cells) this.out += `${'    '.repeat(depth)}${here?.ordered ? `${here.n}. ` : '- '}`
  }
  #link(closes: boolean, href: string | undefined): void {
    if (!closes) {
      const kept = href !== undefined && /^(https?:|mailto:|\/pictures\/)/i.test(href) ? href : ''
      this.#links.push(kept)
      if (kept) this.#add('[')
    } else {
      const to = this.#links.pop()
      if (to) this.#add(`](${target(to)})`)
    }
  }
  #table(name: string, closes: boolean): void {
    if (name === 'table') {
      this.#cells = undefined
      this.#rows = 0
      this.#block()
    } else if (name === 'tr') {
      if (!closes) this.#cells = []
      else if (this.#cells) {
        const cells = this.#cells.map((c) => c.trim())
        this.#cells = undefined
        if (!cells.length) return
        this.out += `| ${cells.join(' | ')} |\n`
        if (this.#rows++ === 0) this.out += `|${' --- |'.repeat(cells.length)}\n`
      }
    } else if (!closes) this.#cells?.push('')
  }
  end(): Converted {
    this.#flush()
    if (this.#cells?.length) this.out += this.#cells.join(' ')
    const text = [...this.#aside, this.out]
      .join('')
      .split('\n')
      .map((line) => endingBefore(line, ' '))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
    return { text, lost: [...this.lost] }
  }
}

/** @param picture Markdown for a picture, by the address it has there */
export function htmlToMarkdown(html: string, picture: (src: string, alt: string) => string): Converted {
  const writer = new Writer(picture)
  for (const piece of piecesOf(html))
    if (typeof piece !== 'string') writer.tag(piece)
    else if (piece !== '') writer.text(piece)
  return writer.end()
}
