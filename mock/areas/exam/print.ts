/** Sheets for paper. The page is open to everybody who is signed in; what is on it, to the candidate when his time has come, and to keepers and markers. */
import type { PrintSheet } from '#src/contract/exam/print.schema.ts'
import { cents } from '#src/contract/exam/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { countedSheets } from './analysis/sheets.ts'
import { type RankedCandidate, standingsOf } from './analysis/grades.ts'
import { isoTime, type AttemptContext, sheetNow, theExam } from './attempt.ts'
import { follows } from './exam.ts'
import { receiptOf } from './handIn.ts'
import { areHidden, anonymousNumberOf, withoutNames } from './anonymous.ts'
import { depthOf } from './review.ts'
import { closedOn, isSumHeld, reviewed, sumOfShown } from './reviewed.ts'
import type { ExamData } from './run.ts'
import type { Papers } from './sheet.ts'

/** Ids of attempts to print: those asked for by their own id or their person's, else all that count, by rank. */
async function wanted(
  q: Queryable,
  id: string,
  exam: ExamData,
  of: readonly string[] | undefined,
  { standings, hidden }: { standings: readonly RankedCandidate[]; hidden: boolean },
): Promise<{ id: string; user_id: string }[]> {
  const counted = await countedSheets(q, id, exam)
  const place = new Map(standings.map((s, n) => [s.user_id, n]))
  const ranked = counted.toSorted((a, b) => (place.get(a.user_id) ?? 0) - (place.get(b.user_id) ?? 0))
  if (!of) return ranked
  const { rows } = await q.query<{ id: string; user_id: string }>(
    `select id, user_id from exam_attempt where exam_id = $1 and (marking_id = any($2::text[])${hidden ? '' : ' or id = any($2::text[])'}) and handed_at is not null order by id`,
    [id, [...of]],
  )
  const named = new Set(rows.map((r) => r.id))
  // who may not know a name may not ask by it
  return [...ranked.filter((s) => !hidden && of.includes(s.user_id) && !named.has(s.id)), ...rows]
}

interface Looking {
  q: Queryable
  papers: Papers
  platform: Platform
  keeper: boolean
  /** Whether names stay hidden from this reader. */
  hidden: boolean
  language: '' | 'en-US' | 'zh-CN'
}
interface Person {
  name: string
  username: string
  org_name: string
}
async function personOf(q: Queryable, id: string): Promise<Person> {
  const { rows } = await q.query<Person>(
    `select coalesce(nullif(u.data->>'name', ''), u.data->>'username', '') as name, coalesce(u.data->>'username', '') as username,
       coalesce(o.name, '') as org_name from r_user u left join org o on o.id = u.k_org_id where u.id = $1`,
    [id],
  )
  return rows[0] ?? { name: '', username: '', org_name: '' }
}

async function onPaper(l: Looking, sheet: AttemptContext, standings: readonly RankedCandidate[]): Promise<PrintSheet> {
  const { q, papers, platform, keeper, hidden, language } = l
  const { row } = sheet
  const now = platform.now()
  const depth = keeper ? 'keys' : depthOf(sheet, now)
  const receipt = await receiptOf(q, platform, sheet)
  const person = await personOf(q, row.user_id)
  const read = await papers.of(q, row, language)
  const closed = keeper ? new Set<string>() : await closedOn(q, platform, read, sheet)
  const sections = await reviewed(q, read, sheet, {
    keys: keeper ? 'all' : depth === 'keys' ? 'judged' : 'none',
    names: keeper || !sheet.exam.anonymous,
    closed,
  })
  const partly = closed.size > 0 && isSumHeld(sheet.exam)
  const standing = standings.find((s) => s.user_id === row.user_id)
  return {
    attempt: hidden ? row.marking_id : row.id,
    candidate: hidden ? anonymousNumberOf(row.marking_id) : person.name,
    username: hidden ? '' : person.username,
    org_name: hidden ? '' : person.org_name,
    n: row.n,
    // times and proofs of the receipt are in others' lists beside names
    began_at: hidden ? null : isoTime(row.began_at),
    handed_at: hidden ? null : receipt.handed_at,
    handed_by: receipt.handed_by,
    ...(partly ? sumOfShown(sections) : { points: row.points ?? 0, waiting: 0 }),
    score: row.score,
    open: row.open,
    grade: partly ? null : (standing?.grade ?? null),
    rank: partly ? null : (standing?.rank ?? null),
    candidates: standings.length,
    answered: receipt.answered,
    partly: receipt.partly ?? 0,
    items: receipt.items,
    saves: receipt.saves,
    digest: hidden ? '' : receipt.digest,
    signature: hidden ? '' : receipt.signature,
    sections: sections.map((s) => ({
      id: s.id,
      title: s.title,
      points: cents(s.items.reduce((sum, i) => sum + (i.points ?? 0), 0)),
      score: cents(s.items.reduce((sum, i) => sum + i.score, 0)),
      items: depth === 'points' ? [] : s.items.map((i) => (hidden ? { ...i, answer: withoutNames(i.answer) } : i)),
    })),
  }
}

export const printableSheets =
  (papers: Papers): Handler<'GET /exams/:id/print'> =>
  async ({ q, who, platform, params, query }) => {
    const exam = await theExam(q, params.id)
    const now = platform.now()
    const keeper = await follows({ q, who, platform }, params.id)
    const standings = await standingsOf(q, params.id, exam)
    const hidden = keeper && (await areHidden({ q, who, platform }, params.id, exam)).hidden
    const all = await wanted(q, params.id, exam, query.of, { standings, hidden })
    const own = keeper ? all : all.filter((s) => s.user_id === who.id)
    if (!keeper && !own.length) throw new Fail('not_found')
    // who asks for others beside themselves is refused
    if (!keeper && query.of !== undefined && own.length < all.length) throw new Fail('no_operation_permission')
    const sheets: PrintSheet[] = []
    const language = query.language ?? ''
    for (const { id } of own.slice((query.page - 1) * query.page_size, query.page * query.page_size)) {
      const sheet = await sheetNow(q, id, now)
      if (!sheet) continue
      if (!keeper && depthOf(sheet, now) === 'nothing')
        throw new Fail('not_allowed_in_state', { status: sheet.row.status })
      sheets.push(await onPaper({ q, papers, platform, keeper, hidden, language }, sheet, standings))
    }
    return {
      exam: exam.name,
      starts_at: isoTime(exam.starts_at),
      total: own.length,
      page: query.page,
      page_size: query.page_size,
      sheets,
    }
  }
