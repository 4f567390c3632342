/**
 * Notices of a contest: what its staff write, and what comes by itself. The latter is never stored: it follows from the clock and from a view,
 * so that nobody is told by a notice what the board keeps from them.
 */
import type { NoticeKind } from '#src/contract/contest/running.ts'
import type { ContestNotice } from '#src/contract/contest/running.schema.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { namesOf } from '../bank/banks.ts'
import { contestInstant, contestOf } from './contest.ts'
import { mayContestDeed } from './flagContest.ts'
import { entryNames, learnerView, staffView } from './play.ts'
import { tellContest } from './run.ts'
import { type ContestView, openContestItems, type SeenScores, seenScores } from './view.ts'

interface NoticeRow {
  id: string
  contest_id: string
  text: string
  pinned: boolean
  division_id: string | null
  participant_id: string | null
  at: string
  by: string
  division: string | null
  entry: string | null
}
const noticeSql = `select n.*, d.name as division, p.name as entry from contest_notice n
  left join contest_division d on d.id = n.division_id left join contest_participant p on p.id = n.participant_id`

const byItself = (
  kind: NoticeKind,
  key: string,
  at: number | string,
  more: Partial<ContestNotice> = {},
): ContestNotice => ({
  id: `${kind}-${key}`,
  kind,
  at: contestInstant(at),
  text: '',
  pinned: false,
  to: 'all',
  to_name: '',
  item: '',
  entry: '',
  minutes: 0,
  by: '',
  ...more,
})
const shownNotice = (n: NoticeRow, by: string): ContestNotice =>
  byItself('staff', n.id, n.at, {
    id: n.id,
    text: n.text,
    pinned: n.pinned,
    to: n.participant_id !== null ? 'entry' : n.division_id !== null ? 'division' : 'all',
    to_name: n.entry ?? n.division ?? '',
    by,
  })

/** What the clock of a contest has said until now. */
function clockNotices({ contest, times, now }: ContestView): ContestNotice[] {
  if (times.status === 'unstarted' || times.start === null) return []
  const out = [byItself('start', contest.run_id, times.start)]
  const froze = times.freeze !== null && now.getTime() >= times.freeze && times.freeze < times.end
  if (froze && times.freeze !== null) out.push(byItself('freeze', contest.run_id, times.freeze))
  if (froze && !times.frozen) {
    const planned = contest.thaw_at === null ? times.end : new Date(contest.thaw_at).getTime()
    const at = contest.thawed_at === null ? Math.max(planned, times.end) : contest.thawed_at
    out.push(byItself('thaw', contest.run_id, at))
  }
  for (const [n, x] of contest.extensions.entries())
    out.push(byItself('extend', `${contest.run_id}-${n}`, x.at, { minutes: x.minutes, text: x.reason }))
  if (contest.final_at !== null) out.push(byItself('final', contest.run_id, contest.final_at))
  return out
}
/** Who was the first to solve what is open to the caller, as far as their view goes. */
async function firstNotices(q: Queryable, view: ContestView, seen: SeenScores): Promise<ContestNotice[]> {
  const names = await entryNames(q, view.contest.id)
  return openContestItems(view, seen).flatMap((i) => {
    const first = seen.solvers.get(i.id)?.[0]
    if (!first) return []
    return byItself('first', i.id, first.at, { item: i.data.title ?? '', entry: names.get(first.participant) ?? '' })
  })
}
async function ruleNotices(q: Queryable, { contest }: ContestView): Promise<ContestNotice[]> {
  const { rows } = await q.query<{ id: string; at: string; reason: string }>(
    `select id, at, reason from contest_ruling where run_id = $1 and kind = 'rules' order by at`,
    [contest.run_id],
  )
  return rows.map((r) => byItself('rules', r.id, r.at, { text: r.reason }))
}

async function noticesIn(q: Queryable, view: ContestView): Promise<ContestNotice[]> {
  const { contest, staff, own } = view
  const [seen, { rows }] = await Promise.all([
    seenScores(q, view),
    q.query<NoticeRow>(
      `${noticeSql} where n.contest_id = $1 and ($2 or (n.division_id is null and n.participant_id is null) or n.participant_id = $3
         or n.division_id = (select m.division_id from contest_participant m where m.id = $3))`,
      [contest.id, staff, own ?? null],
    ),
  ])
  const people = staff
    ? await namesOf(
        q,
        rows.map((r) => r.by),
      )
    : undefined
  const all = [
    ...rows.map((n) => shownNotice(n, people?.get(n.by) ?? '')),
    ...clockNotices(view),
    ...(await firstNotices(q, view, seen)),
    ...(await ruleNotices(q, view)),
  ]
  return all.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1))
}

