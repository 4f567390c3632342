/** Items of QTI 1.2, as Canvas, Common Cartridge, Respondus and others write them. Source: https://www.imsglobal.org/question/ */
import type { FoundRow } from '../../found.ts'
import { descendantsOf, firstElement, elements, textIn, type XmlNode } from '../../read/xmlTree.ts'
import type { SourceFile } from '../../source.ts'
import type { PictureBox } from '../pictures.ts'
import { blanksOf, foreign, Foreign, NoQuestion, letteredOptionsOf } from '../question.ts'
import { isMatching, typeAsked } from './matching.ts'
import { setOfPackage } from './package.ts'
import { feedbackLinks, type Scored, scoredConditions } from './qti1Score.ts'

type Data = Record<string, unknown>
const responses = new Set([
  'response_lid',
  'response_str',
  'response_num',
  'response_xy',
  'response_grp',
  'response_extension',
])
/** A place in the text that stands for a blank; characters that no text of a file means anything by. */
const slot = (n: number): string => `\ue000${n}\ue001`
const slots = /\ue000(\d+)\ue001/g

const escaped = (text: string): string => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)
const looksMarked = /<\/?[a-z][^<>]*>/i

/** Material of an element as HTML, in its order. @param blank what stands for a response */
function html(node: XmlNode | undefined, blank: (response: XmlNode) => string): string {
  return elements(node)
    .map((c) => {
      if (c.name === 'mattext' || c.name === 'matemtext') {
        const text = textIn(c)
        const marked = c.attributes['texttype'] === 'text/html' || looksMarked.test(text)
        return marked ? text : escaped(text).replace(/\n/g, '<br>')
      }
      if (c.name === 'matimage')
        return `<img src="${escaped(c.attributes['uri'] ?? '').replace(/"/g, '&quot;')}" alt="">`
      if (c.name === 'matbreak') return '<br>'
      if (responses.has(c.name)) return blank(c)
      return html(c, blank)
    })
    .join('')
}

function metadata(item: XmlNode): Map<string, string> {
  const out = new Map<string, string>()
  for (const field of descendantsOf(item, 'qtimetadatafield'))
    out.set(textIn(firstElement(field, 'fieldlabel')).trim(), textIn(firstElement(field, 'fieldentry')).trim())
  return out
}

const named: Record<string, string> = {
  'cc.multiple_choice.v0p1': 'multiple_choice_question',
  'cc.multiple_response.v0p1': 'multiple_answers_question',
  'cc.true_false.v0p1': 'true_false_question',
  'cc.fib.v0p1': 'short_answer_question',
  'cc.pattern_match.v0p1': 'short_answer_question',
  'cc.essay.v0p1': 'essay_question',
}

/** The type as Canvas calls it: said, or seen in what is presented. */
function typeOf(item: XmlNode, meta: ReadonlyMap<string, string>): string {
  const said = meta.get('question_type') || named[meta.get('cc_profile') ?? '']
  if (said) return said
  const asked = [...descendantsOf(firstElement(item, 'presentation'))].filter((n) => responses.has(n.name))
  const [first] = asked
  if (!first) return 'text_only_question'
  const render = [...descendantsOf(first)].find((n) => n.name.startsWith('render_'))
  if (asked.every((n) => n.name === 'response_num')) return 'numerical_question'
  if (asked.every((n) => n.name === 'response_str')) {
    if (/^(decimal|integer)$/i.test(render?.attributes['fibtype'] ?? '')) return 'numerical_question'
    return scoredConditions(item).some((c) => c.wants.length) ? 'short_answer_question' : 'essay_question'
  }
  if (asked.length === 1 && first.name === 'response_lid' && render?.name === 'render_choice')
    return first.attributes['rcardinality'] === 'Multiple' ? 'multiple_answers_question' : 'multiple_choice_question'
  if (render?.name === 'render_extension' || first.attributes['rcardinality'] === 'Ordered') return 'ordering_question'
  return asked.length > 1 ? 'matching_question' : first.name
}

interface Item {
  q: Foreign
  node: XmlNode
  type: string
  scored: Scored[]
  feedback: Map<string, XmlNode>
}

