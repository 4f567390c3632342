/**
 * Quizzes in Markdown as learners' collections on GitHub write them: `#### Q1. question`, options `- [x]` and `- [ ]`, explanations behind
 * them. Pictures lie beside the file. Source: https://github.com/Ebazhanov/linkedin-skill-assessments-quizzes
 */
import { type Format, headText } from '../format.ts'
import { type FoundRow, Unreadable } from '../found.ts'
import { lines } from '../read/text.ts'
import { besideBox } from './beside.ts'
import { foreign, Foreign, NoQuestion, optionsOf } from './question.ts'
import { setName, setOfFile } from './set.ts'

const heading = /^#{2,6}\s+(?:\*{0,2})(?:Q|问题|問題|题目|題目)?\s*(\d{1,5})\s*[.:：、)]\s*(.*)$/i
const mark = /^(\s{0,3})[-*+]\s+\[([ xX])\]\s*(.*)$/

/** Lines, and whether a fence is open behind the last of them. */
interface Passage {
  lines: string[]
  fenced: boolean
}
interface Item {
  line: number
  stem: Passage
  options: (Passage & { correct: boolean })[]
  behind: string[]
}
const fence = /^\s*(```|~~~)/
const begun = (first: string): Passage => ({ lines: [first], fenced: fence.test(first) })
function put(to: Passage, text: string): void {
  to.lines.push(text)
  if (fence.test(text)) to.fenced = !to.fenced
}

function add(item: Item, text: string): void {
  const last = item.options.at(-1)
  const [, , tick, words] = (last && !item.behind.length ? last : item.stem).fenced ? [] : (mark.exec(text) ?? [])
  if (tick !== undefined) {
    // notes between two options are the explanation all the same
    item.options.push({ correct: tick !== ' ', ...begun(words ?? '') })
  } else if (!last) put(item.stem, text)
  // lines that go on with an option: indented, or in a fence that was opened in it
  else if (!item.behind.length && (text === '' || /^\s{2,}/.test(text) || last.fenced || fence.test(text)))
    put(last, text.replace(/^ {2}/, ''))
  else item.behind.push(text)
}

async function fields(q: Foreign, item: Item): Promise<Record<string, unknown>> {
  const right = item.options.filter((o) => o.correct).length
  if (!item.options.length) throw new NoQuestion('no_question')
  if (!right) throw new NoQuestion('no_right_answer')
  const options = []
  for (const o of item.options) options.push({ text: await q.text(o.lines.join('\n'), 'markdown'), correct: o.correct })
  const explanation = (await q.text(item.behind.join('\n'), 'markdown')).replace(
    /^\*{0,2}(?:Explanation|说明|解释|解析|說明|解釋)\*{0,2}\s*[:：]\*{0,2}\s*/i,
    '',
  )
  return {
    ...q.titled('', await q.text(item.stem.lines.join('\n'), 'markdown')),
    type: right > 1 ? 'multiple' : 'single',
    options: optionsOf(options),
    explanation,
  }
}

export const markdownQuiz: Format = {
  id: 'markdown',
  resources: ['theory-question'],
  sniff(name, head) {
    const text = headText(head)
    if (!/\.(md|markdown)$/i.test(name) || head.includes(0)) return 0
    return text.split('\n').some((l) => heading.test(l)) && /^\s{0,3}[-*+]\s+\[[xX ]\]\s/m.test(text) ? 0.95 : 0
  },
  async *read(source, beside) {
    const box = besideBox(source, beside)
    let set = setOfFile(source.name)
    let item: Item | undefined
    let index = 0
    const done = async (i: Item): Promise<FoundRow> => {
      const q = new Foreign({ file: source.name, line: i.line, index: ++index }, box)
      q.label = i.stem.lines.join(' ').trim()
      return foreign('theory-question', q, async () => q.row('theory-question', set, await fields(q, i)))
    }
    for await (const { text, line } of lines(source)) {
      const head = (item?.options.at(-1) ?? item?.stem)?.fenced ? null : heading.exec(text)
      if (head) {
        if (item) yield await done(item)
        item = { line, stem: begun(head[2] ?? ''), options: [], behind: [] }
      } else if (item) add(item, text)
      else if (/^#{1,2}\s+\S/.test(text)) set = setName([text.replace(/^#+\s+/, '')]) || set
    }
    if (item) yield await done(item)
    if (!index) throw new Unreadable('no_records')
  },
}
