/** What a learner kept, as his personal centre lists it. */
import { questionTitleOf, type WholeQuestion } from '#src/contract/bank/shown.ts'
import { type Bank, banks, type Difficulty, resourceOf } from '#src/contract/bank/question.ts'
import { containing, searchable } from '#mock/crud/fold.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import { area, type Platform, type Caller } from '#mock/http/request/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { practiceNow } from './allowed.ts'
import { openOf } from './practisable.ts'

interface Asking {
  q: Queryable
  who: Caller
  platform: Pick<Platform, 'now'>
}
/** Which of some questions of several banks are open to the caller now. */
async function openAmong(c: Asking, rows: readonly { id: string; bank: Bank }[]): Promise<(id: string) => boolean> {
  const at = await practiceNow(c.q, c.who, c.platform.now())
  const found = await Promise.all(
    banks.map((bank) =>
      openOf(
        c,
        bank,
        rows.filter((r) => r.bank === bank).map((r) => r.id),
        at,
      ),
    ),
  )
  return (id) => found.some((open) => open.has(id))
}

/** The question of a row `c`, of whatever bank. */
const question = banks
  .map((bank) => `select id, find, data from ${tableOf(resourceOf[bank])} where id = c.question_id`)
  .join(' union all ')

export const keptHandlers = area({
  'GET /collections': async (c) => {
    const { q, who, query } = c
    const w = where()
    w.and(`c.user_id = ${w.add(who.id)}`)
    const folders = await remembered<{ name: string; n: number }>(
      q,
      `select c.folder as name, count(*)::integer as n from question_collected c ${w.text()} group by c.folder order by c.folder`,
      w.params,
      who.id,
    )
    if (query.bank) w.and(`c.bank = any(${w.add(query.bank)}::text[])`)
    if (query.folder !== undefined) w.and(`c.folder = ${w.add(searchable(query.folder))}`)
    if (query.q?.trim()) w.and(`t.find like ${w.add(containing(query.q.trim()))}`)
    const { rows, ...page } = await paged<{
      id: string
      bank: Bank
      folder: string
      at: string
      data: WholeQuestion & { difficulty?: Difficulty; keywords?: string[] }
    }>(q, {
      select: 'c.question_id as id, c.bank, c.folder, c.at, t.data',
      // one whose question is gone has nothing to show
      from: `question_collected c cross join lateral (${question}) t`,
      w,
      order: 'c.at desc, c.question_id desc',
      query,
      owner: who.id,
    })
    const open = await openAmong(c, rows)
    return {
      items: rows.map(({ id, bank, folder, at, data }) => ({
        id,
        bank,
        title: questionTitleOf(data, who.language),
        difficulty: data.difficulty ?? 'primary',
        keywords: data.keywords ?? [],
        folder,
        at: new Date(at).toISOString(),
        open: open(id),
      })),
      folders: [...folders],
      ...page,
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
    const { rows, ...page } = await paged<{
      id: string
      bank: Bank
      title: string
      text: string
      version: number
      at: string
    }>(q, {
      select: 'n.question_id as id, n.bank, n.title, n.text, n.version, n.at',
      from: 'question_note n',
      w,
      order: 'n.at desc, n.question_id desc',
      query,
      owner: who.id,
    })
    const open = await openAmong(c, rows)
    return {
      items: rows.map((r) => ({ ...r, at: new Date(r.at).toISOString(), open: open(r.id) })),
      ...page,
    }
  },
})
