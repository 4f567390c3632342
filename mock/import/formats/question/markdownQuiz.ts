/**
 * Quizzes in Markdown as learners' collections on GitHub write them: `#### Q1. question`, options `- [x]` and `- [ ]`, explanations behind
 * them; or plainer, `1. question` and options `a) …` with `Answer: b` below them. Pictures lie beside the file. Source: https://github.com/Ebazhanov/linkedin-skill-assessments-quizzes
 */
import { type Format, headText } from '../format.ts'
import { type FoundRow, Unreadable } from '../found.ts'
import { numberedLines } from '../read/text.ts'
import { isBeside } from '../elsewhere.ts'
import { besideBox } from './beside.ts'
import { foreign, Foreign, NoQuestion, letteredOptionsOf } from './question.ts'
import { setName, setOfFile } from './set.ts'

const heading = /^#{2,6}\s+(?:\*{0,2})(?:Q|问题|問題|题目|題目)?\s*(\d{1,5})\s*[.:：、)]\s*(.*)$/i
const mark = /^(\s{0,6})[-*+]\s+\[([ xX])\]\s*(.*)$/
const numbered = /^(\*{2})?(?:Q|问题|問題|题目|題目)?\s*(\d{1,5})\s*[.:：、)]\s*(\S.*)$/i
const lettered = /^\s{0,6}(?:[-*+]\s+)?\(?([A-Za-z])[.)、]\s*(\S.*)$/
const key =
  /^\s{0,6}\*{0,2}(?:(?:Correct )?Answers?|(?:正确)?答案)\*{0,2}\s*[:：]\s*\*{0,2}\s*\(?([A-Z](?:(?:\s*[,;、，&]\s*|\s+and\s+|)[A-Z])*)\*{0,2}(?:[.):]\s.*|[.)])?\s*$/i

/** How a file writes its questions: under headings or after plain numbers, with ticks or with letters and a key. */
interface Style {
  headed: boolean
  ticked: boolean
  keyed: boolean
}
function styleOf(texts: readonly string[]): Style {
  const some = (words: RegExp) => texts.some((t) => words.test(t))
  return { headed: some(heading), ticked: some(mark), keyed: some(key) && some(lettered) }
}

/** Lines, and whether a fence is open behind the last of them. */
interface Passage {
  lines: string[]
  fenced: boolean
}
interface Item {
  line: number
  number: number
  stem: Passage
  options: (Passage & { correct: boolean; letter?: string })[]
  behind: string[]
}
const fence = /^\s*(```|~~~)/
const begun = (first: string): Passage => ({ lines: [first], fenced: fence.test(first) })
function put(to: Passage, text: string): void {
  to.lines.push(text)
  if (fence.test(text)) to.fenced = !to.fenced
}

/** With letters: an option is the next letter, and the key says which are right. */
function addLettered(item: Item, text: string): void {
  const last = item.options.at(-1)
  const fenced = (last ?? item.stem).fenced
  const [, letter, words] = fenced || item.behind.length ? [] : (lettered.exec(text) ?? [])
  const [, said] = fenced || !last ? [] : (key.exec(text) ?? [])
  if (said !== undefined) {
    const letters = said.replace(/\band\b/gi, '').toUpperCase()
    for (const o of item.options) o.correct = letters.includes(o.letter ?? '-')
    item.behind.push('')
  } else if (letter !== undefined && letter.toUpperCase() === String.fromCharCode(65 + item.options.length))
    item.options.push({ letter: letter.toUpperCase(), correct: false, ...begun(words ?? '') })
  else addText(item, text)
}

function addTicked(item: Item, text: string): void {
  const last = item.options.at(-1)
  const [, , tick, words] = (last && !item.behind.length ? last : item.stem).fenced ? [] : (mark.exec(text) ?? [])
  if (tick !== undefined) {
    // notes between two options are the explanation all the same
    item.options.push({ correct: tick !== ' ', ...begun(words ?? '') })
  } else addText(item, text)
}

function addText(item: Item, text: string): void {
  const last = item.options.at(-1)
  if (!last) put(item.stem, text)
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
    options: letteredOptionsOf(options),
    explanation,
  }
}

/** The question a line begins. A plain number does where it is the next one, or the first again behind options: others belong to lists in a text. */
function begins({ headed }: Style, text: string, item: Item | undefined): { number: number; stem: string } | undefined {
  if (headed) {
    const [, number, stem = ''] = heading.exec(text) ?? []
    return number === undefined ? undefined : { number: Number(number), stem }
  }
  const [, bold, said, stem = ''] = numbered.exec(text) ?? []
  const number = Number(said)
  if (said === undefined || (item && number !== item.number + 1 && !(number === 1 && item.options.length)))
    return undefined
  return { number, stem: bold ? stem.replace(/\*{2}\s*$/, '') : stem }
}

export const markdownQuiz: Format = {
  id: 'markdown',
  resources: ['theory-question'],
  sniff(name, head) {
    if (!/\.(md|markdown)$/i.test(name) || head.includes(0)) return 0
    const texts = headText(head).split(/\r?\n/)
    const { headed, ticked, keyed } = styleOf(texts)
    if (headed) return ticked || keyed ? 0.95 : 0
    // a list of things to do in a file for who reads it is no quiz
    return !isBeside(name) && texts.some((t) => numbered.test(t)) && (ticked || keyed) ? 0.8 : 0
  },
  async *read(source, beside) {
    const box = besideBox(source, beside)
    const style: Style = { headed: false, ticked: false, keyed: false }
    for await (const { text } of numberedLines(source)) {
      const here = styleOf([text])
      style.headed ||= here.headed
      style.ticked ||= here.ticked
    }
    const add = style.ticked ? addTicked : addLettered
    let set = setOfFile(source.name)
    let item: Item | undefined
    let index = 0
    const done = async (i: Item): Promise<FoundRow> => {
      const q = new Foreign({ file: source.name, line: i.line, index: ++index }, box)
      q.label = i.stem.lines.join(' ').trim()
      return foreign('theory-question', q, async () => q.row('theory-question', set, await fields(q, i)))
    }
    for await (const { text, line } of numberedLines(source)) {
      const head = (item?.options.at(-1) ?? item?.stem)?.fenced ? undefined : begins(style, text, item)
      if (head) {
        if (item) yield await done(item)
        item = { line, number: head.number, stem: begun(head.stem), options: [], behind: [] }
      } else if (item) add(item, text)
      else if (/^#{1,2}\s+\S/.test(text)) set = setName([text.replace(/^#+\s+/, '')]) || set
    }
    if (item) yield await done(item)
    if (!index) throw new Unreadable('no_records')
  },
}
