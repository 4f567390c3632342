/** Beginning an attempt, or going on with the one that is open. A hall begins in the same moment: whoever does shares the statements. */
import { variantFor } from '#src/contract/bank/paperFor.ts'
import { paperScoreOf } from '#src/contract/bank/paper.ts'
import { mayBegin } from '#src/contract/exam/time.ts'
import type { Queryable } from '#mock/db/db.ts'
import { batched, type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { closedToKeyReader } from './keyReaders.ts'
import { deadline } from './attempt.ts'
import { closeLater } from './close.ts'
import { type ExamData, lockRun, type ExamRun, examRunStateOf } from './run.ts'
import { sha256OfText } from './signature.ts'
import type { Papers, LoadedPaper } from './sheet.ts'
import { present } from '#src/contract/lib/typed.ts'

type Call = Ctx<'POST /my-exams/:id/begin'>
const refusals = { early: 'exam_early', late: 'exam_late', over: 'exam_over', paused: 'exam_paused' } as const

interface OfExam {
  id: string
  data: ExamData
  open: boolean
  run: ExamRun | undefined
  paper: LoadedPaper['paper']
  /** Whom it is for, as far as one of the callers may be meant. */
  audience: { kind: string; target: string }[]
}
interface Mine {
  id: string
  exam_id: string
  user_id: string
  n: number
  status: string
  writer: string
}
/** Sixteen random bytes as a UUID of version 4 (RFC 9562). */
function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20)}`
}
const placeOf = (exam: string, user: string): string => `${exam} ${user}`

async function examsOf(q: Queryable, papers: Papers, ids: readonly string[], users: readonly string[]) {
  const { rows } = await q.query<Pick<OfExam, 'id' | 'data' | 'open'>>(
    'select id, data, open from r_exam where id = any($1::text[]) order by id',
    [ids],
  )
  const { rows: audience } = await q.query<OfExam['audience'][number] & { entity_id: string }>(
    `select entity_id, kind, target from audience where resource = 'exam' and entity_id = any($1::text[])
       and kind <> 'team' and (kind <> 'user' or target = any($2::text[]))
     union all select a.entity_id, 'user', m.id from audience a join r_team t on t.id = a.target cross join unnest(t.k_member_ids) m (id)
     where a.resource = 'exam' and a.entity_id = any($1::text[]) and a.kind = 'team' and m.id = any($2::text[])`,
    [ids, users],
  )
  const found = new Map<string, OfExam>()
  for (const exam of rows)
    found.set(exam.id, {
      ...exam,
      run: await lockRun(q, exam.id),
      paper: await papers.variants(q, exam.data.paper_id),
      audience: audience.filter((a) => a.entity_id === exam.id),
    })
  return found
}

const isFor = ({ open, audience }: OfExam, { who }: Call): boolean =>
  open ||
  audience.some(
    ({ kind, target }) =>
      (kind === 'user' && target === who.id) ||
      (kind === 'role' && target === who.role_id) ||
      (kind === 'org' && who.org_line.includes(target)),
  )

/** The attempt a caller may begin now. */
function fresh({ who, platform, meta, body, arrived }: Call, exam: OfExam, mine: readonly Mine[], extra: number) {
  const { data, run, paper } = exam
  const standing = examRunStateOf(data, run, arrived)
  // whoever ended it ended it for everybody, also where it had not begun
  if (run?.ended_at) throw new Fail('exam_over')
  if (!standing.times) throw new Fail('exam_early')
  const may = mayBegin(standing.times, extra * 60_000, arrived.getTime())
  if (may !== 'yes') throw new Fail(refusals[may])
  if (mine.length >= data.attempts) throw new Fail('attempts_used_up', { most: data.attempts })
  if (body.accepted === false || (data.declaration && !body.accepted)) throw new Fail('exam_not_accepted')
  const seed = platform.random(16).toString('hex')
  const variant = variantFor(paper, seed)
  const sections = paper.variants.find((v) => v.id === variant)?.sections ?? []
  const at = arrived.toISOString()
  const row = {
    id: platform.newId(),
    // nothing of it may tell of the attempt, so that it holds no time
    marking_id: uuidOf(platform.random(16)),
    exam_id: exam.id,
    user_id: who.id,
    n: mine.length + 1,
    paper_id: data.paper_id,
    variant,
    seed,
    status: 'ongoing' as const,
    began_at: at,
    extra: 0,
    writer: body.writer,
    chain: sha256OfText(seed),
    heard_at: at,
    address: meta.address,
    addresses: [meta.address],
    agent: meta.agent,
    items: sections.reduce((sum, s) => sum + s.items.length, 0),
    score: paperScoreOf(sections),
  }
  return { ...row, deadline_at: deadline(standing.times, row, extra, arrived).toISOString() }
}

interface Back {
  attempt: Mine
  call: Call
}
/** A page that was loaded anew was left in between, and could not say so. */
async function noteReturns(q: Queryable, back: readonly Back[]): Promise<void> {
  const events = back.map(({ attempt: { id, exam_id, user_id }, call: { platform, arrived } }) => ({
    id: platform.newId(),
    exam_id,
    user_id,
    attempt_id: id,
    kind: 'returned',
    at: arrived.toISOString(),
  }))
  if (!events.length) return
  await q.query(
    `with seen as (
       insert into exam_event (id, exam_id, user_id, attempt_id, kind, at)
       select id, exam_id, user_id, attempt_id, kind, at from jsonb_populate_recordset(null::exam_event, $1::jsonb)
     ) update exam_attempt set focus_lost = focus_lost + 1 where id = any($2::text[])`,
    [JSON.stringify(events), events.map((e) => e.attempt_id)],
  )
}

const columns = `id, marking_id, exam_id, user_id, n, paper_id, variant, seed, status, began_at, deadline_at, extra, writer, chain, heard_at,
  address, addresses, agent, items, score`

export const beginHandler = (papers: Papers): Handler<'POST /my-exams/:id/begin'> =>
  batched(async (calls) => {
    const { q } = present(calls[0])
    const users = [...new Set(calls.map((c) => c.who.id))]
    const exams = await examsOf(q, papers, [...new Set(calls.map((c) => c.params.id))], users)
    const asked = [[...exams.keys()], users]
    const { rows: had } = await q.query<Mine>(
      `select id, exam_id, user_id, n, status, writer from exam_attempt
       where exam_id = any($1::text[]) and user_id = any($2::text[]) order by id for update`,
      asked,
    )
    const { rows: extras } = await q.query<{ exam_id: string; user_id: string; minutes: number }>(
      'select exam_id, user_id, minutes from exam_extra where exam_id = any($1::text[]) and user_id = any($2::text[])',
      asked,
    )
    const mine = new Map<string, Mine[]>()
    for (const a of had)
      mine.set(placeOf(a.exam_id, a.user_id), [...(mine.get(placeOf(a.exam_id, a.user_id)) ?? []), a])
    const extra = new Map(extras.map((x) => [placeOf(x.exam_id, x.user_id), x.minutes]))
    const marked = new Set<string>()
    for (const { who } of new Map(calls.map((c) => [c.who.id, c])).values())
      for (const id of await closedToKeyReader(q, who, [...exams.keys()])) marked.add(placeOf(id, who.id))
    const begun: ReturnType<typeof fresh>[] = []
    /** Nobody writes a sheet that was opened again: whoever comes first does. */
    const taken: { id: string; writer: string; at: string }[] = []
    const back: Back[] = []
    const out = calls.map((c) => {
      try {
        const exam = exams.get(c.params.id)
        if (!exam) throw new Fail('not_found')
        if (!isFor(exam, c)) throw new Fail('not_authorized_yet')
        const place = placeOf(exam.id, c.who.id)
        const own = mine.get(place) ?? []
        let row = own.find((a) => a.status === 'ongoing' || a.status === 'pause')
        const begins = !row
        if (!row) {
          if (marked.has(place)) throw new Fail('marks_same_questions')
          const made = fresh(c, exam, own, extra.get(place) ?? 0)
          begun.push(made)
          row = made
          mine.set(place, [...own, made])
        } else if (row.writer === '') {
          row.writer = c.body.writer
          taken.push({ id: row.id, writer: row.writer, at: c.arrived.toISOString() })
        } else if (exam.data.focus && c.body.returned && row.writer === c.body.writer)
          back.push({ attempt: row, call: c })
        // who comes back to the sheet he writes has begun nothing
        const word = begins ? {} : { word: 'exam.return' as const }
        const accepted = begins && exam.data.declaration ? { accepted: true } : {}
        c.audit({ entity: 'exam', id: exam.id, details: { attempt: row.id, n: row.n, ...accepted }, ...word })
        return { attempt: row.id }
      } catch (e) {
        if (!(e instanceof Fail)) throw e
        return e
      }
    })
    if (begun.length)
      await q.query(
        `insert into exam_attempt (${columns}) select ${columns} from jsonb_populate_recordset(null::exam_attempt, $1::jsonb)`,
        [JSON.stringify(begun)],
      )
    if (taken.length)
      await q.query(
        `update exam_attempt a set writer = w.writer, heard_at = w.at
         from jsonb_to_recordset($1::jsonb) as w(id text, writer text, at timestamptz) where a.id = w.id`,
        [JSON.stringify(taken)],
      )
    await noteReturns(q, back)
    for (const id of new Set(begun.map((a) => a.exam_id))) await closeLater(q, id)
    return out
  })
