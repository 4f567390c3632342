/** Moodle XML: `<quiz><question type="…">`, with its files in base64. Source: https://docs.moodle.org/en/Moodle_XML_format */
import { mostHanded, partials } from '#src/contract/bank/question.ts'
import { type Format, headText } from '../format.ts'
import { type ReadRow, Unreadable } from '../found.ts'
import { rootTag } from '../read/xmlRoot.ts'
import { firstElement, elements, textIn, type XmlNode, readXmlTree } from '../read/xmlTree.ts'
import { bytesSource } from '../source.ts'
import { attach } from './attach.ts'
import type { PictureBox } from './pictures.ts'
import { blanksOf, foreign, Foreign, NoQuestion, letteredOptionsOf, type TextFormat } from './question.ts'
import { moodleCategory, setOfFile } from './set.ts'

type Data = Record<string, unknown>

const formatOf = (node: XmlNode | undefined): TextFormat => {
  const said = node?.attributes['format'] ?? ''
  return said === 'html' || said === 'markdown' ? said : said === 'plain_text' ? 'plain' : 'moodle'
}
const own = (node: XmlNode | undefined): string => textIn(firstElement(node, 'text'))
const wordOf = (node: XmlNode, name: string): string => textIn(firstElement(node, name)).trim()
const fractionOf = (answer: XmlNode): number => Number(answer.attributes['fraction'] ?? 0) || 0

interface Box extends PictureBox {
  /** Addresses of files that a text shows as a picture. */
  shown: Set<string>
}
const addressOf = ({ attributes }: XmlNode): string =>
  `${attributes['path'] ?? '/'}${attributes['name'] ?? ''}`.replace(/^\/+/, '')

const inside = '@@PLUGINFILE@@/'
/** The files a text brings along, by the address it calls them by. */
const box = (holders: readonly XmlNode[]): Box => {
  const shown = new Set<string>()
  const files = new Map<string, XmlNode>()
  for (const holder of holders) for (const file of elements(holder, 'file')) files.set(addressOf(file), file)
  return {
    shown,
    async find(src) {
      const name = src.startsWith(inside) ? (src.slice(inside.length).split('?', 1)[0] ?? '') : undefined
      if (name === undefined) return undefined
      let plain = name
      try {
        plain = decodeURIComponent(name)
      } catch {
        // stands for itself
      }
      const file = files.get(name) ?? files.get(plain)
      if (file) shown.add(addressOf(file))
      return file?.attributes['encoding'] === 'base64' ? Buffer.from(textIn(file), 'base64') : undefined
    },
  }
}

/** The question without the links at its end that lead to its files and say no more than their names. */
function unlinked(asked: XmlNode | undefined): string {
  const links = new Set(
    elements(asked, 'file').map(
      ({ attributes: { name = '' } }) => `[${name}](@@PLUGINFILE@@/${encodeURIComponent(name)})`,
    ),
  )
  const parts = own(asked).split('\n\n')
  while (links.has(parts.at(-1) ?? '')) parts.pop()
  return parts.join('\n\n')
}

/** Files that no text shows as a picture: those of the question are its attachments, those of feedback and notes nobody may have before. */
function otherFiles(q: Foreign, holders: readonly XmlNode[], asked: XmlNode | undefined, shown: Set<string>) {
  const named = holders.flatMap((holder) =>
    elements(holder, 'file').map((file) => ({ holder, file, name: file.attributes['name'] ?? '' })),
  )
  const other = named.filter(({ holder, file, name }) =>
    holder === asked ? !shown.has(addressOf(file)) : !/\.(png|jpe?g|gif)$/i.test(name),
  )
  const kept = other.filter(({ holder, file }) => holder === asked && file.attributes['encoding'] === 'base64')
  for (const one of other) if (!kept.includes(one)) q.note('note_file', { name: one.name.slice(0, 200) })
  return attach(
    q,
    kept.map(({ file, name }) => ({ name, source: bytesSource(name, Buffer.from(textIn(file), 'base64')) })),
  )
}

async function feedbackOf(q: Foreign, answer: XmlNode): Promise<string> {
  const feedback = firstElement(answer, 'feedback')
  return feedback ? q.text(own(feedback), formatOf(feedback)) : ''
}

async function multichoice(q: Foreign, node: XmlNode): Promise<Data> {
  const answers = elements(node, 'answer')
  const single = /^(true|1)$/i.test(wordOf(node, 'single') || 'true')
  const full = answers.filter((a) => fractionOf(a) >= 100)
  if (single && full.length > 1) throw new NoQuestion('any_of_several', { n: full.length })
  const right = new Set(single ? full : answers.filter((a) => fractionOf(a) > 0))
  if (!right.size) throw new NoQuestion('no_right_answer')
  const even = 100 / right.size
  const weights = answers.flatMap((a) => {
    const f = fractionOf(a)
    // of several a wrong one takes everything away here
    return (right.has(a) ? Math.abs(f - even) > 0.01 : f !== (single ? 0 : -100)) ? [f] : []
  })
  if (weights.length) q.note('note_weights', { weights: weights.map((w) => `${w}%`).join(', ') })
  const options = []
  for (const a of answers)
    options.push({ text: await q.text(own(a), formatOf(a)), correct: right.has(a), feedback: await feedbackOf(q, a) })
  return {
    type: single ? 'single' : 'multiple',
    options: letteredOptionsOf(options),
    shuffle: !/^(false|0)$/i.test(wordOf(node, 'shuffleanswers')),
    ...(single
      ? {}
      : { partial: partials.find((p) => p === wordOf(node, 'partial')) ?? (right.size > 1 ? 'share' : 'none') }),
  }
}

