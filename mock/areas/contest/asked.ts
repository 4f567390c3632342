/** Questions to the staff of a contest, and their answers: what is answered to one entry is read by nobody else. */
import type { AskedCategory, AskedPlace } from '#src/contract/contest/running.ts'
import type { AskedInQueue, ContestAsked } from '#src/contract/contest/running.schema.ts'
import { paged } from '#mock/crud/paged.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { namesOf } from '../bank/banks.ts'
import { contestInstant } from './contest.ts'
import { mayContestDeed } from './flagContest.ts'
import { tellEntryAndStaff } from './notices.ts'
import { learnerView, openItem } from './play.ts'
import { tellContest } from './run.ts'
import { openContestItems, seenScores } from './view.ts'

interface AskedRow {
  id: string
  contest_id: string
  participant_id: string
  category: AskedCategory
  item_id: string | null
  text: string
  at: string
  by: string
  claimed_by: string | null
  answered_at: string | null
  entry: string
  item: string | null
}
interface AnswerRow {
  id: string
  asked_id: string
  text: string
  told: 'one' | 'all'
  at: string
  by: string
}
const columns = `a.*, p.name as entry, i.data->>'title' as item`
const joined = `contest_question a join contest_participant p on p.id = a.participant_id left join contest_item i on i.id = a.item_id`

async function answersTo(q: Queryable, ids: readonly string[]): Promise<AnswerRow[]> {
  const { rows } = await q.query<AnswerRow>(
    'select id, asked_id, text, told, at, by from contest_answer where asked_id = any($1::text[]) order by at, id',
    [[...ids]],
  )
  return rows
}

/** @param own the entry whose people read it: of others they read the question and what was answered to all */
function forPlayer(a: AskedRow, answers: readonly AnswerRow[], own: string | undefined, by: string): ContestAsked {
  const mine = a.participant_id === own
  return {
    id: a.id,
    category: a.category,
    item: a.item ?? '',
    text: a.text,
    at: contestInstant(a.at),
    mine,
    by: mine ? by : '',
    answers: answers.flatMap((x) =>
      x.asked_id === a.id && (mine || x.told === 'all')
        ? { id: x.id, text: x.text, told: x.told, at: contestInstant(x.at), by: '' }
        : [],
    ),
  }
}

const questions: Handler<'GET /contests/:id/questions'> = async ({ q, who, platform, params }) => {
  const view = await learnerView(q, who, params.id, platform.now())
  if (view.own === undefined) return { items: [], can: [] }
  const open = openContestItems(view, await seenScores(q, view)).map((i) => i.id)
  // what is about a challenge is told to those to whom it is open
  const { rows } = await q.query<AskedRow>(
    `select ${columns} from ${joined} where a.contest_id = $1 and (a.participant_id = $2
       or ((a.item_id is null or a.item_id = any($3::text[])) and exists (select 1 from contest_answer x where x.asked_id = a.id and x.told = 'all')))
     order by a.at desc, a.id desc limit 200`,
    [params.id, view.own, open],
  )
  const [answers, people] = await Promise.all([
    answersTo(
      q,
      rows.map((r) => r.id),
    ),
    namesOf(
      q,
      rows.flatMap((r) => (r.participant_id === view.own ? r.by : [])),
    ),
  ])
  return { items: rows.map((r) => forPlayer(r, answers, view.own, people.get(r.by) ?? '')), can: ['ask'] }
}

