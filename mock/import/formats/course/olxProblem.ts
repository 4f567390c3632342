/**
 * Problems of Open edX as theory questions: one choice, several, a typed text or a number. What a script makes or judges, and what is drawn, clicked
 * or computed, is refused by its name. Source: https://docs.openedx.org/en/latest/educators/references/course_development/exercise_tools
 */
import type { FoundRow } from '../found.ts'
import { descendantsOf, elements, firstElement, markupIn, textIn, type XmlNode } from '../read/xmlTree.ts'
import type { PictureBox } from '../question/pictures.ts'
import { blanksOf, foreign, Foreign, letteredOptionsOf, NoQuestion } from '../question/question.ts'

type Data = Record<string, unknown>
const isResponse = (n: XmlNode): boolean => n.name.endsWith('response')
/** What an answer is given with, and what is shown behind it. */
const aside = new Set([
  'choicegroup',
  'checkboxgroup',
  'optioninput',
  'textline',
  'formulaequationinput',
  'responseparam',
  'additional_answer',
  'solution',
  'demandhint',
  'script',
  'startouttext',
  'endouttext',
  'correcthint',
  'stringequalhint',
  'clarification',
])
const place = (n: XmlNode): string | undefined => {
  if (aside.has(n.name)) return ''
  if (n.name === 'label' || n.name === 'description') return `<p>${markupIn(n, place)}</p>`
  return isResponse(n) || n.name === 'text' ? markupIn(n, place) : undefined
}
const isRight = (n: XmlNode): boolean => /^true$/i.test(n.attributes['correct'] ?? '')

async function options(q: Foreign, nodes: readonly XmlNode[]) {
  const out = []
  for (const node of nodes) {
    const hints = elements(node, 'choicehint').concat(elements(node, 'optionhint'))
    out.push({
      text: await q.text(
        markupIn(node, (n) => (n.name.endsWith('hint') ? '' : undefined)),
        'html',
      ),
      correct: isRight(node),
      feedback: await q.text(hints.map((h) => markupIn(h)).join(' '), 'html'),
    })
  }
  if (!out.some((o) => o.correct)) throw new NoQuestion('no_right_answer')
  return out
}

/** `('Sydney','Canberra')` with the right one beside it, as older files have it. */
const listed = (input: XmlNode): { text: string; correct: boolean; feedback: string }[] =>
  [...(input.attributes['options'] ?? '').matchAll(/'((?:[^'\\]|\\.){0,300})'|"((?:[^"\\]|\\.){0,300})"/g)].map(
    ([, one, other]) => {
      const text = (one ?? other ?? '').replace(/\\(.)/g, '$1')
      return { text, correct: text === input.attributes['correct'], feedback: '' }
    },
  )

async function choice(q: Foreign, response: XmlNode, several: boolean): Promise<Data> {
  const nodes = [...descendantsOf(response, 'choice')]
  const all = await options(q, nodes)
  if (!several && all.filter((o) => o.correct).length > 1)
    throw new NoQuestion('any_of_several', { n: all.filter((o) => o.correct).length })
  if ([...descendantsOf(response, 'compoundhint')].length) q.note('note_combined_feedback')
  const group = [...descendantsOf(response)].find((n) => n.name === 'choicegroup' || n.name === 'checkboxgroup')
  return {
    type: several ? 'multiple' : 'single',
    options: letteredOptionsOf(all),
    shuffle: /^true$/i.test(group?.attributes['shuffle'] ?? ''),
    ...(several ? { partial: response.attributes['partial_credit'] ? 'share' : 'none' } : {}),
  }
}

async function dropdown(q: Foreign, response: XmlNode): Promise<Data> {
  const inputs = [...descendantsOf(response, 'optioninput')]
  const [input] = inputs
  if (!input || inputs.length > 1) throw new NoQuestion('several_questions', { n: inputs.length })
  const written = elements(input, 'option')
  const all = written.length ? await options(q, written) : listed(input)
  if (!all.some((o) => o.correct)) throw new NoQuestion('no_right_answer')
  return { type: 'single', options: letteredOptionsOf(all) }
}

