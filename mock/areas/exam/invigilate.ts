/** What invigilators do to a running exam: each deed is audited, kept as an event, and told to the pages of candidates at once. */
import { signedName } from '#mock/crud/signed.ts'
import type { ExamStatus } from '#src/contract/exam/status.ts'
import { type ExamMachineEvent, mayHappen } from '#src/contract/exam/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import { notWhileMarking } from './anonymous.ts'
import { deadline, extraOf, isoTime, lockSheet, settleDeadlines, theExam } from './attempt.ts'
import { concerned } from './candidates.ts'
import { closeLater } from './close.ts'
import { examRow } from './exam.ts'
import { closeAttempt } from './handIn.ts'
import { putAside } from './marks.ts'
import { isReleased } from './mine.ts'
import { lockRun, examRunStateOf, examTimesOf } from './run.ts'
import type { Papers } from './sheet.ts'

interface Asking {
  q: Queryable
  who: Caller
  platform: Platform
}
interface Deed {
  exam: string
  kind: string
  user?: string
  attempt?: string
  params?: Record<string, string | number>
}
/** Keeps what was done. @returns its id */
export async function recordExamEvent(c: Asking, { exam, kind, user, attempt, params = {} }: Deed): Promise<string> {
  const id = c.platform.newId()
  await c.q.query(
    `insert into exam_event (id, exam_id, user_id, attempt_id, kind, at, by, params) values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)`,
    [id, exam, user ?? null, attempt ?? null, kind, c.platform.now().toISOString(), c.who.id, JSON.stringify(params)],
  )
  return id
}
/** Tells pages to look again: of the candidates named, or of all who write, and of those who watch. */
export async function tellCandidates(q: Queryable, examId: string, users?: readonly string[]): Promise<void> {
  await q.query('update exam_run set revision = revision + 1 where exam_id = $1', [examId])
  await publish(q, 'exams', { users: users ?? (await concerned(q, examId)) })
  await publish(q, 'exams', { screens: ['exam-manage'] })
}

async function examOf(c: Asking, id: string) {
  const data = await theExam(c.q, id)
  const run = await lockRun(c.q, id)
  const now = c.platform.now()
  return { data, run, now, standing: examRunStateOf(data, run, now) }
}
type Whole = Awaited<ReturnType<typeof examOf>>

const words: Record<ExamMachineEvent, string> = {
  start: 'started',
  pause: 'paused',
  recover: 'recovered',
  end: 'ended',
}

/** What an event writes, once the machine allows it. */
async function happen({ q }: Asking, event: ExamMachineEvent, id: string, { run, now }: Whole): Promise<void> {
  const at = now.toISOString()
  if (event === 'start') await q.query('update exam_run set started_at = $2 where exam_id = $1', [id, at])
  if (event === 'pause') await q.query('update exam_run set paused_from = $2 where exam_id = $1', [id, at])
  if (event === 'recover' || (event === 'end' && run?.paused_from)) {
    const [from, to] = [Date.parse(run?.paused_from ?? at), now.getTime()]
    await q.query(
      `update exam_run set paused_from = null, pauses = pauses || $2::jsonb, paused_ms = paused_ms + $3 where exam_id = $1`,
      [id, JSON.stringify([{ from, to }]), to - from],
    )
  }
  if (event === 'end') await q.query('update exam_run set ended_at = $2 where exam_id = $1', [id, at])
}

