/** Who an exam is for, and where each of them stands. */
import type { ExamData } from './run.ts'
import { type Candidate, candidateStates } from '#src/contract/exam/run.schema.ts'
import { isMissed } from '#src/contract/exam/time.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { accounts, activeAccounts } from '../notice/audience.ts'
import { closedIds, type Looks } from './keyReaders.ts'
import { isMeant } from './meant.ts'
import { type SceneOfItem, scenesOf, sceneWithoutAttempt } from './scene/scenes.ts'
import { notWhileMarking } from './anonymous.ts'
import { isAnsweredSql, isoTime, theExam } from './attempt.ts'
import { runsOf, examTimesOf } from './run.ts'

/**
 * Condition on `activeAccounts`: the exam is for them and open to them, or they have a sheet of it.
 * @param closed those to whom it is closed, of `closedIds`
 */
export const isCandidate = (examId: string, closed: readonly string[], add: Add): string => {
  const id = add(examId)
  return `((${isMeant(id)} and not u.id = any(${add([...closed])}::text[])) or exists (select 1 from exam_attempt x where x.exam_id = ${id} and x.user_id = u.id))`
}

/** Whom the exam is for; undefined where it is for everybody. */
export async function candidateCount(q: Queryable, platform: Looks, examId: string): Promise<number | undefined> {
  const { rows: open } = await q.query<{ open: boolean }>('select open from r_exam where id = $1', [examId])
  if (open[0]?.open) return undefined
  const w = where()
  const sql = `select count(*)::integer as n from ${activeAccounts} and ${isCandidate(examId, await closedIds(q, platform, examId), w.add)}`
  const { rows } = await q.query<{ n: number }>(sql, w.params)
  return rows[0]?.n ?? 0
}

/** Those of these people who are among its candidates. In an exam for everybody they are who has a sheet of it. */
export async function sitsAmong(
  q: Queryable,
  platform: Looks,
  examId: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const w = where()
  const closed = await closedIds(q, platform, examId)
  const sql = `select u.id from ${accounts} where u.id = any(${w.add([...people])}::text[]) and ${isCandidate(examId, closed, w.add)}`
  const { rows } = await q.query<{ id: string }>(sql, w.params)
  return new Set(rows.map((r) => r.id))
}

/** Ids of everybody whom something of the exam concerns, for streams: who writes, and who may wait to begin. In one for everybody waiting pages look for themselves. */
export async function concerned(q: Queryable, examId: string): Promise<string[]> {
  const w = where()
  const id = w.add(examId)
  const { rows } = await q.query<{ user_id: string }>(
    `select user_id from exam_attempt where exam_id = ${id} and status in ('ongoing', 'pause')
     union select u.id from ${activeAccounts} and ${isMeant(id)}`,
    w.params,
  )
  return rows.map((r) => r.user_id)
}

interface Row {
  user_id: string
  name: string
  username: string
  org_name: string
  extra: number
  state: Candidate['state']
  a: (NonNullable<Candidate['attempt']> & { epoch: number }) | null
  answered: number
  partly: number
}
/** Whether who has no sheet was absent, and those with more time than others who may begin still. */
interface Over {
  over: boolean
  still: readonly string[]
  closed: readonly string[]
}
async function overFor(q: Queryable, platform: Looks, examId: string, known?: ExamData): Promise<Over> {
  const now = platform.now()
  const [data, runs, { rows: extra }, closed] = await Promise.all([
    known ?? theExam(q, examId),
    runsOf(q, [examId]),
    q.query<{ user_id: string; minutes: number }>('select user_id, minutes from exam_extra where exam_id = $1', [
      examId,
    ]),
    closedIds(q, platform, examId),
  ])
  const times = examTimesOf(data, runs.get(examId))
  const missed = (minutes: number) => times !== undefined && isMissed(times, minutes * 60_000, now.getTime())
  return { over: missed(0), still: extra.filter((e) => !missed(e.minutes)).map((e) => e.user_id), closed }
}

