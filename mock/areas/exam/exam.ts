/** Exams as their keepers have them: rules of editing, figures of a list, and what stands beside a document. */
import { exam as examLine, fixedFields, markingScreens as marks } from '#src/contract/exam/exam.ts'
import type { Exam } from '#src/contract/exam/exam.schema.ts'
import { planBreaks } from '#src/contract/exam/planned.ts'
import { freeRowName, isTaken } from '#mock/crud/freeName.ts'
import { limits } from '#src/contract/limits.ts'
import { crud } from '#mock/crud/crud.ts'
import type { HookContext, Hooks, ResourceDocument } from '#mock/crud/hooks.ts'
import { changeableAmong } from '#mock/crud/ownership.ts'
import { type CallerContext, crudContext, rowAuditState } from '#mock/crud/setting.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler } from '#mock/http/request/handler.ts'
import { mayHappen, mayPublish } from '#src/contract/exam/status.ts'
import { namesOf } from '../bank/banks.ts'
import { runningOf } from '../bank/keyAccess.ts'
import { type PaperFacts, paperFacts } from '../bank/paper/facts.ts'
import { settleDeadlines } from './attempt.ts'
import { isBlind, judgedBy } from './anonymous.ts'
import { closeLater } from './close.ts'
import { isOut, isReleased } from './mine.ts'
import { callOff, planInvitations } from './invite.ts'
import { planResults } from './resultsDue.ts'
import { refuseMarkers } from './refuseMarkers.ts'
import { ableMarkers, givesMarks, knownTo, markedBy, whyNotMark } from './markedBy.ts'
import { type Undecided, undecidedOf, waitsFor } from './marks.ts'
import { type ExamData, inStatuses, type ExamRun, runsOf, examRunStateOf } from './run.ts'
import { tellMarkers } from './tellOfMarking.ts'
import { fieldsOf } from '#mock/crud/shape.ts'
import { filterWords } from '#mock/crud/where.ts'
import { wholeDocument } from '#mock/crud/documents.ts'

interface Counts {
  begun: number
  handed_in: number
  to_be_scored: number
  for_me: number
}
interface Facts {
  papers: ReadonlyMap<string, PaperFacts>
  people: ReadonlyMap<string, string>
  runs: ReadonlyMap<string, ExamRun>
  counts: ReadonlyMap<string, Counts>
  running: ReadonlySet<string>
  /** Those that the caller may change. */
  mine: ReadonlySet<string>
  /** Those that the caller keeps and others mark, with what waits because no marker is left for it. */
  kept: ReadonlyMap<string, Undecided>
  /** Those in which the caller has given points. */
  judged: ReadonlySet<string>
}

/** @param me who asks: of two markers the first has done his part while an answer stays open */
async function countsOf(q: Queryable, ids: readonly string[], me: string): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await q.query<Counts & { id: string }>(
    `select a.exam_id as id, count(*)::integer as begun, count(a.handed_at)::integer as handed_in,
       (count(*) filter (where a.status = 'to-be-scored'))::integer as to_be_scored,
       (count(*) filter (where ${waitsFor('$2')}))::integer as for_me
     from exam_attempt a join r_exam e on e.id = a.exam_id where a.exam_id = any($1::text[]) group by a.exam_id`,
    [[...ids], me],
  )
  return new Map(rows.map((r) => [r.id, r]))
}

const marksAny = (who: Caller): boolean => marks.some((screen) => who.granted.has(screen))
type Docs = readonly ResourceDocument<'exam'>[]
async function keptFrom(
  docs: Docs,
  mine: ReadonlySet<string>,
  { q, who }: HookContext,
): Promise<ReadonlyMap<string, Undecided>> {
  const kept = docs.filter(({ id, data }) => mine.has(id) && data.markers?.length && !data.markers.includes(who.id))
  if (!kept.length || who.is_admin || who.role_key === 'referee' || !marksAny(who)) return new Map()
  const able = new Set(await ableMarkers(q, [...new Set(kept.flatMap((d) => d.data.markers ?? []))]))
  const undecided = await undecidedOf(
    q,
    kept.map(({ id, data }) => ({
      id,
      able: (data.markers ?? []).filter((m) => able.has(m)),
      double: data.double === true,
    })),
  )
  return new Map(kept.map(({ id }) => [id, undecided.get(id) ?? { sheets: 0, objections: 0 }]))
}
/** Whether somebody who keeps an exam that others mark judges in it: what no marker is left for, and what they decided, to look at and to change. */
const decides = (kept: Undecided | undefined, judged: boolean): boolean =>
  kept !== undefined && (judged || kept.sheets > 0 || kept.objections > 0)

