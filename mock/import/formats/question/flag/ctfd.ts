/**
 * A CTFd export: `db/<table>.json`, each `{ count, results, meta }`, an empty table being a file without a byte; files lie in `uploads/`.
 * Source: https://docs.ctfd.io/docs/exports/ctfd-exports/
 */
import type { Format } from '../../format.ts'
import { Unreadable } from '../../found.ts'
import { parseJsonFile } from '../../read/items.ts'
import { looseList, type Loose, object, looseText } from '../../read/loose.ts'
import { readWhole, folderOf, type SourceFile } from '../../source.ts'
import {
  type ForeignChallenge,
  challenge,
  challengeRow,
  description,
  leftOut,
  challengeScoreOf,
  textField,
} from './challenge.ts'
import { foundFlagsOf, hintsOf } from './ctfcli.ts'
import { filesUploaded } from './files.ts'
import { flagRule } from './rule.ts'
import { isKeyOf, recordOf } from '#src/contract/lib/typed.ts'

const tableMost = 32 * 1024 * 1024
const tables = [
  'flags',
  'hints',
  'tags',
  'files',
  'topics',
  'challenge_topics',
  'dynamic_challenge',
  'solutions',
] as const

async function rowsOf(file: SourceFile | undefined): Promise<Loose[]> {
  if (!file) return []
  const bytes = await readWhole(file, tableMost)
  if (!bytes) throw new Unreadable('file_too_large', { limit: tableMost })
  if (bytes.toString('latin1').trim() === '') return []
  const value = parseJsonFile(bytes)
  if (!Array.isArray(object(value)['results'])) throw new Unreadable('json_shape', { needs: 'results' })
  return looseList(object(value)['results']).map(object)
}

/** The column that rows are asked for by. */
const keys = { dynamic_challenge: 'id', topics: 'id' } as const
type Tables = Record<(typeof tables)[number], Map<unknown, Loose[]>>
function byKey(rows: readonly Loose[], key: string): Map<unknown, Loose[]> {
  const out = new Map<unknown, Loose[]>()
  for (const row of rows) {
    const same = out.get(row[key])
    if (same) same.push(row)
    else out.set(row[key], [row])
  }
  return out
}
const of = (table: Map<unknown, Loose[]>, id: unknown): readonly Loose[] => table.get(id) ?? []

async function fields(c: ForeignChallenge, db: Tables): Promise<Record<string, unknown>> {
  const { q, value } = c
  const { id } = value
  leftOut(q, value, ['max_attempts', 'requirements', 'next_id', 'attribution', 'module_id'])
  if (value['state'] === 'hidden') q.note('note_field', { name: 'state: hidden' })
  const falling = of(db.dynamic_challenge, id)[0] ?? {}
  const score = challengeScoreOf(q, { extra: falling }, value['value'])
  const locations = of(db.files, id).map((f) => looseText(f['location']))
  const topics = of(db.challenge_topics, id).map((t) => of(db.topics, t['topic_id'])[0]?.['value'])
  const solution = of(db.solutions, id)[0]
  return {
    title: textField(value, 'name').trim(),
    stem: await description(q, textField(value, 'description')),
    flag: flagRule(foundFlagsOf(of(db.flags, id)), value['logic'] === 'all'),
    connection: textField(value, 'connection_info').trim(),
    keywords: [...new Set(of(db.tags, id).map((t) => looseText(t['value'])))],
    knowledge: [...new Set(topics.filter((t) => t !== undefined))],
    hints: await hintsOf(q, of(db.hints, id)),
    ...filesUploaded(
      c,
      locations.filter((l) => typeof l === 'string'),
    ),
    ...(score === undefined ? {} : { score }),
    ...(solution ? { writeup: textField(solution, 'content') } : {}),
  }
}

export const ctfd: Format = {
  id: 'ctfd',
  resources: ['flag-challenge'],
  sniff: (name) => (/(^|\/)db\/challenges\.json$/i.test(name) ? 0.95 : 0),
  async *read(source, beside) {
    const challenges = await rowsOf(source)
    if (!challenges.length) throw new Unreadable('no_challenges')
    const folder = folderOf(source.name)
    const rows = new Map<string, Loose[]>()
    for (const name of tables) rows.set(name, await rowsOf(beside.find((s) => s.name === `${folder}${name}.json`)))
    const db = recordOf(tables, (name) =>
      byKey(rows.get(name) ?? [], isKeyOf(keys, name) ? keys[name] : 'challenge_id'),
    )
    for (const [n, value] of challenges.entries()) {
      const c = challenge(source, beside, value, { index: n + 1, path: 'results' })
      const category = looseText(c.value['category'])
      yield await challengeRow(c, typeof category === 'string' ? category : '', () => fields(c, db))
    }
  },
}
