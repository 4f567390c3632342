/** Aiken: a question, options `A.` or `A)`, and `ANSWER: B`. Source: https://docs.moodle.org/en/Aiken_format */
import { type Format, headText } from '../format.ts'
import { type FoundRow, Unreadable } from '../found.ts'
import { numberedLines } from '../read/text.ts'
import { foreign, Foreign, NoQuestion, letteredOptionsOf } from './question.ts'
import { setOfFile } from './set.ts'

const option = /^\s*([A-Z])[.)]\s+(.*)$/
const answer = /^\s*ANSWER:(.*)$/i

interface Item {
  line: number
  stem: string[]
  options: { letter: string; text: string; line: number }[]
  answer?: string
}

async function fields(q: Foreign, item: Item): Promise<Record<string, unknown>> {
  if (item.answer === undefined) throw new NoQuestion('aiken_answer')
  const letters = item.options.map((o) => o.letter)
  const wrong = letters.findIndex((l, n) => l !== String.fromCharCode(65 + n))
  if (wrong >= 0) throw new NoQuestion('aiken_letters', { line: item.options[wrong]?.line ?? item.line })
  if (!/^[A-Z]$/i.test(item.answer) || !letters.includes(item.answer.toUpperCase()))
    throw new NoQuestion('aiken_key', { answer: item.answer.slice(0, 40) })
  const options = []
  for (const o of item.options)
    options.push({ text: await q.text(o.text, 'plain'), correct: o.letter === item.answer.toUpperCase() })
  return {
    ...q.titled('', await q.text(item.stem.join('\n'), 'plain')),
    type: 'single',
    options: letteredOptionsOf(options),
  }
}

export const aiken: Format = {
  id: 'aiken',
  resources: ['theory-question'],
  sniff(name, head) {
    const text = headText(head)
    if (!/\.(txt|aiken)$/i.test(name) || head.includes(0)) return 0
    return /^[^\S\n]*A[.)]\s/m.test(text) && /^[^\S\n]*ANSWER:\s*[A-Z]\s*$/im.test(text) ? 0.95 : 0
  },
  async *read(source) {
    const set = setOfFile(source.name)
    let item: Item | undefined
    let index = 0
    const done = async (i: Item): Promise<FoundRow> => {
      const q = new Foreign({ file: source.name, line: i.line, index: ++index })
      q.label = i.stem.join(' ')
      return foreign('theory-question', q, async () => q.row('theory-question', set, await fields(q, i)))
    }
    for await (const { text, line } of numberedLines(source)) {
      const key = answer.exec(text)
      const [, letter, words] = option.exec(text) ?? []
      if (key) {
        item ??= { line, stem: [], options: [] }
        yield await done({ ...item, answer: (key[1] ?? '').trim() })
        item = undefined
      } else if (text.trim() === '') continue
      else if (letter !== undefined && item) item.options.push({ letter, text: words ?? '', line })
      else if (item?.options.length) {
        // the one before it has no key
        yield await done(item)
        item = { line, stem: [text], options: [] }
      } else {
        item ??= { line, stem: [], options: [] }
        item.stem.push(text)
      }
    }
    if (item) yield await done(item)
    if (!index) throw new Unreadable('no_records')
  },
}