const judgedIn = (docs: Docs, { q, who }: HookContext): Promise<ReadonlySet<string>> =>
  judgedBy(q, who, marksAny(who) ? docs.flatMap((d) => (d.data.anonymous || d.data.markers?.length ? d.id : [])) : [])

function refuseOver(e: ExamData, had: ExamData | undefined, now: Date): void {
  const fields = planBreaks(e, had, now.getTime())
  if (fields.length) throw new Fail('validation', { fields })
}

const mayMark = (doc: Docs[number], mine: ReadonlySet<string>, who: Caller): boolean => {
  const data = wholeDocument<ExamData>(doc.data)
  return (mine.has(doc.id) || data.markers.includes(who.id)) && givesMarks(data, who)
}

const hooks: Hooks<'exam', Facts> = {
  async facts(docs, at) {
    const ids = docs.map((d) => d.id)
    const mine = await changeableAmong(at.q, examLine, docs, at.who)
    const [papers, people, runs, counts, running, kept, judged] = await Promise.all([
      paperFacts(
        at.q,
        docs.map((d) => d.data.paper_id ?? ''),
        at.who,
      ),
      namesOf(
        at.q,
        docs.flatMap((d) => [d.updated_by, ...(d.data.markers ?? [])]),
      ),
      runsOf(at.q, ids),
      countsOf(at.q, ids, at.who.id),
      runningOf(at.q, ids, at.now),
      keptFrom(docs, mine, at),
      judgedIn(docs, at),
    ])
    return { papers, people, runs, counts, running, mine, kept, judged }
  },
  columns(doc, facts, { now, who }) {
    const run = facts.runs.get(doc.id)
    const { status, began_at, end_at } = examRunStateOf(wholeDocument<ExamData>(doc.data), run, now)
    const paper = facts.papers.get(doc.data.paper_id ?? '')
    const { begun = 0, handed_in = 0, to_be_scored = 0, for_me = 0 } = facts.counts.get(doc.id) ?? {}
    return {
      status,
      began_at,
      end_at,
      ended_at: run?.ended_at ? new Date(run.ended_at).toISOString() : null,
      paper_name: paper?.name ?? '',
      score: paper?.score ?? 0,
      items: paper?.items ?? 0,
      begun,
      handed_in,
      to_be_scored,
      for_me: mayMark(doc, facts.mine, who) ? for_me : (facts.kept.get(doc.id)?.sheets ?? 0),
      published_at: run?.published_at ? new Date(run.published_at).toISOString() : null,
      running: facts.running.has(doc.id),
      updated_by_name: facts.people.get(doc.updated_by) ?? '',
    } satisfies Partial<Exam>
  },
  filters: ({ now }) => ({ status: (values, add) => inStatuses(filterWords(values), now, add) }),
  async check(data, before, { q, who, now, platform }) {
    const exam = wholeDocument<ExamData>(data)
    await refuseMarkers(exam, before, { q, platform })
    if (!before) return refuseOver(exam, undefined, now)
    const had = wholeDocument<ExamData>(before.data)
    const begun = (await countsOf(q, [before.id], who.id)).get(before.id)?.begun ?? 0
    if (begun === 0) refuseOver(exam, had, now)
    const ended_at = (await runsOf(q, [before.id])).get(before.id)?.ended_at ?? null
    const said = (d: object, f: string) => fieldsOf(d)[f] ?? ''
    const moved = [...fixedFields({ begun, ended_at })].filter(([f]) => said(data, f) !== said(had, f))
    if (moved.length) throw new Fail('validation', { fields: moved.map(([path, rule]) => ({ path, rule })) })
  },
  async wrote(after, before, { q, now, platform, who, returns }) {
    const exam = wholeDocument<ExamData>(after.data)
    await planInvitations(q, after.id, exam, now)
    const had = before && wholeDocument<ExamData>(before.data)
    const named = { id: after.id, after: exam, before: had, by: who.id }
    if (!returns) await tellMarkers(q, platform, named)
    if (!before) {
      await q.query('insert into exam_run (exam_id) values ($1) on conflict do nothing', [after.id])
      await planResults(q, after.id, exam)
      return
    }
    await q.query('update exam_run set revision = revision + 1 where exam_id = $1', [after.id])
    await settleDeadlines(q, after.id, exam, now)
    await closeLater(q, after.id)
    await planResults(q, after.id, exam)
  },
  along: [
    ['exam_run', 'exam_id'],
    ['exam_extra', 'exam_id'],
    ['exam_event', 'exam_id'],
    ['exam_key', 'exam_id'],
  ],
  names: (row, { who }) => row.markers.includes(who.id),
  refuse(action, row, { runs, papers, mine, kept, judged }, { who, now }) {
    if (action === 'remove' && row.begun > 0) return 'in_use'
    // a copy is an exam over the same paper
    if (action === 'copy' && !papers.get(row.paper_id)?.buildable) return 'not_shared'
    if (action === 'mark' || action === 'give')
      return decides(kept.get(row.id), judged.has(row.id)) ? undefined : whyNotMark(row as ExamData, who)
    if (action === 'start' || action === 'pause' || action === 'recover' || action === 'end')
      return mayHappen(action, row) ? undefined : 'not_allowed_in_state'
    if (action === 'publish') return mayPublish(row) ? undefined : 'not_allowed_in_state'
    if (action === 'withdraw')
      return isReleased(row as ExamData, runs.get(row.id), now) ? undefined : 'not_allowed_in_state'
    if (
      action !== 'watch' ||
      !(mine.has(row.id) || row.markers.includes(who.id)) ||
      !isBlind(row as ExamData, who, judged.has(row.id))
    )
      return undefined
    return row.to_be_scored > 0 || !isOut(row as ExamData, runs.get(row.id), now) ? 'marks_without_names' : undefined
  },
  tells: (code, row, { people }) =>
    code === 'marked_by_others'
      ? { names: row.markers.map((id) => people.get(id) ?? '') }
      : code === 'not_allowed_in_state'
        ? { status: row.status }
        : undefined,
  async unused(doc, { q }) {
    const { rows } = await q.query<{ n: number }>(
      'select count(*)::integer as n from exam_attempt where exam_id = $1',
      [doc.id],
    )
    const n = rows[0]?.n ?? 0
    if (n > 0) throw new Fail('in_use', { by: { attempt: n }, n })
  },
  async removed(before, { q, platform }) {
    await callOff(q, platform, before.id, wholeDocument<ExamData>(before.data))
    for (const table of ['exam_run', 'exam_extra', 'exam_event', 'exam_key', 'exam_told'])
      await q.query(`delete from ${table} where exam_id = $1`, [before.id])
  },
  scope: ({ who }) => knownTo(who),
  shows:
    ({ who }) =>
    (add) => {
      if (!marks.some((screen) => who.granted.has(screen))) return 'false'
      return markedBy(who)(add)
    },
  audience: 'nobody',
  chosen: (doc, { q, now }) => planInvitations(q, doc.id, wholeDocument<ExamData>(doc.data), now),
}
const own = crudContext('exam', hooks)

