/** Items of QTI 2.1 and 2.2: `<assessmentItem>` with its interactions inside XHTML. Source: https://www.imsglobal.org/question/ */
import type { FoundRow } from '../../found.ts'
import { descendantsOf, firstElement, elements, markupIn, textIn, type XmlNode } from '../../read/xmlTree.ts'
import type { SourceFile } from '../../source.ts'
import type { PictureBox } from '../pictures.ts'
import { blanksOf, foreign, Foreign, NoQuestion, letteredOptionsOf } from '../question.ts'
import { isMatching, typeAsked } from './matching.ts'
import { endsOfType } from './mime.ts'
import { setOfPackage } from './package.ts'

type Data = Record<string, unknown>
const slot = (n: number): string => `\ue000${n}\ue001`
const slots = /\ue000(\d+)\ue001/g
const isInteraction = (n: XmlNode): boolean => n.name.endsWith('Interaction')
/** A button that ends an attempt: for a hint, the solution, another try. It asks nothing. */
const isButton = (n: XmlNode): boolean => n.name === 'endAttemptInteraction'
const aside = new Set([
  'rubricBlock',
  'feedbackInline',
  'feedbackBlock',
  'stylesheet',
  'infoControl',
  'apipAccessibility',
])

/** A picture may be an `object`. */
const shown = (n: XmlNode): string | undefined => {
  if (n.name === 'object' && n.attributes['type']?.startsWith('image/'))
    return `<img src="${(n.attributes['data'] ?? '').replace(/[&"<>]/g, (c) => `&#${c.charCodeAt(0)};`)}" alt="">${markupIn(n, shown)}`
  return aside.has(n.name) ? '' : undefined
}

interface Declared {
  correct: string[]
  mapped: { key: string; points: number }[]
  cardinality: string
}
function declared(item: XmlNode, identifier: string): Declared {
  const node = elements(item, 'responseDeclaration').find((d) => d.attributes['identifier'] === identifier)
  return {
    correct: elements(firstElement(node, 'correctResponse'), 'value').map((v) => textIn(v).trim()),
    mapped: elements(firstElement(node, 'mapping'), 'mapEntry').map((e) => ({
      key: e.attributes['mapKey'] ?? '',
      points: Number(e.attributes['mappedValue'] ?? 0) || 0,
    })),
    cardinality: node?.attributes['cardinality'] ?? 'single',
  }
}

async function choice(q: Foreign, item: XmlNode, node: XmlNode): Promise<Data> {
  const { correct, mapped, cardinality } = declared(item, node.attributes['responseIdentifier'] ?? '')
  const choices = elements(node, 'simpleChoice')
  const several = cardinality === 'multiple'
  const best = Math.max(0, ...mapped.map((m) => m.points))
  const right = new Set(
    correct.length ? correct : mapped.filter((m) => m.points > 0 && (several || m.points === best)).map((m) => m.key),
  )
  if (!choices.some((c) => right.has(c.attributes['identifier'] ?? ''))) throw new NoQuestion('no_right_answer')
  if (mapped.some((m) => m.points !== 0 && (!right.has(m.key) || m.points !== best)))
    q.note('note_weights', { weights: mapped.map((m) => String(m.points)).join(', ') })
  const options = []
  for (const c of choices) {
    const feedback = elements(c, 'feedbackInline')
      .map((f) => markupIn(f, shown))
      .join(' ')
    const id = c.attributes['identifier'] ?? ''
    const text = await q.text(markupIn(c, shown), 'html')
    if (text === '' && !right.has(id)) {
      q.note('note_field', { name: `simpleChoice: ${id.slice(0, 60)}` })
      continue
    }
    options.push({
      text,
      correct: right.has(id),
      feedback: await q.text(feedback, 'html'),
    })
  }
  return {
    type: several ? 'multiple' : 'single',
    options: letteredOptionsOf(options),
    shuffle: /^true$/i.test(node.attributes['shuffle'] ?? ''),
    ...(several ? { partial: mapped.length ? 'share' : 'none' } : {}),
  }
}

function typed(q: Foreign, item: XmlNode, nodes: readonly XmlNode[]): Data {
  const all = nodes.map((node) => {
    const { correct, mapped } = declared(item, node.attributes['responseIdentifier'] ?? '')
    const best = Math.max(0, ...mapped.map((m) => m.points))
    for (const m of mapped)
      if (m.points > 0 && m.points < best && !correct.includes(m.key))
        q.note('note_part_answer', { answer: m.key.slice(0, 120), share: String(m.points) })
    return [...correct, ...mapped.filter((m) => m.points > 0 && m.points === best).map((m) => m.key)]
  })
  if (all.some((a) => !a.length)) throw new NoQuestion('no_right_answer')
  return { type: 'completion', blanks: blanksOf(all) }
}