async function choice({ q, node, type, scored, feedback }: Item): Promise<Data> {
  const lists = [...descendantsOf(firstElement(node, 'presentation'), 'response_lid')]
  // some say another type than they are
  if (isMatching(lists.map((list) => [...descendantsOf(list, 'response_label')].map(textIn))))
    throw new NoQuestion('question_type', { type: 'matching' })
  if (lists.length !== 1) throw new NoQuestion('several_questions', { n: lists.length })
  const labels = [...descendantsOf(lists[0], 'response_label')]
  const several = type === 'multiple_answers_question'
  const best = Math.max(0, ...scored.filter((c) => c.wants.length).map((c) => c.points))
  const earns = scored.filter((c) => c.points > 0 && (several || c.points === best))
  const right = new Set(earns.flatMap((c) => c.wants.map((w) => w.value)))
  const known = labels.filter((l) => right.has(l.attributes['ident'] ?? ''))
  if (!known.length) throw new NoQuestion('no_right_answer')
  if (!several && known.length > 1) throw new NoQuestion('any_of_several', { n: known.length })
  const others = scored.filter((c) => (several ? c.points < 0 : c.points !== 0 && c.points !== best))
  if (others.length) q.note('note_weights', { weights: others.map((c) => String(c.points)).join(', ') })
  const links = feedbackLinks(node)
  const options = []
  for (const label of labels) {
    const id = label.attributes['ident'] ?? ''
    const said = feedback.get(links.get(id) ?? `${id}_fb`)
    const text = await q.text(
      html(label, () => ''),
      'html',
    )
    if (text === '' && !right.has(id)) {
      q.note('note_field', { name: `response_label: ${id.slice(0, 60)}` })
      continue
    }
    options.push({
      text,
      correct: right.has(id),
      feedback: said
        ? await q.text(
            html(said, () => ''),
            'html',
          )
        : '',
    })
  }
  const words = options.map((o) => o.text.toLowerCase())
  if (type === 'true_false_question' && words.length === 2 && words.includes('true') && words.includes('false')) {
    for (const o of options) if (o.feedback) q.note('note_answer_feedback', { answer: o.text })
    return { type: 'true-false', truth: options.find((o) => o.correct)?.text.toLowerCase() === 'true' }
  }
  const shuffle = [...descendantsOf(lists[0], 'render_choice')][0]?.attributes['shuffle']
  return {
    type: several ? 'multiple' : 'single',
    options: letteredOptionsOf(options),
    ...(shuffle === undefined ? {} : { shuffle: /^yes$/i.test(shuffle) }),
    ...(several ? { partial: earns.length > 1 ? 'share' : 'none' } : {}),
  }
}

/** What is accepted for each response that is typed. */
function accepted({ scored, q }: Item, idents: readonly string[]): string[][] {
  return idents.map((ident) => {
    const mine = scored.filter((c) => c.points > 0)
    const best = Math.max(0, ...mine.filter((c) => c.wants.some((w) => w.response === ident)).map((c) => c.points))
    const out: string[] = []
    for (const c of mine) {
      const bounds = c.bounds.filter((b) => b.response === ident).map((b) => b.value)
      const range = bounds.length === 2 && bounds[0] !== bounds[1] ? bounds.join(' – ') : ''
      const values = c.wants.filter((w) => w.response === ident).map((w) => w.value)
      const said = values.length ? values.map((v) => (range ? `${v} (${range})` : v)) : range ? [range] : []
      if (values.length && c.points < best)
        for (const v of said) q.note('note_part_answer', { answer: v.slice(0, 120), share: String(c.points) })
      else out.push(...said)
    }
    return out
  })
}

/** Canvas writes `[name]` in the text and lists what is accepted for each name. */
async function namedBlanks(item: Item, stem: string): Promise<Data> {
  const { q, node, scored } = item
  const lists = [...descendantsOf(firstElement(node, 'presentation'), 'response_lid')]
  const out: string[][] = []
  let text = stem
  for (const [n, list] of lists.entries()) {
    const labels = [...descendantsOf(list, 'response_label')]
    const kinds = labels.map((l) => l.attributes['answer_type'] ?? 'openEntry')
    if (kinds.some((k) => k !== 'openEntry')) throw new NoQuestion('blank_choices')
    const rights = new Set(scored.filter((c) => c.points > 0).flatMap((c) => c.wants.map((w) => w.value)))
    const algorithm = labels.map((l) => l.attributes['scoring_algorithm']).find((a) => a && !/equivalence/i.test(a))
    if (algorithm) q.note('note_compared', { how: algorithm.slice(0, 60) })
    if (!labels.some((l) => rights.has(l.attributes['ident'] ?? ''))) throw new NoQuestion('no_right_answer')
    const words = []
    for (const l of labels)
      words.push(
        await q.words(
          html(l, () => ''),
          'html',
        ),
      )
    out.push(words)
    const name = (list.attributes['ident'] ?? '').replace(/^response_/, '')
    const marks = [`\\[${name}\\]`, `\\[${name}]`, `[${name}]`]
    const found = marks.find((m) => text.includes(m))
    if (found) text = text.replace(found, `{{${n + 1}}}`)
  }
  const all = lists.every((_, n) => text.includes(`{{${n + 1}}}`))
  return { type: 'completion', stem: all ? text : stem, blanks: blanksOf(out) }
}

