/** Markdown with HTML in it, as CTFd and its kin render it: what has a form in Markdown gets it, code stays as it is. */
import type { Converted } from '../html.ts'
import { attribute, piecesOf } from '../html.ts'
import type { Foreign } from '../question.ts'

const code = /(```[^]*?(?:```|$)|`[^`\n]{0,2000}`)/
const marks: Record<string, string> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  u: '',
  s: '~~',
  del: '~~',
  code: '`',
  br: '\n',
}
const blocks = new Set(['p', 'div', 'center', 'ul', 'ol', 'table', 'tbody', 'tr', 'details', 'summary', 'span', 'font'])
const lists: Record<string, string> = { li: '- ', td: ' ', th: ' ' }

export async function mixedToMarkdown(raw: string, q: Foreign): Promise<Converted> {
  const parts = raw.replace(/\r\n?/g, '\n').split(code)
  const lost = new Set<string>()
  let out = ''
  for (const [n, part] of parts.entries()) {
    if (n % 2) {
      out += part
      continue
    }
    await q.pictures.gather(part)
    const links: string[] = []
    for (const piece of piecesOf(part)) {
      if (typeof piece === 'string') out += piece
      else if (piece.name === 'img')
        out += q.pictures.mark(attribute(piece.attributes, 'src') ?? '', attribute(piece.attributes, 'alt') ?? '')
      else if (piece.name === 'a') {
        const href = attribute(piece.attributes, 'href') ?? ''
        const open = links.at(-1)
        if (!piece.closes) {
          links.push(/^(https?:|mailto:)/i.test(href) ? href : '')
          if (links.at(-1)) out += '['
        } else {
          links.pop()
          if (open) out += `](${open})`
        }
      } else if (Object.hasOwn(marks, piece.name)) out += marks[piece.name] ?? ''
      else if (Object.hasOwn(lists, piece.name)) out += piece.closes ? '' : `\n${lists[piece.name] ?? ''}`
      else if (blocks.has(piece.name)) out += piece.name === 'span' || piece.name === 'font' ? '' : '\n'
      else {
        out += `<${piece.closes ? '/' : ''}${piece.name}${piece.attributes}>`
        if (!/^(?:[a-z]+[-_:.]|[a-z]$)/.test(piece.name) && htmlNames.has(piece.name)) lost.add(piece.name)
      }
    }
  }
  const text = await q.pictures.markdown(out)
  return { text: text.replace(/\n{3,}/g, '\n\n').trim(), lost: [...lost] }
}
/** Other words between angle brackets are placeholders people read: `<name>`. */
const htmlNames = new Set('iframe video audio script style object embed form input button svg'.split(' '))