/**
 * Most that is asked of all candidates: their order and where they stand, in one pass. The rest is asked of those on the page. Those to whom it is
 * closed are no candidates, unless they have a sheet.
 */
const hall = (id: string, { over, still, closed }: Over, add: Add, found = ''): string => `with hall as materialized (
    select u.id as user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, l.id as attempt,
      (case when l.id is null then case when ${add(over)}::boolean and not u.id = any(${add([...still])}::text[]) then 'absent' else 'not-begun' end
        when l.status in ('ongoing', 'pause') then 'writing' else l.status end) as state
    from ${accounts} left join lateral
      (select x.id, x.status from exam_attempt x where x.exam_id = ${id} and x.user_id = u.id order by x.n desc limit 1) l on true
    where u.k_status = 'normal' and (l.id is not null or (${isMeant(id)} and not u.id = any(${add([...closed])}::text[])))${found})`

interface Placed {
  user_id: string
  name: string
  attempt: string | null
  state: Candidate['state']
}
interface Hall {
  counted: { state: Candidate['state']; n: number }[] | null
  page: Placed[] | null
  open: boolean
}

export interface WithoutSheet {
  user_id: string
  name: string
  username: string
  org_id: string
  org_name: string
  state: 'not-begun' | 'absent'
}
/** Whom the exam is for and who has no sheet of it, by name. Nobody where it is for everybody. */
export async function withoutSheet(q: Queryable, platform: Looks, examId: string): Promise<readonly WithoutSheet[]> {
  const w = where()
  const all = hall(w.add(examId), await overFor(q, platform, examId), w.add)
  return remembered<WithoutSheet>(
    q,
    `${all} select h.user_id, h.name, u.data->>'username' as username, coalesce(u.k_org_id, '') as org_id, coalesce(o.name, '') as org_name, h.state
     from hall h join r_user u on u.id = h.user_id left join org o on o.id = u.k_org_id
     where h.state in ('not-begun', 'absent') order by h.name collate "C", h.user_id`,
    w.params,
  )
}
/** Those of them who were absent: nobody before the exam is over. */
export const absentOf = async (q: Queryable, platform: Looks, examId: string): Promise<readonly WithoutSheet[]> =>
  (await withoutSheet(q, platform, examId)).filter((p) => p.state === 'absent')

export const turnout: Handler<'GET /exams/:id/turnout'> = async ({ q, platform, params }) => {
  const w = where()
  const id = w.add(params.id)
  const all = hall(id, await overFor(q, platform, params.id), w.add)
  const { rows } = await q.query<{
    states: Record<string, number> | null
    open: boolean
    unmarked: number
    objections: number
  }>(
    `${all} select (select jsonb_object_agg(state, n) from (select state, count(*)::integer as n from hall group by state) c) as states,
       (select open from r_exam where id = ${id}) as open,
       (select count(*)::integer from exam_attempt where exam_id = ${id} and status = 'to-be-scored') as unmarked,
       (select count(*)::integer from exam_objection j join exam_attempt a on a.id = j.attempt_id where a.exam_id = ${id} and j.reply is null) as objections`,
    w.params,
  )
  const [{ states, open, unmarked, objections } = { states: null, open: false, unmarked: 0, objections: 0 }] = rows
  const n = (state: Candidate['state']) => states?.[state] ?? 0
  return {
    not_begun: open ? null : n('not-begun'),
    absent: open ? null : n('absent'),
    writing: n('writing'),
    handed_in: n('to-be-scored') + n('scored'),
    unmarked,
    objections,
    now: platform.now().toISOString(),
  }
}