function typed(q: Foreign, response: XmlNode): Data {
  const kinds = (response.attributes['type'] ?? '').split(/\s+/)
  if (kinds.includes('regexp')) throw new NoQuestion('question_type', { type: 'regexp' })
  const said = [response, ...elements(response, 'additional_answer')].map((n) => n.attributes['answer'] ?? textIn(n))
  const accepted = said.map((a) => a.trim()).filter(Boolean)
  if (!accepted.length) throw new NoQuestion('no_right_answer')
  if (!kinds.includes('ci')) q.note('note_case')
  return { type: 'completion', blanks: blanksOf([accepted]) }
}

function number(q: Foreign, response: XmlNode): Data {
  const answer = (response.attributes['answer'] ?? '').trim()
  if (answer === '') throw new NoQuestion('no_right_answer')
  if (answer.includes('$')) throw new NoQuestion('question_type', { type: 'script' })
  const tolerance = [...descendantsOf(response, 'responseparam')]
    .find((p) => p.attributes['type'] === 'tolerance')
    ?.attributes['default']?.trim()
  const said = tolerance ? `${answer} ± ${tolerance}` : answer
  const accepted = [
    answer,
    ...elements(response, 'additional_answer').map((a) => (a.attributes['answer'] ?? '').trim()),
  ]
  if (response.attributes['partial_credit']) q.note('note_field', { name: 'partial_credit' })
  q.note('note_number', { answer: said })
  return { type: 'completion', blanks: blanksOf([accepted.filter(Boolean)]) }
}

async function fields(q: Foreign, problem: XmlNode): Promise<Data> {
  const responses = [...descendantsOf(problem)].filter(isResponse)
  const [response] = responses
  if ([...descendantsOf(problem, 'script')].length) throw new NoQuestion('question_type', { type: 'script' })
  if (!response) throw new NoQuestion('no_question')
  const names = new Set(responses.map((r) => r.name))
  const other = [...names].find((n) => !Object.hasOwn(readers, n))
  if (other) throw new NoQuestion('question_type', { type: other })
  if (responses.length > 1) throw new NoQuestion('several_questions', { n: responses.length })
  const stem = await q.text(markupIn(problem, place), 'html')
  const solution = [...descendantsOf(problem, 'solution')]
  const hints = []
  for (const hint of descendantsOf(firstElement(problem, 'demandhint'), 'hint')) {
    const text = await q.text(markupIn(hint), 'html')
    if (text) hints.push({ text, cost: 0 })
  }
  const weight = Number(problem.attributes['weight'] ?? Number.NaN)
  return {
    ...q.titled(problem.attributes['display_name'] ?? '', stem),
    explanation: await q.text(solution.map((s) => markupIn(s)).join('\n'), 'html'),
    ...(hints.length ? { hints } : {}),
    ...(Number.isFinite(weight) && weight > 0 ? { score: weight } : {}),
    ...(await readers[response.name]?.(q, response)),
  }
}
const readers: Record<string, (q: Foreign, response: XmlNode) => Data | Promise<Data>> = {
  multiplechoiceresponse: (q, r) => choice(q, r, false),
  choiceresponse: (q, r) => choice(q, r, true),
  optionresponse: dropdown,
  stringresponse: typed,
  numericalresponse: number,
}

export async function olxQuestion(problem: XmlNode, file: string, set: string, box: PictureBox): Promise<FoundRow> {
  const q = new Foreign({ file, line: problem.line }, box)
  const first = [...descendantsOf(problem)].find((n) => n.name === 'label' || n.name === 'p')
  q.label = (problem.attributes['display_name'] || textIn(first)).replace(/\s+/g, ' ').trim()
  return foreign('theory-question', q, async () => q.row('theory-question', set, await fields(q, problem)))
}
