/** Publishing: what is missing, what changes for whom, and the edition that is shown from then on. */
import { courseChecklist, type CourseCheck } from '#src/contract/course/checklist.ts'
import { judgedAtOnce } from '#src/contract/bank/question.ts'
import type { WholeQuestion } from '#src/contract/bank/shown.ts'
import { contradictingDates } from '#src/contract/course/homework.ts'
import { editionChange, isEmptyContent, scoreRules, sectionsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import { courseMachine } from '#src/contract/course/course.ts'
import { deepEqual } from '#src/contract/lib/equal.ts'
import { readAudience } from '#mock/crud/audience.ts'
import { rowAuditState } from '#mock/crud/setting.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { settleCourse } from '../classroom/members.ts'
import { remindLater } from '../classroom/schedule/remind.ts'
import { courseFor, courses, tellGiven } from './course.ts'
import { inExams } from '../bank/keyAccess.ts'
import { versionsOf } from '../bank/paper/items.ts'
import { namesOf } from '../bank/banks.ts'
import { anybody, findersOf } from './finders.ts'
import { mayPreview } from './learn/seen.ts'
import { applyOutcome, editionOutcome, type EditionOutcome } from './ruling.ts'
import { storedContents, storedOutline } from './store.ts'

type Doc = Awaited<ReturnType<typeof courseFor>>
export async function courseChecklistOf(q: Queryable, doc: Doc, draft: Outline, now: Date): Promise<CourseCheck[]> {
  const [finders, takers, contents] = await Promise.all([
    findersOf(q, doc.id),
    readAudience(q, 'course', doc),
    storedContents(q, doc.id),
  ])
  const asked = sectionsOf(draft).flatMap((s) => {
    const content = contents.get(s.id)?.content
    return scoreRules.has(s.rule) && content?.kind === 'quiz' ? content.items : []
  })
  const version = await versionsOf(q, asked)
  const questionsOf = (id: string): string[] => {
    const content = contents.get(id)?.content
    return content?.kind === 'homework' || content?.kind === 'quiz' ? content.items.map((i) => i.question_id) : []
  }
  const exams = await inExams(
    q,
    sectionsOf(draft).flatMap((s) => questionsOf(s.id)),
    now,
  )
  return courseChecklist(draft, {
    found: anybody(finders),
    authorised: anybody(takers),
    translated: (doc.data.translation ?? null) !== null,
    described: [doc.data, ...(doc.data.translation ? [doc.data.translation] : [])].every(
      (of) => (of.description ?? '').trim() !== '',
    ),
    empty: ({ id }) => {
      const row = contents.get(id)
      return row === undefined || isEmptyContent(row.content)
    },
    byPerson: ({ id, rule }) => {
      const content = contents.get(id)?.content
      return scoreRules.has(rule) && content?.kind === 'quiz' && content.items.some((i) => needsPerson(version(i)))
    },
    withheld: ({ id }) => questionsOf(id).some((one) => exams.get(one) === 'asked'),
    marked: ({ id }) => questionsOf(id).some((one) => exams.get(one) === 'marked'),
    contradicts: ({ id }) => {
      const content = contents.get(id)?.content
      return content?.kind === 'homework' && contradictingDates(content).length > 0
    },
  })
}

/** How many of an outcome are named. */
const named = 10
async function toldOutcome(q: Queryable, outcome: EditionOutcome, names: boolean) {
  const ids = {
    gains: outcome.gains.filter((g) => g.sections.length).map((g) => g.user),
    completes: outcome.gains.filter((g) => g.completes).map((g) => g.user),
    reopens: outcome.reopens,
  }
  const shown = names ? [...new Set(Object.values(ids).flatMap((all) => all.slice(0, named)))] : []
  const people = await namesOf(q, shown)
  const first = (all: readonly string[]) => (names ? all.slice(0, named).flatMap((id) => people.get(id) ?? []) : [])
  return {
    learners: outcome.learners,
    completed: outcome.completed,
    gains: ids.gains.length,
    completes: ids.completes.length,
    reopens: ids.reopens.length,
    names: { gains: first(ids.gains), completes: first(ids.completes), reopens: first(ids.reopens) },
  }
}

/** No rule tells what an answer to it is worth: a quiz has nobody who marks. */
function needsPerson(data: WholeQuestion | undefined): boolean {
  const type = data?.type ?? 'single'
  if (type !== 'completion') return !judgedAtOnce.has(type)
  const blanks = data?.blanks ?? []
  return blanks.length === 0 || blanks.some((b) => !b.accepted?.length)
}

/** Lines of single sections that cannot work: what the row of a course does not know by itself. */
const contradictions: ReadonlySet<string> = new Set(['score_by_person', 'homework_dates'])

const titled = (of: readonly { id: string; title: string }[]) => of.map(({ id, title }) => ({ id, title }))

const publish: Handler<'POST /courses/:id/publish'> = async (c) => {
  const { q, params, body, platform, who } = c
  const before = await courseFor(c, params.id, 'publish', 'lock')
  if (body.version !== before.version)
    throw new Fail('stale_version', { current: await courses.rows.one(before, courses.at(c)) })
  const { draft, published } = await storedOutline(q, before.id, 'lock')
  const wrong = (await courseChecklistOf(q, before, draft, platform.now())).filter((l) => contradictions.has(l.line))
  const n = new Set(wrong.flatMap((l) => l.sections.map((s) => s.id))).size
  if (n > 0) throw new Fail('course_contradicts', { n })
  const now = platform.now()
  const outcome = await editionOutcome(q, before.id, { published, draft }, await storedContents(q, before.id))
  await q.query(
    'update course_outline set published = draft, published_at = $2, changed = false where course_id = $1',
    [before.id, now.toISOString()],
  )
  const status = courseMachine[before.data.status === 'archived' ? 'hidden' : (before.data.status ?? 'draft')].publish
  const after = await courses.docs.update(q, before, { ...before.data, status }, { at: now, by: who.id })
  if (!after) throw new Fail('stale_version')
  const { name = '', skills = [] } = after.data
  await applyOutcome(q, platform, { id: after.id, name, skills, outline: draft }, outcome)
  await settleCourse(q, platform, after.id)
  // of what nobody was shown yet, those it was given to hear now
  if (!published) {
    const { users } = await readAudience(q, 'course', after)
    await tellGiven(
      q,
      platform,
      after,
      users.filter((id) => id !== who.id),
    )
  }
  for (const kind of ['homework', 'work'] as const) await remindLater(q, kind, after.id, now)
  c.audit({ entity: 'course', id: after.id, before: rowAuditState(before), after: rowAuditState(after) })
  return courses.rows.one(after, courses.at(c))
}

export const publishHandlers = {
  'GET /courses/:id/publication': (async (c) => {
    const doc = await courseFor(c, c.params.id, 'read')
    const { draft, published } = await storedOutline(c.q, doc.id)
    const change = editionChange(published ?? undefined, draft)
    return {
      checklist: await courseChecklistOf(c.q, doc, draft, c.platform.now()),
      added: titled(change.added),
      removed: titled(change.removed),
      rewritten: titled(change.rewritten),
      ruled: titled(change.ruled),
      published: published !== null,
      changed: published !== null && !deepEqual(published, draft),
      ...(await toldOutcome(
        c.q,
        await editionOutcome(c.q, doc.id, { published, draft }, await storedContents(c.q, doc.id)),
        // names of learners are for those who may change the course
        await mayPreview(c.q, c.who, doc.id),
      )),
    }
  }) satisfies Handler<'GET /courses/:id/publication'>,
  'POST /courses/:id/publish': publish,
}