const ask: Handler<'POST /contests/:id/questions'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  const now = platform.now()
  const { own } = await learnerView(q, who, params.id, now)
  if (own === undefined) throw new Fail('contest_not_in')
  const about = body.category === 'challenge'
  if (about !== (body.item_id !== null))
    throw new Fail('validation', { fields: [{ path: 'item_id', rule: about ? 'required' : 'unknown_reference' }] })
  if (body.item_id !== null) {
    const { item } = await openItem(c, body.item_id)
    if (item.contest_id !== params.id) throw new Fail('not_found')
  }
  const id = platform.newId()
  await q.query(
    `insert into contest_question (id, contest_id, participant_id, category, item_id, text, at, by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, params.id, own, body.category, body.item_id, body.text, now.toISOString(), who.id],
  )
  await tellEntryAndStaff(q, own)
  audit({ entity: 'contest-question', id, after: { category: body.category, text: body.text } })
  const { row } = await askedById(q, id)
  return forPlayer(row, [], own, who.name)
}

async function askedById(q: Queryable, id: string): Promise<{ row: AskedRow; answers: AnswerRow[] }> {
  const { rows } = await q.query<AskedRow>(`select ${columns} from ${joined} where a.id = $1`, [id])
  if (!rows[0]) throw new Fail('not_found')
  return { row: rows[0], answers: await answersTo(q, [id]) }
}

const placeOf = (a: Pick<AskedRow, 'answered_at' | 'claimed_by'>): AskedPlace =>
  a.answered_at !== null ? 'answered' : a.claimed_by !== null ? 'claimed' : 'waiting'
const placeSql = `case when a.answered_at is not null then 'answered' when a.claimed_by is not null then 'claimed' else 'waiting' end`

async function forStaff(
  q: Queryable,
  rows: readonly AskedRow[],
  answers: readonly AnswerRow[],
  me: string,
): Promise<AskedInQueue[]> {
  const people = await namesOf(q, [...rows.flatMap((r) => [r.by, r.claimed_by ?? '']), ...answers.map((a) => a.by)])
  return rows.map((a) => ({
    ...forPlayer(a, [], a.participant_id, people.get(a.by) ?? ''),
    mine: false,
    answers: answers.flatMap((x) =>
      x.asked_id === a.id
        ? { id: x.id, text: x.text, told: x.told, at: contestInstant(x.at), by: people.get(x.by) ?? '' }
        : [],
    ),
    place: placeOf(a),
    entry_id: a.participant_id,
    entry: a.entry,
    item_id: a.item_id,
    claimed_by: a.claimed_by === null ? '' : (people.get(a.claimed_by) ?? ''),
    claimed: a.claimed_by === me,
  }))
}

const queue: Handler<'GET /flag-contests/:id/questions'> = async (c) => {
  const { q, who, params, query } = c
  await mayContestDeed(c, params.id, 'look')
  const w = where()
  w.and(`a.contest_id = ${w.add(params.id)}`)
  if (query.place) w.and(`${placeSql} = any(${w.add(query.place)}::text[])`)
  if (query.category) w.and(`a.category = any(${w.add(query.category)}::text[])`)
  const { rows, ...rest } = await paged<AskedRow>(q, {
    select: columns,
    from: joined,
    w,
    order: `a.answered_at is not null, case when a.answered_at is null then a.at end, a.answered_at desc, a.id desc`,
    query,
  })
  const answers = await answersTo(
    q,
    rows.map((r) => r.id),
  )
  return { items: await forStaff(q, rows, answers, who.id), ...rest }
}

/** A question in a contest that the caller judges, held until the transaction ends. */
async function ownAsked(c: CallerContext, id: string): Promise<AskedRow> {
  const { row } = await askedById(c.q, id)
  await mayContestDeed(c, row.contest_id, 'judge')
  await c.q.query('select 1 from contest_question where id = $1 for update', [id])
  return (await askedById(c.q, id)).row
}
async function staffAsked(c: CallerContext, id: string): Promise<AskedInQueue> {
  const { row, answers } = await askedById(c.q, id)
  const [shown] = await forStaff(c.q, [row], answers, c.who.id)
  if (!shown) throw new Error('a question was not kept')
  return shown
}

const claim: Handler<'POST /contest-questions/:id/claim'> = async (c) => {
  const { q, who, params, body, audit } = c
  const row = await ownAsked(c, params.id)
  // whoever was faster keeps it
  if (row.answered_at !== null || (body.claimed && row.claimed_by !== null && row.claimed_by !== who.id))
    throw new Fail('not_allowed_in_state', { status: placeOf(row) })
  const to = body.claimed ? who.id : null
  await q.query('update contest_question set claimed_by = $2 where id = $1', [params.id, to])
  await publish(q, 'contests', { screens: ['flag-manage'] })
  audit({
    entity: 'contest-question',
    id: params.id,
    before: { claimed_by: row.claimed_by },
    after: { claimed_by: to },
  })
  return staffAsked(c, params.id)
}

const answer: Handler<'POST /contest-questions/:id/answer'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  const row = await ownAsked(c, params.id)
  const at = platform.now().toISOString()
  const id = platform.newId()
  await q.query(
    'insert into contest_answer (id, contest_id, asked_id, text, told, at, by) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, row.contest_id, row.id, body.text, body.told, at, who.id],
  )
  await q.query('update contest_question set answered_at = $2, claimed_by = coalesce(claimed_by, $3) where id = $1', [
    row.id,
    at,
    who.id,
  ])
  if (body.told === 'all') await tellContest(q)
  else await tellEntryAndStaff(q, row.participant_id)
  audit({ entity: 'contest-question', id: row.id, after: { text: body.text, to: body.told } })
  return staffAsked(c, params.id)
}

export const askedHandlers = {
  'GET /contests/:id/questions': questions,
  'POST /contests/:id/questions': ask,
  'GET /flag-contests/:id/questions': queue,
  'POST /contest-questions/:id/claim': claim,
  'POST /contest-questions/:id/answer': answer,
}
