/** What waits for the caller, block by block; one that none of his screens opens is not counted. */
import type { Reply } from '#src/contract/lib/route.ts'
import type { Api } from '#src/contract/api.ts'
import { banks } from '#src/contract/bank/question.ts'
import { type WorkBlock, standingBlocks, workScreens } from '#src/contract/dashboard/routes.ts'
import { documents } from '#mock/crud/documents.ts'
import { exam as examLine } from '#src/contract/exam/exam.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform, Caller } from '#mock/http/request/handler.ts'
import { isBlind, judgedBy } from '../exam/anonymous.ts'
import { examScopes } from '../exam/exam.ts'
import { ableMarkers, markedBy } from '../exam/markedBy.ts'
import { type Undecided, undecidedOf, waitsFor } from '../exam/marks.ts'
import { type ExamData, inStatuses, runsOf, examRunStateOf } from '../exam/run.ts'
import { currentLicenceLimits } from '../license/limits.ts'
import { userCount } from '../license/used.ts'
import { reportsSeen } from '../practice/keepReports.ts'
import { keepsBank } from '../practice/practisable.ts'
import { usedNow } from '../scene/capacity.ts'

type Work = Reply<Api, 'GET /dashboard/work'>
interface Ctx {
  q: Queryable
  who: Caller
  platform: Platform
}
const exams = documents('exam')
const users = documents('user')
const comments = documents('comment')
const alarms = documents('alarm')
const named = 5
const day = 86_400_000

/** Exams with what waits in each, of those that the caller marks. @param waiting `exam_id, n` by exam, of what waits for this person */
async function byExam({ q, who }: Ctx, waiting: (me: string) => string): Promise<NonNullable<Work['marking']>> {
  const w = where()
  const me = w.add(who.id)
  const mine = markedBy(who)(w.add)
  if (mine) w.and(mine)
  const { rows } = await q.query<{ id: string; name: string; n: number; total: number }>(
    `select t.id, t.data->>'name' as name, w.n::integer as n, (sum(w.n) over ())::integer as total
     from (${waiting(me)}) w join ${exams.table} t on t.id = w.exam_id ${w.text()} order by w.n desc, t.id limit ${named}`,
    w.params,
  )
  return { total: rows[0]?.total ?? 0, items: rows.map(({ id, name, n }) => ({ id, name, n })) }
}

async function examsNow(c: Ctx): Promise<NonNullable<Work['exams']>> {
  const { q, who, platform } = c
  const now = platform.now()
  const w = where()
  for (const scope of examScopes(c)) {
    const sql = scope(w.add)
    if (sql) w.and(`(${sql})`)
  }
  const running = inStatuses(['ongoing', 'pause'], now, w.add)
  const soon = inStatuses(['not-started'], now, w.add)
  const until = w.add(new Date(now.getTime() + day).toISOString())
  w.and(`(${running} or (${soon} and (t.data->>'starts_at')::timestamptz <= ${until}::timestamptz))`)
  const mine = sharedWith(examLine, who, 'change')(w.add) ?? 'true'
  const { rows } = await q.query<{ id: string; data: ExamData & { name: string }; mine: boolean; total: number }>(
    `select t.id, t.data, (${mine} or t.k_markers && array[${w.add(who.id)}]::text[]) as mine, (count(*) over ())::integer as total from ${exams.table} t ${w.text()}
     order by t.data->>'starts_at', t.id limit ${named}`,
    w.params,
  )
  const runs = await runsOf(
    q,
    rows.map((r) => r.id),
  )
  const judged = await judgedBy(
    q,
    who,
    rows.flatMap((r) => (r.data.anonymous ? r.id : [])),
  )
  const items = rows.map(({ id, data, mine: follows }) => {
    const { status, began_at, end_at } = examRunStateOf(data, runs.get(id), now)
    return {
      id,
      name: data.name,
      status,
      starts_at: began_at ?? data.starts_at,
      ends_at: end_at ?? data.ends_at,
      watch: follows && !isBlind(data, who, judged.has(id)),
    }
  })
  return { total: rows[0]?.total ?? 0, items }
}

async function count(q: Queryable, sql: string, params: unknown[] = []): Promise<number> {
  const { rows } = await q.query<{ n: number }>(sql, params)
  return Number(rows[0]?.n ?? 0)
}