async function fields(item: Item): Promise<Data> {
  const { q, node, type, feedback } = item
  const presentation = firstElement(node, 'presentation')
  const typedIdents: string[] = []
  const typing = type === 'short_answer_question' || type === 'numerical_question'
  const raw = html(presentation, (r) => {
    if (!typing || (r.name !== 'response_str' && r.name !== 'response_num')) return ''
    typedIdents.push(r.attributes['ident'] ?? '')
    return slot(typedIdents.length)
  })
  if (type === 'text_only_question') throw new NoQuestion('no_question')
  const body = await q.text(raw, 'html')
  const several = typedIdents.length > 1
  const stem = body.replace(slots, (_, n: string) => (several ? `{{${n}}}` : '')).trim()
  const general = feedback.get('general_fb')
  for (const name of ['correct_fb', 'general_incorrect_fb']) if (feedback.has(name)) q.note('note_combined_feedback')
  const explanation = general
    ? await q.text(
        html(general, () => ''),
        'html',
      )
    : ''
  const solution = [...descendantsOf(node, 'solution')][0]
  const common = {
    explanation: solution
      ? [
          explanation,
          await q.text(
            html(solution, () => ''),
            'html',
          ),
        ]
          .filter(Boolean)
          .join('\n\n')
      : explanation,
  }
  const title = node.attributes['title'] ?? ''
  const head = q.titled(title, stem)
  switch (type) {
    case 'multiple_choice_question':
    case 'multiple_answers_question':
    case 'true_false_question':
      return { ...common, ...head, ...(await choice(item)) }
    case 'file_upload_question': {
      const { files_count: files, allowed_types: ends = '' } = presentation?.attributes ?? {}
      q.handsIn(Number(files) || 1, ends.split(/[\s,;]+/), false)
      return { ...common, ...head, type: 'short' }
    }
    case 'essay_question':
      return { ...common, ...head, type: 'short' }
    case 'fill_in_multiple_blanks_question':
      return { ...common, ...head, ...(await namedBlanks(item, stem)) }
    case 'short_answer_question':
    case 'numerical_question': {
      const idents = typedIdents.length ? typedIdents : ['']
      const words = accepted(item, idents)
      if (words.some((w) => !w.length)) throw new NoQuestion('no_right_answer')
      if (type === 'numerical_question') q.note('note_number', { answer: words.flat().join('; ').slice(0, 200) })
      return { ...common, ...head, type: 'completion', blanks: blanksOf(words) }
    }
    default:
      throw new NoQuestion('question_type', {
        type: typeAsked(type)
          .replace(/_question$/, '')
          .replaceAll('_', ' ')
          .slice(0, 60),
      })
  }
}

export async function* qti1Rows(
  tree: XmlNode,
  source: SourceFile,
  beside: readonly SourceFile[],
  box: PictureBox,
): AsyncGenerator<FoundRow, void, undefined> {
  const set = await setOfPackage(firstElement(tree, 'assessment')?.attributes['title'] ?? '', source, beside)
  const grouped = [...descendantsOf(tree, 'selection_number')].length > 0
  let index = 0
  for (const node of descendantsOf(tree)) {
    if (node.name !== 'item' && node.name !== 'bankentry_item') continue
    const q = new Foreign({ file: source.name, line: node.line, index: ++index }, box)
    q.label = node.attributes['title'] ?? node.attributes['ident'] ?? node.attributes['item_ref'] ?? ''
    if (node.name === 'bankentry_item') {
      yield q.refused('theory-question', 'question_elsewhere')
      continue
    }
    const meta = metadata(node)
    const feedback = new Map([...descendantsOf(node, 'itemfeedback')].map((f) => [f.attributes['ident'] ?? '', f]))
    const item: Item = { q, node, type: typeOf(node, meta), scored: scoredConditions(node), feedback }
    if (grouped) q.note('note_group')
    const points = Number(meta.get('points_possible') ?? Number.NaN)
    yield await foreign('theory-question', q, async () =>
      q.row('theory-question', set, {
        ...(await fields(item)),
        ...(Number.isFinite(points) ? { score: Math.round(points * 100) / 100 } : {}),
      }),
    )
  }
}