async function typed(q: Foreign, node: XmlNode, number: boolean): Promise<Data> {
  const accepted: string[] = []
  for (const a of elements(node, 'answer')) {
    const tolerance = Number(textIn(firstElement(a, 'tolerance')).trim() || 0)
    const words = await q.words(own(a), number ? 'plain' : formatOf(a) === 'html' ? 'html' : 'plain')
    const said = number && tolerance ? `${words} ± ${tolerance}` : words
    if ((await feedbackOf(q, a)) !== '') q.note('note_answer_feedback', { answer: said.slice(0, 120) })
    if (said === '*') q.note('note_any_answer')
    else if (fractionOf(a) >= 100) accepted.push(said)
    else if (fractionOf(a) > 0) q.note('note_part_answer', { answer: said.slice(0, 120), share: `${fractionOf(a)}%` })
  }
  if (!accepted.length) throw new NoQuestion('no_right_answer')
  if (number) {
    q.note('note_number', { answer: accepted.join('; ').slice(0, 200) })
    const units = elements(firstElement(node, 'units'), 'unit').map((u) => wordOf(u, 'unit_name'))
    if (units.length) q.note('note_units', { units: units.join(', ').slice(0, 200) })
  } else if (wordOf(node, 'usecase') === '1') q.note('note_case')
  return { type: 'completion', blanks: blanksOf([accepted]) }
}

async function trueFalse(q: Foreign, node: XmlNode): Promise<Data> {
  const answers = elements(node, 'answer')
  const right = answers.find((a) => fractionOf(a) >= 100)
  const word = own(right).trim().toLowerCase()
  if (word !== 'true' && word !== 'false') throw new NoQuestion('no_right_answer')
  for (const a of answers) {
    const text = await feedbackOf(q, a)
    if (text !== '') q.note('note_answer_feedback', { answer: own(a).trim() })
  }
  return { type: 'true-false', truth: word === 'true' }
}

async function essay(q: Foreign, node: XmlNode): Promise<Data> {
  const info = firstElement(node, 'graderinfo')
  if (own(firstElement(node, 'responsetemplate')).trim() !== '') q.note('note_template')
  const files = Number(wordOf(node, 'attachments') || 0)
  if (files !== 0) {
    // any number is said by -1
    const ends = wordOf(node, 'filetypeslist').split(/[\s,;]+/)
    q.handsIn(files > 0 ? files : mostHanded, ends, wordOf(node, 'responseformat') !== 'noinline')
  }
  return { type: 'short', reference: info ? await q.text(own(info), formatOf(info)) : '' }
}

const readers: Record<string, (q: Foreign, node: XmlNode) => Promise<Data>> = {
  multichoice,
  truefalse: trueFalse,
  shortanswer: (q, node) => typed(q, node, false),
  numerical: (q, node) => typed(q, node, true),
  essay,
}

async function fields(q: Foreign, node: XmlNode): Promise<Data> {
  const type = node.attributes['type'] ?? ''
  if (type === 'description') throw new NoQuestion('no_question')
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (!read) throw new NoQuestion('question_type', { type: type.slice(0, 60) })
  const asked = firstElement(node, 'questiontext')
  const general = firstElement(node, 'generalfeedback')
  const data: Data = { ...q.titled(own(firstElement(node, 'name')), await q.text(unlinked(asked), formatOf(asked))) }
  const score = Number(wordOf(node, 'defaultgrade') || 1)
  const hints = []
  for (const h of elements(node, 'hint')) {
    const text = await q.text(own(h), formatOf(h))
    if (text !== '') hints.push({ text, cost: 0 })
  }
  const tags = elements(firstElement(node, 'tags'), 'tag').map((t) => own(t).trim())
  for (const name of ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'])
    if (own(firstElement(node, name)).trim() !== '') q.note('note_combined_feedback')
  const penalty = Number(wordOf(node, 'penalty') || 0)
  if (penalty && type !== 'truefalse') q.note('note_penalty', { share: `${Math.round(penalty * 1000) / 10}%` })
  return {
    ...data,
    score: Number.isFinite(score) ? Math.round(score * 100) / 100 : 1,
    explanation: general ? await q.text(own(general), formatOf(general)) : '',
    ...(hints.length ? { hints } : {}),
    ...(tags.length ? { keywords: [...new Set(tags)] } : {}),
    ...(await read(q, node)),
  }
}

export const moodleXml: Format = {
  id: 'moodle-xml',
  resources: ['theory-question'],
  sniff(_, head) {
    const root = rootTag(headText(head))
    return root?.name === 'quiz' && !root.prefixed && !root.attributes.includes('canvas.instructure') ? 1 : 0
  },
  async *read(source) {
    const quiz = await readXmlTree(source)
    if (quiz.name !== 'quiz') throw new Unreadable('xml_shape', { line: quiz.line })
    let set = setOfFile(source.name)
    let index = 0
    for (const node of elements(quiz, 'question')) {
      if (node.attributes['type'] === 'category') {
        set = moodleCategory(own(firstElement(node, 'category'))) || set
        continue
      }
      const answers = elements(node, 'answer')
      const holders = [...elements(node), ...answers.flatMap((a) => elements(a))]
      const held = box(holders)
      const q = new Foreign({ file: source.name, line: node.line, index: ++index }, held)
      q.label = own(firstElement(node, 'name')).trim()
      yield await foreign('theory-question', q, async (): Promise<ReadRow> => {
        const data = await fields(q, node)
        const files = otherFiles(q, holders, firstElement(node, 'questiontext'), held.shown)
        return q.row('theory-question', set, { ...data, ...files })
      })
    }
    if (!index) throw new Unreadable('no_records')
  },
}
