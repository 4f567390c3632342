/** ctfcli `challenge.yml`. Source: https://github.com/CTFd/ctfcli, spec/challenge-example.yml */
import { type Format, headText } from '../../format.ts'
import { looseList, object, looseText } from '../../read/loose.ts'
import { type Foreign, NoQuestion } from '../question.ts'
import {
  type ForeignChallenge,
  description,
  leftOut,
  challengeScoreOf,
  writeupBeside,
  textField,
  textsOf,
} from './challenge.ts'
import { challengesIn } from './documents.ts'
import { filesBeside } from './files.ts'
import { type FoundFlag, flagRule } from './rule.ts'

const named = /(^|\/)challenge[\w-]*\.ya?ml$/i
const elsewhere = [
  'attempts',
  'requirements',
  'next',
  'image',
  'protocol',
  'host',
  'healthcheck',
  'module',
  'scheduled_at',
  'attribution',
]

export function foundFlagsOf(value: unknown): FoundFlag[] {
  // one flag alone may stand without its list
  const all = typeof looseText(value) === 'string' ? [value] : looseList(value)
  return all.map((v, n) => {
    const plain = looseText(v)
    if (typeof plain === 'string') return { kind: 'static', value: plain, ignoreCase: false }
    const { type = 'static', content, flag, data } = object(v)
    const said = looseText(content ?? flag)
    if (typeof said !== 'string') throw new NoQuestion('type', {}, `flags.${n}`)
    if (type !== 'static' && type !== 'regex')
      throw new NoQuestion('flag_kind', { kind: String(type).slice(0, 60) }, `flags.${n}`)
    return { kind: type, value: said, ignoreCase: data === 'case_insensitive' }
  })
}

export async function hintsOf(q: Foreign, value: unknown): Promise<{ text: string; cost: number }[]> {
  const out = []
  for (const hint of looseList(value)) {
    const { content, cost, title, requirements } = object(hint)
    const said = looseText(typeof hint === 'object' ? content : hint)
    if (typeof said !== 'string' || said.trim() === '') continue
    const head = looseText(title)
    const words = typeof head === 'string' ? `**${head}**\n\n${said}` : said
    if (requirements) q.note('note_field', { name: 'hints.requirements' })
    out.push({ text: await description(q, words), cost: Number(cost ?? 0) || 0 })
  }
  return out
}

/** What our own export keeps beside a challenge. */
function oursOf(value: unknown): Record<string, string> {
  const { id, event } = object(value)
  const said = (v: unknown, form: RegExp) => (typeof v === 'string' && form.test(v) ? v : undefined)
  return Object.fromEntries(
    Object.entries({
      exported_id: said(id, /^[\w-]{1,36}$/),
      event: said(event, /^[^\p{Cc}\p{Cs}]{0,200}(?:19|20)\d\d$/u),
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

async function fields(c: ForeignChallenge): Promise<Record<string, unknown>> {
  const { q, value } = c
  leftOut(q, value, elsewhere)
  if (value['state'] === 'hidden') q.note('note_field', { name: 'state: hidden' })
  const { logic } = value
  if (logic === 'team') q.note('note_field', { name: 'logic: team' })
  const type = textField(value, 'type')
  if (!['', 'standard', 'dynamic'].includes(type)) q.note('note_field', { name: `type: ${type.slice(0, 40)}` })
  const solution = looseText(object(value['solution'])['path'] ?? value['solution'])
  const writeup = typeof solution === 'string' ? await writeupBeside(c, solution) : undefined
  if (typeof solution === 'string' && writeup === undefined)
    q.note('note_file_missing', { name: solution.slice(0, 200) })
  const score = challengeScoreOf(q, value, value['value'])
  q.ours = oursOf(value['range'])
  return {
    title: textField(value, 'name').trim(),
    stem: await description(q, textField(value, 'description')),
    flag: flagRule(foundFlagsOf(value['flags']), logic === 'all'),
    author: textField(value, 'author').trim(),
    connection: textField(value, 'connection_info').trim(),
    keywords: [...new Set(textsOf(value['tags']))],
    knowledge: [...new Set(textsOf(value['topics']))],
    hints: await hintsOf(q, value['hints']),
    ...filesBeside(
      c,
      textsOf(value['files']).map((path) => ({ path })),
    ),
    ...(score === undefined ? {} : { score }),
    ...(writeup === undefined ? {} : { writeup }),
  }
}

export const ctfcli: Format = {
  id: 'ctfcli',
  resources: ['flag-challenge'],
  sniff(name, head) {
    const top = headText(head)
    if (!/\.ya?ml$/i.test(name) || head.includes(0)) return 0
    const said = /^name:/m.test(top) && /^(flags|category|value):/m.test(top) && /^(type|description|flags):/m.test(top)
    return said ? 0.8 : named.test(name) ? 0.55 : 0
  },
  read: (source, beside) =>
    challengesIn(source, beside, fields, (r) => r['name'] !== undefined || r['flags'] !== undefined),
}