export const candidates: Handler<'GET /exams/:id/candidates'> = async (c) => {
  const { q, platform, params, query } = c
  const exam = await theExam(q, params.id)
  await notWhileMarking(c, params.id, exam)
  const w = where()
  const id = w.add(params.id)
  const over = await overFor(q, platform, params.id, exam)
  const all = hall(id, over, w.add, query.q?.trim() ? ` and u.find like ${w.add(containingIn(query.q))}` : '')
  const states = query.state ? `where h.state = any(${w.add(query.state)}::text[])` : ''
  const [found] = await remembered<Hall>(
    q,
    `${all}, page as (select * from hall h ${states}
       order by h.name collate "C", h.user_id limit ${w.add(query.page_size)} offset ${w.add((query.page - 1) * query.page_size)})
     select (select jsonb_agg(c) from (select state, count(*)::integer as n from hall group by state) c) as counted,
       (select jsonb_agg(p order by p.name collate "C", p.user_id) from page p) as page,
       (select open from r_exam where id = ${id}) as open`,
    w.params,
  )
  const counted = found?.counted ?? []
  const page = found?.page ?? []
  const attempts = page.flatMap((p) => p.attempt ?? [])
  const [rows, scenes] = await Promise.all([rowsOf(q, params.id, page), scenesOf(q, attempts, platform.now())])
  const n = (state: Candidate['state']) => counted.find((r) => r.state === state)?.n ?? 0
  const counts: Record<Candidate['state'], number> = {
    'not-begun': n('not-begun'),
    absent: n('absent'),
    writing: n('writing'),
    'to-be-scored': n('to-be-scored'),
    scored: n('scored'),
  }
  const wanted: readonly Candidate['state'][] = query.state ?? candidateStates
  return {
    items: rows.map((r) => shown(r, scenes)),
    total: wanted.reduce((sum, s) => sum + counts[s], 0),
    page: query.page,
    page_size: query.page_size,
    now: platform.now().toISOString(),
    counts,
    everybody: found?.open ?? false,
  }
}

/** Those of a page with what changes while they write. */
async function rowsOf(q: Queryable, exam: string, page: readonly Placed[]): Promise<Row[]> {
  const { rows } = await q.query<Row & { n: number }>(
    `select p.n, p.user_id, p.name, u.data->>'username' as username, coalesce(o.name, '') as org_name, coalesce(e.minutes, 0) as extra, p.state,
       to_jsonb(a) as a,
       (select count(*)::integer from exam_answer w where w.attempt_id = a.id and ${isAnsweredSql('w.answer')}) as answered,
       (select count(*)::integer from exam_answer w where w.attempt_id = a.id and w.answer is not null and not ${isAnsweredSql('w.answer')}) as partly
     from jsonb_to_recordset($2::jsonb) as p(n integer, user_id text, name text, attempt text, state text)
       join r_user u on u.id = p.user_id left join org o on o.id = u.k_org_id
       left join exam_attempt a on a.id = p.attempt left join exam_extra e on e.exam_id = $1 and e.user_id = p.user_id order by p.n`,
    [exam, JSON.stringify(page.map((p, n) => ({ ...p, n })))],
  )
  return rows
}

function shown(r: Row, scenes: readonly SceneOfItem[]): Candidate {
  const { a } = r
  return {
    user_id: r.user_id,
    name: r.name,
    username: r.username,
    org_name: r.org_name,
    state: r.state,
    extra: r.extra,
    attempt: a && {
      id: a.id,
      n: a.n,
      status: a.status,
      began_at: isoTime(a.began_at),
      deadline_at: isoTime(a.deadline_at),
      handed_at: a.handed_at && isoTime(a.handed_at),
      handed_by: a.handed_by,
      answered: r.answered,
      partly: r.partly,
      items: a.items,
      saved_at: a.saved_at && isoTime(a.saved_at),
      heard_at: isoTime(a.heard_at),
      focus_lost: a.focus_lost,
      writers: a.epoch,
      addresses: a.addresses,
      points: a.points,
      open: a.open,
      scenes: scenes.filter((s) => s.attempt_id === a.id).map(sceneWithoutAttempt),
    },
  }
}