/** The row as a caller sees it now. */
export const examRow = async (c: CallerContext, id: string) => own.rows.one(await own.see(c, id), own.at(c))
/** Conditions on row `t`: the exams that are in the caller's list. */
export const examScopes = (c: CallerContext) => own.scopes(own.at(c))
/** What this caller may do to it now. */
export const examCan = async (c: CallerContext, id: string): Promise<readonly string[]> => (await examRow(c, id)).can

/** Whether this caller reads who sat the exam and what came of it. */
export const follows = (c: CallerContext, id: string): Promise<boolean> =>
  examCan(c, id).then(
    (can) => can.includes('follow'),
    (e: unknown) => {
      if (e instanceof Fail) return false
      throw e
    },
  )

export type ExamDeed = keyof (typeof examLine)['actions']
/** The exam, when the caller sees it and may do this to it. Throws. */
export async function mayDo(c: CallerContext, id: string, what: ExamDeed): Promise<void> {
  const doc = await own.see(c, id)
  // whatever screens the role holds, a referee acts in exams that name them alone
  const named = doc.owner_id === c.who.id || (doc.data.markers ?? []).includes(c.who.id)
  if (c.who.role_key === 'referee' && !named) throw new Fail('not_found')
  await own.rows.allow(what, doc, own.at(c))
}

export const examHandlersOfCrud = crud<'exam', Facts>('exam', hooks)

const week = 7 * 86_400_000
const hour = 3_600_000
/** Dates are new, at a full hour a week from now and as long as before; nobody is a candidate, and results are shown by hand. */
export const copyExam: Handler<'POST /exams/:id/copy'> = async (c) => {
  const { q, who, platform, params } = c
  const from = await own.see(c, params.id)
  await own.rows.allow('copy', from, own.at(c))
  const had = wholeDocument<ExamData>(from.data)
  const now = platform.now()
  const start = Math.ceil((now.getTime() + week) / hour) * hour
  const data = {
    ...from.data,
    name: await freeRowName(isTaken(own.docs, q), had.name, 2 * limits.name.max),
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + Date.parse(had.ends_at) - Date.parse(had.starts_at)).toISOString(),
    results_at: null,
    review_from: null,
    review_to: null,
  }
  const after = await own.docs.insert(q, { id: platform.newId(), data, open: false }, { at: now, by: who.id })
  await hooks.wrote?.(after, undefined, own.at(c))
  c.audit({ entity: 'exam', id: after.id, after: rowAuditState(after), details: { copy_of: from.id } })
  return examRow(c, after.id)
}