/** A notice of a contest that the caller judges. @throws Fail `not_found` */
async function ownNotice(c: CallerContext, id: string): Promise<NoticeRow> {
  const { rows } = await c.q.query<NoticeRow>(`${noticeSql} where n.id = $1`, [id])
  if (!rows[0]) throw new Fail('not_found')
  await mayContestDeed(c, rows[0].contest_id, 'judge')
  return rows[0]
}
async function noticeById(q: Queryable, id: string): Promise<ContestNotice> {
  const { rows } = await q.query<NoticeRow>(`${noticeSql} where n.id = $1`, [id])
  if (!rows[0]) throw new Fail('not_found')
  return shownNotice(rows[0], (await namesOf(q, [rows[0].by])).get(rows[0].by) ?? '')
}
/** Those it is for look again; of what is for one entry others do not even learn that it came. */
async function tellNotice(q: Queryable, { participant_id }: Pick<NoticeRow, 'participant_id'>): Promise<void> {
  if (participant_id === null) await tellContest(q)
  else await tellEntryAndStaff(q, participant_id)
}
export async function tellEntryAndStaff(q: Queryable, entry: string): Promise<void> {
  const { rows } = await q.query<{ user_id: string }>('select user_id from contest_member where participant_id = $1', [
    entry,
  ])
  await publish(q, 'contests', { screens: ['flag-manage'] })
  await publish(q, 'contests', { users: rows.map((r) => r.user_id) })
}

/** A notice of staff for one entry. */
export async function tellOneEntry(c: CallerContext, contest: string, entry: string, text: string): Promise<void> {
  await c.q.query(
    'insert into contest_notice (id, contest_id, text, participant_id, at, by) values ($1, $2, $3, $4, $5, $6)',
    [c.platform.newId(), contest, text, entry, c.platform.now().toISOString(), c.who.id],
  )
  await tellEntryAndStaff(c.q, entry)
}

const targetTables = { division: 'contest_division', entry: 'contest_participant' } as const

const create: Handler<'POST /flag-contests/:id/notices'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  await mayContestDeed(c, params.id, 'judge')
  await contestOf(q, params.id)
  if (body.to !== 'all') {
    const { rows } = await q.query(`select 1 from ${targetTables[body.to]} where id = $1 and contest_id = $2`, [
      body.to_id ?? '',
      params.id,
    ])
    if (!rows.length) throw new Fail('validation', { fields: [{ path: 'to_id', rule: 'unknown_reference' }] })
  }
  const id = platform.newId()
  const [division, entry] = [body.to === 'division' ? body.to_id : null, body.to === 'entry' ? body.to_id : null]
  await q.query(
    `insert into contest_notice (id, contest_id, text, pinned, division_id, participant_id, at, by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, params.id, body.text, body.pinned, division, entry, platform.now().toISOString(), who.id],
  )
  await tellNotice(q, { participant_id: entry })
  audit({ entity: 'contest-notice', id, after: { text: body.text, pinned: body.pinned, to: body.to } })
  return noticeById(q, id)
}
const pin: Handler<'POST /contest-notices/:id/pin'> = async (c) => {
  const { q, params, body, audit } = c
  const had = await ownNotice(c, params.id)
  await q.query('update contest_notice set pinned = $2 where id = $1', [params.id, body.pinned])
  await tellNotice(q, had)
  audit({ entity: 'contest-notice', id: params.id, before: { pinned: had.pinned }, after: { pinned: body.pinned } })
  return noticeById(q, params.id)
}
const remove: Handler<'DELETE /contest-notices/:id'> = async (c) => {
  const { q, params, audit } = c
  const had = await ownNotice(c, params.id)
  await q.query('delete from contest_notice where id = $1', [params.id])
  await tellNotice(q, had)
  audit({ entity: 'contest-notice', id: params.id, before: { text: had.text } })
  return {}
}
const staffNotices: Handler<'GET /flag-contests/:id/notices'> = async (c) => {
  const view = await staffView(c, c.params.id)
  const { rows } = await c.q.query<{ id: string; name: string }>(
    'select id, name from contest_division where contest_id = $1 order by n',
    [c.params.id],
  )
  return { items: await noticesIn(c.q, view), divisions: rows }
}

export const contestNoticeHandlers = {
  'GET /contests/:id/notices': (async ({ q, who, platform, params }) => ({
    items: await noticesIn(q, await learnerView(q, who, params.id, platform.now())),
  })) as Handler<'GET /contests/:id/notices'>,
  'GET /flag-contests/:id/notices': staffNotices,
  'POST /flag-contests/:id/notices': create,
  'POST /contest-notices/:id/pin': pin,
  'DELETE /contest-notices/:id': remove,
}
