/** GIFT files: what the tree of each question becomes in our bank. Source: https://docs.moodle.org/en/GIFT_format */
import { type Format, headText } from '../../format.ts'
import { type ReadRow, Unreadable } from '../../found.ts'
import { wholeText } from '../../read/whole.ts'
import { blanksOf, foreign, Foreign, NoQuestion, letteredOptionsOf } from '../question.ts'
import { moodleCategory, setOfFile } from '../set.ts'
import { giftItems } from './parse.ts'
import type { GiftChoice, GiftNumber, GiftQuestion, GiftText } from './tree.ts'

type Data = Record<string, unknown>
const words: Record<GiftQuestion['type'], string> = {
  Description: 'description',
  Essay: 'essay',
  TF: 'true/false',
  MC: 'multiple choice',
  Short: 'short answer',
  Numerical: 'numerical',
  Matching: 'matching',
}

async function choices(q: Foreign, all: readonly GiftChoice[], partial: GiftQuestion['partial']): Promise<Data> {
  const right = all.filter((c) => c.isCorrect)
  const shares = all.filter((c) => !c.isCorrect && (c.weight ?? 0) > 0)
  if (right.length > 1) throw new NoQuestion('any_of_several', { n: right.length })
  const several = right.length === 0
  if (several && !shares.length) throw new NoQuestion('no_right_answer')
  // the same share for each that is right, and nothing at all with one that is wrong, is what ours does
  const even = 100 / shares.length
  const ours =
    several && all.every((c) => (shares.includes(c) ? Math.abs((c.weight ?? 0) - even) < 0.01 : c.weight === -100))
  const weights = all.flatMap((c) => (ours || c.weight === null || c.weight === 100 ? [] : [`${c.weight}%`]))
  if (weights.length) q.note('note_weights', { weights: weights.join(', ') })
  const options = []
  for (const c of all)
    options.push({
      text: await q.text(c.text.text, c.text.format),
      correct: several ? shares.includes(c) : c.isCorrect,
      feedback: c.feedback ? await q.text(c.feedback.text, c.feedback.format) : '',
    })
  return {
    type: several ? 'multiple' : 'single',
    options: letteredOptionsOf(options),
    ...(several ? { partial: partial ?? 'share' } : {}),
  }
}

const isNumber = (t: GiftNumber | GiftText): t is GiftNumber => 'type' in t
const numberText = (n: GiftNumber): string =>
  n.type === 'simple'
    ? String(n.number)
    : n.type === 'range'
      ? `${n.number} ± ${n.range}`
      : `${n.numberLow} – ${n.numberHigh}`

async function typed(q: Foreign, all: readonly GiftChoice<GiftNumber | GiftText>[]): Promise<string[]> {
  const accepted: string[] = []
  for (const c of all) {
    const said = isNumber(c.text) ? numberText(c.text) : await q.words(c.text.text, c.text.format)
    if (c.feedback) q.note('note_answer_feedback', { answer: said })
    if (c.weight !== null && c.weight < 100) {
      q.note('note_part_answer', { answer: said, share: `${c.weight}%` })
      continue
    }
    if (said === '*') q.note('note_any_answer')
    else if (c.isCorrect) accepted.push(said)
  }
  return accepted
}

/** A sentence with its answers inside shows the first place as the blank. */
const withBlank = ({ hasEmbeddedAnswers }: GiftQuestion, stem: string): string =>
  hasEmbeddedAnswers ? stem.replace(/\\?_{5}/, '{{1}}') : stem

async function fields(q: Foreign, g: GiftQuestion): Promise<Data> {
  const explanation =
    'globalFeedback' in g && g.globalFeedback ? await q.text(g.globalFeedback.text, g.globalFeedback.format) : ''
  const stem = await q.text(g.stem.text, g.stem.format)
  const data = { explanation, ...(g.tags ? { keywords: g.tags.slice(0, 30) } : {}) }
  switch (g.type) {
    case 'MC':
      return { ...data, ...q.titled(g.title ?? '', stem), ...(await choices(q, g.choices, g.partial)) }
    case 'TF':
      for (const f of [g.trueFeedback, g.falseFeedback]) if (f) q.note('note_feedback', { text: f.text.slice(0, 200) })
      return { ...data, ...q.titled(g.title ?? '', stem), type: 'true-false', truth: g.isTrue }
    case 'Essay':
      return { ...data, ...q.titled(g.title ?? '', stem), type: 'short' }
    case 'Short':
    case 'Numerical': {
      const all = Array.isArray(g.choices)
        ? g.choices
        : [{ isCorrect: true, weight: null, text: g.choices, feedback: null }]
      const accepted = await typed(q, all)
      if (!accepted.length) throw new NoQuestion('no_right_answer')
      if (g.type === 'Numerical') q.note('note_number', { answer: accepted.join('; ') })
      return {
        ...data,
        ...q.titled(g.title ?? '', withBlank(g, stem)),
        type: 'completion',
        blanks: blanksOf([accepted]),
      }
    }
    case 'Description':
      throw new NoQuestion('no_question')
    case 'Matching':
      throw new NoQuestion('question_type', { type: words[g.type] })
  }
}

export const gift: Format = {
  id: 'gift',
  resources: ['theory-question'],
  sniff(name, head) {
    const text = headText(head)
    if (/\.gift(\.txt)?$/i.test(name)) return head.includes(0) ? 0 : 1
    if (!/\.txt$/i.test(name) || head.includes(0)) return 0
    const marked = /^\s*(::[^:\n]{1,200}::|\$CATEGORY:)/m.test(text)
    const braces = /\{[^{}]*(?:[=~#][^{}]*|T|F|TRUE|FALSE|)\}/.test(text)
    return marked && braces ? 0.9 : braces && /[=~]/.test(text) && /\{\s*[=~#TF]/.test(text) ? 0.7 : 0
  },
  async *read(source) {
    const text = await wholeText(source)
    let set = setOfFile(source.name)
    let index = 0
    for (const item of giftItems(text)) {
      if (item.at === 'category') {
        set = moodleCategory(item.path) || setOfFile(source.name)
        continue
      }
      const q = new Foreign({ file: source.name, line: item.line, index: ++index })
      if (item.at === 'broken') {
        q.label = item.label
        yield q.refused('theory-question', item.why)
        continue
      }
      const { question } = item
      q.label = question.title ?? question.stem.text
      yield await foreign(
        'theory-question',
        q,
        async (): Promise<ReadRow> => q.row('theory-question', set, await fields(q, question)),
      )
    }
    if (!index) throw new Unreadable('no_records')
  },
}