/** Text for those who mark, and for nobody else. */
async function forMarkers(q: Foreign, body: XmlNode): Promise<string> {
  const blocks = [...descendantsOf(body, 'rubricBlock')].filter((b) => /scorer|tutor/.test(b.attributes['view'] ?? ''))
  const texts = []
  for (const b of blocks) texts.push(await q.text(markupIn(b, shown), 'html'))
  return texts.join('\n\n')
}

async function fields(q: Foreign, item: XmlNode): Promise<Data> {
  const body = firstElement(item, 'itemBody')
  const asked = [...descendantsOf(body)].filter((n) => isInteraction(n) && !isButton(n))
  for (const button of [...descendantsOf(body)].filter(isButton))
    q.note('note_field', { name: `endAttemptInteraction: ${(button.attributes['title'] ?? '').slice(0, 60)}` })
  const kinds = [...new Set(asked.map((n) => n.name))]
  const [first] = asked
  if (!first) throw new NoQuestion('no_question')
  const known = ['choiceInteraction', 'textEntryInteraction', 'extendedTextInteraction', 'uploadInteraction']
  const other = kinds.find((k) => !known.includes(k))
  if (other) throw new NoQuestion('question_type', { type: typeAsked(other) })
  if (kinds.length === 1 && isMatching(asked.map((n) => elements(n, 'simpleChoice').map(textIn))))
    throw new NoQuestion('question_type', { type: 'matching' })
  const uploads = asked.filter((n) => n.name === 'uploadInteraction')
  const written = asked.length - uploads.length
  const several = asked.length > 1
  if (
    uploads.length
      ? written > 1 || (written && !kinds.includes('extendedTextInteraction'))
      : kinds.length > 1 || (several && first.name !== 'textEntryInteraction')
  )
    throw new NoQuestion('several_questions', { n: asked.length })
  const place = (n: XmlNode): string | undefined => {
    if (n.name === 'textEntryInteraction') return slot(asked.indexOf(n) + 1)
    if (isButton(n)) return ''
    if (isInteraction(n)) return `<p>${markupIn(firstElement(n, 'prompt'), shown)}</p>`
    return shown(n)
  }
  const stem = (await q.text(markupIn(body, place), 'html')).replace(slots, '{{$1}}')
  for (const f of elements(item, 'modalFeedback'))
    q.note('note_feedback', { text: textIn(f).replace(/\s+/g, ' ').trim().slice(0, 200) })
  const title = item.attributes['title'] ?? ''
  const marks = await forMarkers(q, body ?? item)
  const head = q.titled(title, stem)
  if (first.name === 'choiceInteraction') {
    if (marks) q.note('note_rubric')
    return { ...head, ...(await choice(q, item, first)) }
  }
  if (first.name === 'textEntryInteraction') {
    if (marks) q.note('note_rubric')
    // a text that is its own title keeps its place for the answer
    return { ...head, ...(several || stem.includes('{{') ? { stem } : {}), ...typed(q, item, asked) }
  }
  if (uploads.length)
    q.handsIn(
      uploads.length,
      uploads.flatMap((u) => endsOf(q, u.attributes['type'] ?? '')),
      written > 0,
    )
  return { ...head, type: 'short', reference: marks }
}

/** Ends of file names by the types that an upload names. */
const endsOf = (q: Foreign, types: string): string[] =>
  types
    .split(/[\s,;]+/)
    .filter((t) => t !== '' && t !== '*/*')
    .flatMap((type) => {
      const ends = endsOfType[type.toLowerCase()]
      if (!ends) q.note('note_field', { name: type.slice(0, 60) })
      return ends ?? []
    })

function scoreOf(item: XmlNode): number | undefined {
  const outcome = (name: string) =>
    elements(item, 'outcomeDeclaration').find((o) => o.attributes['identifier'] === name)
  const most = Number(
    textIn(firstElement(outcome('MAXSCORE'), 'defaultValue')).trim() || outcome('SCORE')?.attributes['normalMaximum'],
  )
  return Number.isFinite(most) && most > 0 ? most : undefined
}

export async function* qti2Rows(
  item: XmlNode,
  source: SourceFile,
  beside: readonly SourceFile[],
  box: PictureBox,
): AsyncGenerator<FoundRow, void, undefined> {
  const q = new Foreign({ file: source.name, line: item.line }, box)
  q.label = item.attributes['title'] ?? item.attributes['identifier'] ?? ''
  const score = scoreOf(item)
  yield await foreign('theory-question', q, async () =>
    q.row('theory-question', await setOfPackage('', source, beside), {
      ...(await fields(q, item)),
      ...(score === undefined ? {} : { score }),
    }),
  )
}