/** What waits beside it in exams that the caller keeps and others mark: no marker is left for it. */
async function withUndecided(
  { q, who }: Ctx,
  what: keyof Undecided,
  own: Promise<NonNullable<Work['marking']>>,
): Promise<NonNullable<Work['marking']>> {
  if (who.is_admin || who.role_key === 'referee') return own
  const w = where()
  const kept = sharedWith(examLine, who, 'change')(w.add) ?? 'true'
  const { rows } = await q.query<{ id: string; name: string; double: boolean; markers: string[] }>(
    `select t.id, t.data->>'name' as name, coalesce((t.data->>'double')::boolean, false) as double, t.k_markers as markers from ${exams.table} t
     where (${kept}) and cardinality(t.k_markers) > 0 and not t.k_markers && array[${w.add(who.id)}]::text[]
       and exists (select 1 from exam_attempt a left join exam_objection o on o.attempt_id = a.id and o.reply is null
         where a.exam_id = t.id and (a.status = 'to-be-scored' or o.item is not null))`,
    w.params,
  )
  const able = new Set(await ableMarkers(q, [...new Set(rows.flatMap((r) => r.markers))]))
  const found = await undecidedOf(
    q,
    rows.map((r) => ({ ...r, able: r.markers.filter((m) => able.has(m)) })),
  )
  const more = rows.flatMap(({ id, name }) => {
    const n = found.get(id)?.[what] ?? 0
    return n > 0 ? [{ id, name, n }] : []
  })
  const { total, items } = await own
  return {
    total: more.reduce((sum, e) => sum + e.n, total),
    items: [...items, ...more].sort((a, b) => b.n - a.n || (a.id < b.id ? -1 : 1)).slice(0, named),
  }
}

const blocks: { [B in WorkBlock]: (c: Ctx) => Promise<NonNullable<Work[B]>> } = {
  marking: (c) =>
    withUndecided(
      c,
      'sheets',
      byExam(
        c,
        (me) => `select a.exam_id, count(*) as n from exam_attempt a join ${exams.table} e on e.id = a.exam_id
         where ${waitsFor(me)}
         group by a.exam_id`,
      ),
    ),
  objections: (c) =>
    withUndecided(
      c,
      'objections',
      byExam(
        c,
        // nobody answers for his own judgement
        (me) => `select a.exam_id, count(*) as n from exam_objection o join exam_attempt a on a.id = o.attempt_id
         where o.reply is null and not exists (select 1 from exam_mark m where m.attempt_id = o.attempt_id and m.item = o.item and m.marker = ${me})
         group by a.exam_id`,
      ),
    ),
  exams: examsNow,
  applications: ({ q }) => count(q, `select count(*) as n from ${users.table} where k_status = 'to-audit'`),
  async comments({ q }) {
    const { rows } = await q.query<{ review: number; letters: number }>(
      `select count(*) filter (where k_state = 'to-review')::integer as review,
         count(*) filter (where k_entity = 'letter' and k_author_id = k_entity_id and not k_answered)::integer as letters
       from ${comments.table}`,
    )
    return rows[0] ?? { review: 0, letters: 0 }
  },
  async reports({ q, who }) {
    const mine = banks.filter((bank) => keepsBank(who, bank))
    const { add, params } = where()
    const seen = mine.map((bank) => `(${reportsSeen(bank, who, add)})`).join(' or ') || 'false'
    const { rows } = await q.query<{ bank: (typeof banks)[number]; n: number }>(
      `select r.bank, count(*)::integer as n from question_report r where r.state = 'open' and (${seen}) group by r.bank`,
      params,
    )
    return mine.map((bank) => ({ bank, n: rows.find((r) => r.bank === bank)?.n ?? 0 }))
  },
  async alarms({ q }) {
    const { rows } = await q.query<{ critical: number; warning: number }>(
      `select count(*) filter (where k_level = 'critical')::integer as critical,
         count(*) filter (where k_level = 'warning')::integer as warning
       from ${alarms.table} where k_status = 'open'`,
    )
    return rows[0] ?? { critical: 0, warning: 0 }
  },
  async capacity({ q, platform }) {
    const limits = await currentLicenceLimits(platform)
    return {
      users: { used: await userCount(q), max: limits.users },
      scenes: { used: (await usedNow(q)).scenes, max: limits.running_scenes },
    }
  },
}

export async function waitingWorkOf(c: Ctx): Promise<Work> {
  const blockOf = async <B extends WorkBlock>(name: B): Promise<NonNullable<Work[B]> | null> => {
    const held = standingBlocks.has(name) ? c.who.granted : c.who.changes
    return workScreens[name].some((s) => held.has(s)) ? blocks[name](c) : null
  }
  return {
    marking: await blockOf('marking'),
    objections: await blockOf('objections'),
    exams: await blockOf('exams'),
    applications: await blockOf('applications'),
    comments: await blockOf('comments'),
    reports: await blockOf('reports'),
    alarms: await blockOf('alarms'),
    capacity: await blockOf('capacity'),
  }
}
