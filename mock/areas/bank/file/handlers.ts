/** Banks as files that other systems read, for those who keep them. */
import { createReadStream } from 'node:fs'
import type { Exercise, FlagChallenge, TheoryQuestion } from '#src/contract/bank/question.schema.ts'
import { type Bank, setOf } from '#src/contract/bank/question.ts'
import { importTables } from '#src/contract/import/template.ts'
import { types as tableTypes } from '#mock/crud/export.ts'
import { scopedListQuery } from '#mock/crud/read.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { labelsOf } from '#mock/crud/references.ts'
import { documents } from '#mock/crud/documents.ts'
import { zipOf } from '#mock/crud/zipped.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Platform } from '#mock/http/request/handler.ts'
import { attachmentFile } from '../attachment/store.ts'
import { flagKeys } from '../flag/seal.ts'
import { plainFlag, questionSetting } from '../question.ts'
import { picturesIn } from '../pictures.ts'
import { ctfcliFiles } from './ctfcli.ts'
import { exercisePackage } from './exercisePackage.ts'
import { exerciseBookOf, exerciseTableOf } from './exerciseTable.ts'
import { giftOf } from './gift.ts'
import { moodleOf } from './moodle.ts'
import { bookOf, questionCsv } from './table.ts'
import { exerciseSamples, theorySamples } from './template.ts'

const most = 5000
const settings = {
  theory: questionSetting('theory'),
  exercise: questionSetting('exercise'),
  flag: questionSetting('flag'),
}

/** Sets by the way to them, as an import finds them again: `Networks / Routing`. */
export async function waysOf(q: Queryable, bank: Bank): Promise<(id: string) => string> {
  const { rows } = await q.query<{ id: string; name: string; above: string | null }>(
    `select id, data->>'name' as name, data->>'parent_id' as above from ${documents(setOf[bank]).table}`,
  )
  const byId = new Map(rows.map((r) => [r.id, r]))
  const way = (id: string, depth = 0): string[] => {
    const set = byId.get(id)
    return set && depth < 20 ? [...way(set.above ?? '', depth + 1), set.name] : []
  }
  return (id) => way(id).join(' / ')
}

/** What the list would show on all its pages, set by set. */
async function chosen<T extends { set_id: string }>(
  bank: Bank,
  { q, who, platform, query }: CallerContext & { query: object },
): Promise<T[]> {
  const s = settings[bank]
  const c = { q, who, platform, query: { page: 1, page_size: most, ...query } }
  const ids = await s.docs.ids(q, scopedListQuery(s, c, 'export'))
  if (ids.length > most) throw new Fail('too_large', { max: most, count: ids.length })
  const found = await s.docs.byIds(q, ids)
  const way = await waysOf(q, bank)
  const rows = ids.flatMap((id) => {
    const doc = found.get(id)
    const set_id = doc?.data.set_id ?? ''
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who asks for a bank says what its questions are
    return doc ? [{ ...doc.data, id, set_id, set_name: way(set_id) } as unknown as T] : []
  })
  // the formats write a set once, before its questions
  return rows.toSorted((a, b) => (a.set_id < b.set_id ? -1 : a.set_id > b.set_id ? 1 : 0))
}

/** Pictures that the texts show, by their names. */
async function pictures(q: Queryable, questions: readonly object[]): Promise<Map<string, Buffer>> {
  const { rows } = await q.query<{ id: string; bytes: Uint8Array }>(
    'select id, bytes from picture where id = any($1::text[])',
    [picturesIn(questions)],
  )
  return new Map(rows.map((r) => [r.id, Buffer.from(r.bytes)]))
}

const opening =
  ({ files }: Platform) =>
  (id: string) =>
    createReadStream(attachmentFile(files, id))

export const questionFileHandlers = area({
  'GET /theory-questions/template': async ({ query: { format, language } }) => {
    const [rows, head] = [theorySamples(language), importTables.questions.headings(language)]
    const body = format === 'csv' ? questionCsv(rows, head) : bookOf(rows, head)
    return { name: `questions.${format}`, type: tableTypes[format], body }
  },
  'GET /exercises/template': async ({ query: { format, language } }) => {
    const [rows, head] = [exerciseSamples(language), importTables.exercises.headings(language)]
    const body = format === 'csv' ? exerciseTableOf(rows, head) : exerciseBookOf(rows, head)
    return { name: `exercises.${format}`, type: tableTypes[format], body }
  },
  async 'GET /theory-questions/file'(c) {
    const { q, audit, platform } = c
    const { format } = c.query
    const questions = await chosen<TheoryQuestion>('theory', c)
    audit({ entity: 'theory-question', id: '', details: { format, count: questions.length } })
    if (format === 'table') {
      const parts: Buffer[] = []
      for await (const part of questionCsv(questions)) parts.push(Buffer.from(part))
      return { name: 'questions.csv', type: 'text/csv; charset=utf-8', body: parts }
    }
    if (format === 'gift')
      return { name: 'questions.gift', type: 'text/plain; charset=utf-8', body: [Buffer.from(giftOf(questions).text)] }
    const held = { pictures: await pictures(q, questions), open: opening(platform) }
    return { name: 'questions.xml', type: 'application/xml', body: moodleOf(questions, held) }
  },

  async 'GET /exercises/file'(c) {
    const { q, audit, platform } = c
    const { format } = c.query
    const rows = await chosen<Exercise>('exercise', c)
    audit({ entity: 'exercise', id: '', details: { format, count: rows.length } })
    const topologies = await labelsOf(
      { q },
      'topology',
      rows.map((r) => r.topology_id),
    )
    const exercises = rows.map((r) => ({
      ...r,
      topology_name: topologies.get(r.topology_id ?? '') ?? '',
    }))
    if (format === 'table')
      return { name: 'exercises.csv', type: 'text/csv; charset=utf-8', body: exerciseTableOf(exercises) }
    if (format === 'xlsx')
      return {
        name: 'exercises.xlsx',
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        body: exerciseBookOf(exercises),
      }
    const held = { pictures: await pictures(q, rows), open: opening(platform) }
    if (format === 'moodle-xml')
      return { name: 'exercises.xml', type: 'application/xml', body: moodleOf(exercises, held) }
    return {
      name: 'exercises.zip',
      type: 'application/zip',
      body: exercisePackage(exercises, platform.now(), held),
    }
  },

  async 'GET /flag-challenges/file'(c) {
    const { platform, audit } = c
    const rows = await chosen<FlagChallenge>('flag', c)
    audit({ entity: 'flag-challenge', id: '', details: { format: 'ctfcli', count: rows.length } })
    const keys = await flagKeys(platform)
    const challenges = rows.map((r) => plainFlag(r, keys))
    const held = { pictures: await pictures(c.q, rows), open: opening(platform) }
    return {
      name: 'challenges.zip',
      type: 'application/zip',
      body: zipOf(ctfcliFiles(challenges, held)),
    }
  },
})
