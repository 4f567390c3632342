/** Flag challenges as ctfcli keeps them: a folder each, with its `challenge.yml`, its files and pictures. Source: https://github.com/CTFd/ctfcli */
import { stringify } from 'yaml'
import { type NotWritten, notWrittenFile, notWrittenLine } from '#src/contract/bank/notWritten.ts'
import type { FlagChallenge, FlagRule } from '#src/contract/bank/question.schema.ts'
import type { ZipEntry } from '#mock/crud/zipped.ts'
import { picturesIn } from '../pictures.ts'
import { withRelativePictures, type QuestionAssets } from './written.ts'

const flag = (type: 'static' | 'regex', content: string, ignore: boolean) =>
  type === 'static' && !ignore ? content : { type, content, data: ignore ? 'case_insensitive' : 'case_sensitive' }

/** @returns undefined for a flag that is made for each owner, which ctfcli has no word for */
function flags(rule: FlagRule): { flags: unknown[]; logic?: 'all' } | undefined {
  switch (rule.kind) {
    case 'static':
      return { flags: [flag('static', rule.value, rule.ignore_case)] }
    case 'regex':
      return { flags: [flag('regex', rule.pattern, rule.ignore_case)] }
    case 'list':
      return {
        flags: rule.values.map((v) => flag('static', v.value, v.ignore_case)),
        ...(rule.need === 'all' ? { logic: 'all' as const } : {}),
      }
    case 'dynamic':
      return undefined
  }
}

const folder = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'challenge'

/** One that was imported may say the contest it was set in. */
type Challenge = FlagChallenge & { event?: string }

/** Texts of a challenge that may show pictures, which then lie in its folder. */
function* entriesOf(c: Challenge, at: string, rule: object, { pictures, open }: QuestionAssets): Generator<ZipEntry> {
  const list = <T>(name: string, values: readonly T[]) => (values.length ? { [name]: values } : {})
  const text = (words: string) => withRelativePictures(words, pictures)
  const { event } = c
  const challenge = {
    name: c.title,
    author: c.author,
    category: c.set_name,
    description: text(c.stem),
    value: c.score,
    type: 'standard',
    ...(c.connection ? { connection_info: c.connection } : {}),
    ...rule,
    ...list('topics', c.knowledge),
    ...list('tags', c.keywords),
    ...list(
      'files',
      c.attachments.map((f) => `files/${f.name}`),
    ),
    ...list(
      'hints',
      c.hints.map((h) => ({ content: text(h.text), cost: h.cost })),
    ),
    ...(c.writeup ? { solution: 'WRITEUP.md' } : {}),
    state: 'visible',
    version: '0.1',
    // what ctfcli has no word for: which challenge it is here, and the contest it was set in
    range: { id: c.id, ...(event ? { event } : {}) },
  }
  yield { name: `${at}/challenge.yml`, bytes: stringify(challenge, { lineWidth: 0 }) }
  if (c.writeup) yield { name: `${at}/WRITEUP.md`, bytes: text(c.writeup) }
  for (const f of c.attachments) yield { name: `${at}/files/${f.name}`, bytes: open(f.file) }
  for (const id of picturesIn([c.stem, c.writeup, c.hints])) {
    const bytes = pictures.get(id)
    if (bytes) yield { name: `${at}/pictures/${id}`, bytes: [bytes] }
  }
}

/** What the format has no form for is named in a file of the zip. */
export function* ctfcliFiles(challenges: readonly Challenge[], held: QuestionAssets): Generator<ZipEntry> {
  const left: NotWritten[] = []
  const taken = new Set<string>()
  for (const c of challenges) {
    const rule = flags(c.flag)
    if (!rule) {
      left.push({ what: 'question', name: c.title })
      continue
    }
    const plain = `${folder(c.set_name)}/${folder(c.title)}`
    let at = plain
    for (let n = 2; taken.has(at.toLowerCase()); n++) at = `${plain}-${n}`
    taken.add(at.toLowerCase())
    yield* entriesOf(c, at, rule, held)
    if (c.writeup_file) left.push({ what: 'property', name: `${c.title}: ${c.writeup_file.name}` })
  }
  if (left.length)
    yield { name: notWrittenFile, bytes: left.map((l) => `${notWrittenLine(l).replaceAll('\n', ' ')}\n`).join('') }
}