type EventCall = Omit<Ctx<'POST /exams/:id/start'>, 'body'> & { body: { reason?: string } | undefined }
const event = (name: ExamMachineEvent) => async (c: EventCall) => {
  const { q, params } = c
  const whole = await examOf(c, params.id)
  const from: ExamStatus = whole.standing.status
  if (!mayHappen(name, { ...whole.standing, start_mode: whole.data.start_mode }))
    throw new Fail('not_allowed_in_state', { status: from, action: name })
  // whoever still writes is handed in by who ends it, however pauses move the deadlines meanwhile
  if (name === 'end')
    await q.query(
      `update exam_attempt set handed_by_id = $2 where exam_id = $1 and status in ('ongoing', 'pause') and (deadline_at > $3 or $4)`,
      [params.id, c.who.id, whole.now.toISOString(), Boolean(whole.run?.paused_from)],
    )
  await happen(c, name, params.id, whole)
  await settleDeadlines(q, params.id, whole.data, whole.now)
  if (name === 'end')
    await q.query(
      `update exam_attempt set deadline_at = least(deadline_at, $2) where exam_id = $1 and status in ('ongoing', 'pause')`,
      [params.id, whole.now.toISOString()],
    )
  await closeLater(q, params.id)
  const reason = name === 'end' ? { reason: c.body?.reason ?? '' } : undefined
  await recordExamEvent(c, { exam: params.id, kind: words[name], ...(reason ? { params: reason } : {}) })
  await tellCandidates(q, params.id)
  c.audit({ entity: 'exam', id: params.id, before: { status: from }, details: { ...reason } })
  return examRow(c, params.id)
}

