/** Banks as files that other systems read, for those who keep them. */
import { flagChallenge, theoryQuestion } from '#src/contract/bank/banks.ts'
import type { FlagChallenge, FlagRule, TheoryQuestion } from '#src/contract/bank/question.schema.ts'
import { setOf } from '#src/contract/bank/question.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { keeps } from '#mock/crud/rows.ts'
import { tableOf as tableNamed } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Who } from '#mock/http/handler.ts'
import { flagKeys, openRule, type SealedRule } from '../flag/seal.ts'
import { ctfcliFiles, zipOf } from './ctfcli.ts'
import { giftOf } from './gift.ts'
import { moodleOf } from './moodle.ts'
import { tableOf } from './table.ts'

const most = 5000
type Row = Record<string, unknown>

async function chosen(
  q: Queryable,
  who: Who,
  bank: 'theory' | 'flag',
  ids: readonly string[] | undefined,
): Promise<Row[]> {
  const line = bank === 'theory' ? theoryQuestion : flagChallenge
  const w = where()
  if (!keeps(line, who)) w.and(`(${visibleTo(line.name, who)(w.add)})`)
  if (ids) w.and(`t.id = any(${w.add([...ids])}::text[])`)
  const { rows } = await q.query<{ id: string; data: Row; set_name: string | null }>(
    `select t.id, t.data, s.data->>'name' as set_name from ${tableNamed(line.name)} t
     left join ${tableNamed(setOf[bank])} s on s.id = t.k_set_id ${w.text()} order by set_name, t.id limit ${most + 1}`,
    w.params,
  )
  if (rows.length > most) throw new Fail('too_large', { max: most, count: rows.length })
  return rows.map(({ id, data, set_name }) => ({ ...data, id, set_name: set_name ?? '' }))
}

/** Pictures that the texts show, by their names. */
async function pictures(q: Queryable, questions: readonly Row[]): Promise<Map<string, Buffer>> {
  const names = [...JSON.stringify(questions).matchAll(/\/pictures\/([0-9a-f-]{36}\.(?:png|jpg|gif))/g)].map(
    (m) => m[1],
  )
  const { rows } = await q.query<{ id: string; bytes: Uint8Array }>(
    'select id, bytes from picture where id = any($1::text[])',
    [[...new Set(names)]],
  )
  return new Map(rows.map((r) => [r.id, Buffer.from(r.bytes)]))
}

export const fileHandlers = area({
  async 'GET /theory-questions/file'({ q, query: { format, id }, who, audit }) {
    const rows = await chosen(q, who, 'theory', id)
    audit({ entity: 'theory-question', id: '', details: { format, count: rows.length } })
    const questions = rows as unknown as TheoryQuestion[]
    if (format === 'table') {
      const parts: Buffer[] = []
      for await (const part of tableOf(questions)) parts.push(Buffer.from(part))
      return { name: 'questions.csv', type: 'text/csv; charset=utf-8', body: parts }
    }
    if (format === 'gift')
      return { name: 'questions.gift', type: 'text/plain; charset=utf-8', body: [Buffer.from(giftOf(questions).text)] }
    const { text } = moodleOf(questions, await pictures(q, rows))
    return { name: 'questions.xml', type: 'application/xml', body: [Buffer.from(text)] }
  },

  async 'GET /flag-challenges/file'({ q, query: { id }, who, platform, audit }) {
    const rows = await chosen(q, who, 'flag', id)
    audit({ entity: 'flag-challenge', id: '', details: { format: 'ctfcli', count: rows.length } })
    const keys = await flagKeys(platform)
    const challenges = rows.map((r) => {
      const flag = r['flag'] as FlagRule | SealedRule
      return { ...r, flag: 'sealed' in flag ? openRule(flag, keys) : flag }
    })
    const { files } = ctfcliFiles(challenges as unknown as FlagChallenge[])
    return { name: 'challenges.zip', type: 'application/zip', body: [zipOf(files)] }
  },
})
