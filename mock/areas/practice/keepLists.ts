/** What a learner kept, as his personal centre lists it. */
import { titleOf, type WholeQuestion } from '#src/contract/bank/shown.ts'
import { type Bank, banks, type Difficulty, resourceOf } from '#src/contract/bank/question.ts'
import { containing, searchable } from '#mock/crud/fold.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import { area, type Platform, type Who } from '#mock/http/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { openOf } from './practisable.ts'

interface Asking {
  q: Queryable
  who: Who
  platform: Pick<Platform, 'now'>
}
/** Which of some questions of several banks are open to the caller now. */
async function openAmong(c: Asking, rows: readonly { id: string; bank: Bank }[]): Promise<(id: string) => boolean> {
  const open = new Set<string>()
  for (const bank of banks) {
    const ids = rows.filter((r) => r.bank === bank).map((r) => r.id)
    for (const id of await openOf(c, bank, ids)) open.add(id)
  }
  return (id) => open.has(id)
}

/** The questions of all banks as one table. */
const any = banks.map((bank) => `select id, find, data from ${tableOf(resourceOf[bank])}`).join(' union all ')

export const keptHandlers = area({
  'GET /collections': async (c) => {
    const { q, who, query } = c
    const w = where()
    w.and(`c.user_id = ${w.add(who.id)}`)
    const { rows: folders } = await q.query<{ name: string; n: number }>(
      `select c.folder as name, count(*)::integer as n from question_collected c ${w.text()} group by c.folder order by c.folder`,
      w.params,
    )
    if (query.bank) w.and(`c.bank = any(${w.add(query.bank)}::text[])`)
    if (query.folder !== undefined) w.and(`c.folder = ${w.add(searchable(query.folder))}`)
    if (query.q?.trim()) w.and(`t.find like ${w.add(containing(query.q.trim()))}`)
    // one whose question is gone has nothing to show
    const from = `from question_collected c join (${any}) t on t.id = c.question_id ${w.text()}`
    const { rows: all } = await q.query<{ n: number }>(`select count(*)::integer as n ${from}`, w.params)
    const { rows } = await q.query<{
      id: string
      bank: Bank
      folder: string
      at: string
      data: WholeQuestion & { difficulty?: Difficulty; keywords?: string[] }
    }>(
      `select c.question_id as id, c.bank, c.folder, c.at, t.data ${from} order by c.at desc, c.question_id desc
       limit ${w.add(query.page_size)} offset ${w.add((query.page - 1) * query.page_size)}`,
      w.params,
    )
    const open = await openAmong(c, rows)
    return {
      items: rows.map(({ id, bank, folder, at, data }) => ({
        id,
        bank,
        title: titleOf(data, who.language),
        difficulty: data.difficulty ?? 'primary',
        keywords: data.keywords ?? [],
        folder,
        at: new Date(at).toISOString(),
        open: open(id),
      })),
      folders,
      total: all[0]?.n ?? 0,
      page: query.page,
      page_size: query.page_size,
    }
  },

  'POST /collections/rename': async ({ q, who, body, audit }) => {
    const { count } = await q.query('update question_collected set folder = $3 where user_id = $1 and folder = $2', [
      who.id,
      body.from,
      body.to,
    ])
    audit({ entity: 'collection', id: who.id, before: { folder: body.from }, after: { folder: body.to } })
    return { done: count }
  },

  'GET /notes': async (c) => {
    const { q, who, query } = c
    const w = where()
    w.and(`n.user_id = ${w.add(who.id)}`)
    if (query.bank) w.and(`n.bank = any(${w.add(query.bank)}::text[])`)
    if (query.q?.trim()) w.and(`n.find like ${w.add(containing(query.q.trim()))}`)
    const { rows: all } = await q.query<{ n: number }>(
      `select count(*)::integer as n from question_note n ${w.text()}`,
      w.params,
    )
    const { rows } = await q.query<{
      id: string
      bank: Bank
      title: string
      text: string
      version: number
      at: string
    }>(
      `select n.question_id as id, n.bank, n.title, n.text, n.version, n.at from question_note n ${w.text()}
       order by n.at desc, n.question_id desc limit ${w.add(query.page_size)} offset ${w.add((query.page - 1) * query.page_size)}`,
      w.params,
    )
    const open = await openAmong(c, rows)
    return {
      items: rows.map((r) => ({ ...r, at: new Date(r.at).toISOString(), open: open(r.id) })),
      total: all[0]?.n ?? 0,
      page: query.page,
      page_size: query.page_size,
    }
  },
})
