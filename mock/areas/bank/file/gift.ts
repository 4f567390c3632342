/** Theory questions as GIFT. Source: https://docs.moodle.org/en/GIFT_format */
import { type NotWritten, notWrittenLine } from '#src/contract/bank/notWritten.ts'
import type { TheoryQuestion } from '#src/contract/bank/question.schema.ts'
import { lostMarkingOf, type QuestionFile } from './written.ts'

const escaped = (text: string): string => text.replace(/[\\:~=#{}[\]]/g, (c) => `\\${c}`).replace(/\r\n?|\n/g, '\\n')
const marked = (text: string): string => `[markdown]${escaped(text)}`
const feedback = (text: string): string => (text ? `#${marked(text)}` : '')

/** A place in the middle of a sentence, where the answers may stand inside; elsewhere the mark of the blank stays in the text. */
const inside = /^([^]*\S) \{\{1\}\} (\S[^]*)$/

function answers(q: TheoryQuestion): string | undefined {
  const general = q.explanation ? `####${marked(q.explanation)}` : ''
  // an empty line would end the question
  const listed = (lines: readonly string[]) =>
    `{\n${[...lines, ...(general ? [general] : [])].map((l) => `\t${l}\n`).join('')}}`
  const options = q.options.map((o) => ({ ...o, said: `${marked(o.text)}${feedback(o.feedback)}` }))
  const right = q.options.filter((o) => o.correct).length
  switch (q.type) {
    case 'true-false':
      return `{${q.truth ? 'TRUE' : 'FALSE'}${general}}`
    case 'single':
      return listed(options.map((o) => `${o.correct ? '=' : '~'}${o.said}`))
    case 'multiple': {
      const share = Math.round(1e7 / right) / 1e5
      return listed(options.map((o) => `~${o.correct ? `%${share}%` : '%-100%'}${o.said}`))
    }
    case 'completion':
      // GIFT asks for one answer
      if (q.blanks.length !== 1 || !q.blanks[0]?.accepted.length) return undefined
      // answers with arrows would be pairs
      if (q.blanks[0].accepted.every((a) => a.includes('->'))) return undefined
      return listed(q.blanks[0].accepted.map((a) => `=[plain]${escaped(a)}`))
    case 'short':
      return `{${general}}`
  }
}

export function giftOf(questions: readonly TheoryQuestion[]): QuestionFile {
  const left: NotWritten[] = []
  let set: string | undefined
  let out = ''
  for (const q of questions) {
    const said = answers(q)
    if (said === undefined) {
      left.push({ what: 'question', name: q.title })
      continue
    }
    if (q.set_name !== set) {
      set = q.set_name
      out += `$CATEGORY: $course$/${escaped(set.replaceAll('/', '//'))}\n\n`
    }
    const lost = lostMarkingOf(q)
    if (lost) left.push(lost)
    if (q.type === 'multiple') out += `// [partial:${q.partial}]\n`
    for (const word of q.keywords) out += `// [tag:${word.replace(/[\]\n]/g, ' ')}]\n`
    const [, before, after] = (q.type === 'completion' && inside.exec(q.stem)) || []
    const parted = before !== undefined && after !== undefined && !q.stem.includes('_____')
    const text = parted ? `${marked(before)} ${said} ${escaped(after)}` : `${marked(q.stem)} ${said}`
    out += `::${escaped(q.title)}::${text}\n\n`
  }
  for (const l of left) out += `// ${notWrittenLine(l).replace(/[[\]\n]/g, ' ')}\n`
  return { text: out, left }
}