export const invigilation = (papers: Papers) => ({
  'POST /exams/:id/start': event('start'),
  'POST /exams/:id/pause': event('pause'),
  'POST /exams/:id/recover': event('recover'),
  'POST /exams/:id/end': event('end'),
  'POST /exams/:id/extra': (async (c) => {
    const { q, params, body, who, platform } = c
    const { data, now } = await examOf(c, params.id)
    const users = [...new Set(body.user_ids)]
    const { rows: known } = await q.query<{ id: string }>('select id from r_user where id = any($1::text[])', [users])
    if (known.length < users.length)
      throw new Fail('validation', { fields: [{ path: 'user_ids', rule: 'unknown_reference' }] })
    await q.query(
      `insert into exam_extra (exam_id, user_id, minutes, reason, at, by) select $1, u, $3, $4, $5, $6 from unnest($2::text[]) as u
       on conflict (exam_id, user_id) do update set minutes = excluded.minutes, reason = excluded.reason, at = excluded.at, by = excluded.by`,
      [params.id, users, body.minutes, body.reason, platform.now().toISOString(), who.id],
    )
    await settleDeadlines(q, params.id, data, now)
    await closeLater(q, params.id)
    for (const user of users) {
      await recordExamEvent(c, {
        exam: params.id,
        kind: 'extra',
        user,
        params: { minutes: body.minutes, reason: body.reason },
      })
      // the reason is for the record; what it means for him is said to him
      await recordExamEvent(c, { exam: params.id, kind: 'message', user, params: { minutes: body.minutes } })
      c.audit({ entity: 'exam', id: params.id, details: { user, minutes: body.minutes, reason: body.reason } })
    }
    await tellCandidates(q, params.id, users)
    return { done: users.length }
  }) satisfies Handler<'POST /exams/:id/extra'>,
  'POST /exams/:id/message': (async (c) => {
    const { q, params, body } = c
    await examOf(c, params.id)
    const users = [...new Set(body.user_ids)]
    let id = ''
    for (const user of users.length ? users : [undefined])
      id = await recordExamEvent(c, {
        exam: params.id,
        kind: 'message',
        ...(user === undefined ? {} : { user }),
        params: { text: body.text },
      })
    await tellCandidates(q, params.id, users.length ? users : undefined)
    c.audit({ entity: 'exam', id: params.id, details: { to: users.length || 'all', text: body.text } })
    return { id }
  }) satisfies Handler<'POST /exams/:id/message'>,
  'POST /exam-attempts/:id/hand-in-for': (async (c) => {
    const { q, who, params, body, platform } = c
    const now = platform.now()
    const sheet = await lockSheet(q, params.id, now)
    if (!sheet) throw new Fail('not_found')
    const { row } = sheet
    if (row.status !== 'ongoing' && row.status !== 'pause')
      throw new Fail('not_allowed_in_state', { status: row.status })
    await closeAttempt(q, papers, sheet, { by: 'invigilator', id: who.id }, now, now)
    const more = { exam: row.exam_id, user: row.user_id, attempt: row.id, params: { reason: body.reason } }
    await recordExamEvent(c, { ...more, kind: 'handed_in_for' })
    await tellCandidates(q, row.exam_id, [row.user_id])
    await closeLater(q, row.exam_id)
    c.audit({ entity: 'exam', id: row.exam_id, details: { attempt: row.id, reason: body.reason } })
    return {}
  }) satisfies Handler<'POST /exam-attempts/:id/hand-in-for'>,
  'POST /exam-attempts/:id/reopen': (async (c) => {
    const { q, params, body, platform } = c
    const now = platform.now()
    const sheet = await lockSheet(q, params.id, now)
    if (!sheet) throw new Fail('not_found')
    const { row, exam, run } = sheet
    if (row.status === 'ongoing' || row.status === 'pause')
      throw new Fail('not_allowed_in_state', { status: row.status })
    const { rows: later } = await q.query(
      'select 1 from exam_attempt where exam_id = $1 and user_id = $2 and n > $3 limit 1',
      [row.exam_id, row.user_id, row.n],
    )
    // who has seen the keys writes no more
    if (later.length || isReleased(exam, run, now)) throw new Fail('not_allowed_in_state', { status: row.status })
    const until = now.getTime() + body.minutes * 60_000
    const times = examTimesOf(exam, run)
    if (!times) throw new Fail('not_allowed_in_state', { status: row.status })
    // kept as minutes beyond the deadline it has by now, so that a later change of the plan moves it like all others
    const due = deadline(times, row, await extraOf(q, row.exam_id, row.user_id), now)
    const more = Math.ceil((until - due.getTime()) / 60_000)
    await q.query(
      `update exam_attempt set status = 'ongoing', handed_at = null, handed_by = null, handed_by_id = null, points = null, open = 0, reopened = reopened + 1,
         extra = extra + $2, epoch = epoch + 1, seq = 0, writer = '' where id = $1`,
      [row.id, Math.max(0, more)],
    )
    await putAside(q, { attempt: row.id }, 'reopened', now)
    await settleDeadlines(q, row.exam_id, exam, now)
    await closeLater(q, row.exam_id)
    const what = { minutes: body.minutes, reason: body.reason }
    await recordExamEvent(c, { exam: row.exam_id, kind: 'reopened', user: row.user_id, attempt: row.id, params: what })
    await tellCandidates(q, row.exam_id, [row.user_id])
    c.audit({ entity: 'exam', id: row.exam_id, details: { attempt: row.id, ...what } })
    return {}
  }) satisfies Handler<'POST /exam-attempts/:id/reopen'>,
})

interface EventRow {
  id: string
  at: string
  kind: never
  user_id: string | null
  name: string | null
  by_name: string | null
  params: Record<string, string | number>
}
export const listExamEvents: Handler<'GET /exams/:id/events'> = async (c) => {
  const { q, params, query } = c
  await notWhileMarking(c, params.id, await theExam(q, params.id))
  const w = where()
  w.and(`e.exam_id = ${w.add(params.id)} and not (e.kind = 'message' and e.params ? 'minutes')`)
  if (query.user_id !== undefined) w.and(`(e.user_id = ${w.add(query.user_id)} or e.user_id is null)`)
  const { rows, ...page } = await paged<EventRow>(q, {
    select: `e.id, e.at, e.kind, e.user_id, ${signedName('u')} as name, ${signedName('b')} as by_name, e.params`,
    from: 'exam_event e',
    shownFrom: 'exam_event e left join r_user u on u.id = e.user_id left join r_user b on b.id = e.by',
    w,
    order: 'e.at desc, e.id desc',
    query,
  })
  return {
    items: rows.map((r) => ({ ...r, at: isoTime(r.at), name: r.name ?? '', by_name: r.by_name ?? '' })),
    ...page,
  }
}
