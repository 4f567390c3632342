/** What a course practises with: its sets, papers, questions and homework, and what learners did with them. */
import { questionTitleOf } from '#src/contract/bank/shown.ts'
import { homeworkPhase } from '#src/contract/course/homework.ts'
import { homeworkBanks } from '#src/contract/course/homework.schema.ts'
import type { CoursePractice, CoursePracticeQuestion } from '#src/contract/course/homework.routes.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import { resourceOf, setOf } from '#src/contract/bank/question.ts'
import { cents } from '#src/contract/exam/score.ts'
import { usable } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { isAnsweredSql } from '../../exam/attempt.ts'
import { practiceNow } from '../../practice/allowed.ts'
import { inExams } from '../../bank/keyAccess.ts'
import { practiceSetOf } from '../../practice/sets.ts'
import { titleOf } from '../learn/cards.ts'
import { shownContents } from '../learn/progress.ts'
import { isMember, learnableCourse } from '../learn/seen.ts'
import { classesTeaching } from '../marks.ts'
import { homeworkOf, keptCourse, type KeptCourse, markedCourse, type MarkedCourse, mustBeAlive } from './keeper.ts'
import { isCounting } from './mark.ts'

type Bank = (typeof homeworkBanks)[number]
interface Used {
  id: string
  title: string
  title_other: string
  kind: CoursePracticeQuestion['used'][number]['kind']
  lesson: string
}
interface AskedHere {
  section: Used
  items: readonly { bank: Bank; question_id: string; question_version: number }[]
  paper: { paper_id: string; paper_version: number; name: string } | null
}
/** Sections that ask questions, in their order. */
async function askingSections(q: Queryable, course: KeptCourse): Promise<AskedHere[]> {
  const all = lessonsOf(course.outline).flatMap((l) => l.sections.map((section) => ({ lesson: l.id, section })))
  const contents = await shownContents(
    q,
    course.id,
    all.map((a) => a.section),
  )
  return all.flatMap(({ lesson, section }) => {
    const content = contents.get(section.id)
    if (content?.kind !== 'quiz' && content?.kind !== 'homework') return []
    const items =
      content.kind === 'quiz' ? content.items.map((i) => ({ ...i, bank: 'theory' as const })) : content.items
    const paper = content.kind === 'homework' ? content.paper : null
    return [{ section: { ...titleOf(section), kind: section.kind, lesson }, items, paper }]
  })
}

interface QuestionRow {
  id: string
  bank: Bank
  data: Parameters<typeof questionTitleOf>[0]
  set_id: string
}
async function questionRows(q: Queryable, asking: readonly AskedHere[]): Promise<QuestionRow[]> {
  const out: QuestionRow[] = []
  for (const bank of homeworkBanks) {
    const ids = [...new Set(asking.flatMap((a) => a.items.filter((i) => i.bank === bank).map((i) => i.question_id)))]
    if (!ids.length) continue
    const { rows } = await q.query<Omit<QuestionRow, 'bank'>>(
      `select id, data, k_set_id as set_id from ${tableOf(resourceOf[bank])} where id = any($1::text[])`,
      [ids],
    )
    out.push(...rows.map((r) => ({ ...r, bank })))
  }
  return out
}
const usedIn = (asking: readonly AskedHere[], has: (a: AskedHere) => boolean): Used[] =>
  asking.filter(has).map((a) => a.section)

interface SetRow {
  bank: Bank
  id: string
  name: string
}
export async function setsBeside(q: Queryable, course: string): Promise<SetRow[]> {
  const { rows } = await q.query<SetRow>(
    `select p.bank, p.set_id as id, coalesce(t.data->>'name', e.data->>'name') as name from course_practice_set p
     left join ${tableOf(setOf.theory)} t on p.bank = 'theory' and t.id = p.set_id
     left join ${tableOf(setOf.exercise)} e on p.bank = 'exercise' and e.id = p.set_id
     where p.course_id = $1 and coalesce(t.id, e.id) is not null order by p.place, p.set_id`,
    [course],
  )
  return rows
}
/** How many questions of each set exams ask or mark just now, by bank and set. */
async function examsInSets(
  q: Queryable,
  sets: readonly { bank: Bank; id: string }[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const all: { id: string; key: string }[] = []
  for (const bank of homeworkBanks) {
    const ids = sets.flatMap((s) => (s.bank === bank ? [s.id] : []))
    if (!ids.length) continue
    const { rows } = await q.query<{ id: string; set_id: string }>(
      `select id, k_set_id as set_id from ${tableOf(resourceOf[bank])} where k_set_id = any($1::text[])`,
      [ids],
    )
    all.push(...rows.map((r) => ({ id: r.id, key: `${bank} ${r.set_id}` })))
  }
  const exams = await inExams(
    q,
    all.map((r) => r.id),
    now,
  )
  const by = new Map<string, number>()
  for (const { id, key } of all) if (exams.has(id)) by.set(key, (by.get(key) ?? 0) + 1)
  return by
}
async function namesOfSets(q: Queryable, bank: Bank, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await q.query<{ id: string; name: string }>(
    `select id, data->>'name' as name from ${tableOf(setOf[bank])} where id = any($1::text[])`,
    [[...ids]],
  )
  return new Map(rows.map((r) => [r.id, r.name]))
}

async function homeworkLines(q: Queryable, course: MarkedCourse, now: Date): Promise<CoursePractice['homework']> {
  const all = await homeworkOf(q, course)
  if (!all.length) return []
  const m = where()
  m.and(`m.course_id = ${m.add(course.id)} and m.state <> 'withdrawn'`)
  m.and(course.theirs(m.add, { user: 'm.user_id' }))
  const { rows: members } = await q.query<{ n: number }>(
    `select count(*)::integer as n from course_member m ${m.text()}`,
    m.params,
  )
  const learners = members[0]?.n ?? 0
  const w = where()
  w.and(`h.course_id = ${w.add(course.id)} and ${isCounting(false)}`)
  w.and(course.theirs(w.add, { user: 'h.user_id' }))
  // whoever handed in before they came to a class owes nothing in it
  const here = course.theirs(w.add, { user: 'h.user_id', at: 'h.at' })
  const { rows } = await q.query<{
    section_id: string
    handed: number
    marked: number
    returned: number
    done: number
  }>(
    `select h.section_id, (count(*) filter (where ${here}))::integer as handed,
       (count(*) filter (where ${here} and h.state = 'marked'))::integer as marked,
       (count(*) filter (where ${here} and h.state = 'returned'))::integer as returned,
       (count(*) filter (where h.state <> 'returned' and m.state <> 'withdrawn'))::integer as done
     from course_hand_in h join course_member m on m.course_id = h.course_id and m.user_id = h.user_id
     ${w.text()} group by h.section_id`,
    w.params,
  )
  const v = where()
  v.and(`h.course_id = ${v.add(course.id)} and h.state = 'submitted' and h.open > 0`)
  v.and(course.theirs(v.add, { user: 'h.user_id', at: 'h.at' }))
  const { rows: waits } = await q.query<{ section_id: string; n: number; best: number }>(
    `select h.section_id, (count(*) filter (where ${isCounting(false)}))::integer as n, count(*)::integer as best
     from course_hand_in h ${v.text()} group by h.section_id`,
    v.params,
  )
  return all.map(({ lesson, section, content }) => {
    const found = rows.find((r) => r.section_id === section.id)
    const wait = waits.find((r) => r.section_id === section.id)
    const phase = homeworkPhase(content, now)
    const over = phase === 'over'
    return {
      ...titleOf(section),
      lesson: lesson.id,
      opens_at: content.opens_at,
      due_at: content.due_at,
      late_until: content.late_until,
      items: content.items.length,
      score: cents(content.items.reduce((n, i) => n + i.score, 0)),
      learners,
      handed: found?.handed ?? 0,
      marked: found?.marked ?? 0,
      returned: found?.returned ?? 0,
      waiting: (content.counts === 'best' ? wait?.best : wait?.n) ?? 0,
      missing: over ? Math.max(0, learners - (found?.done ?? 0)) : 0,
    }
  })
}

export const coursePractice: Handler<'GET /courses/:id/practice'> = async (c): Promise<CoursePractice> => {
  const { q, params, platform } = c
  const course = await markedCourse(c, params.id)
  // what it practises with is for whoever may change it
  const asking = course.keeps ? await askingSections(q, course) : []
  const [rows, beside, homework] = await Promise.all([
    questionRows(q, asking),
    course.keeps ? setsBeside(q, course.id) : [],
    homeworkLines(q, course, platform.now()),
  ])
  const sets: CoursePractice['sets'] = []
  for (const bank of homeworkBanks) {
    const own = rows.filter((r) => r.bank === bank)
    const ids = [...new Set(own.map((r) => r.set_id))]
    const names = await namesOfSets(q, bank, ids)
    for (const id of ids) {
      const name = names.get(id)
      if (name === undefined) continue
      const here = new Set(own.filter((r) => r.set_id === id).map((r) => r.id))
      sets.push({
        bank,
        id,
        name,
        questions: here.size,
        used: usedIn(asking, (a) => a.items.some((i) => here.has(i.question_id))),
        beside: beside.some((b) => b.id === id),
        in_exam: 0,
      })
    }
  }
  for (const b of beside)
    if (!sets.some((s) => s.id === b.id)) sets.push({ ...b, questions: 0, used: [], beside: true, in_exam: 0 })
  const classes = await classesTeaching(q, c.who, [course.id])
  const inSets = await examsInSets(q, sets, platform.now())
  const papers = [...new Map(asking.flatMap((a) => (a.paper ? [[a.paper.paper_id, a.paper] as const] : []))).values()]
  const { rows: newest } = await q.query<{ id: string; version: number; name: string }>(
    `select id, version, data->>'name' as name from ${tableOf('paper')} where id = any($1::text[])`,
    [papers.map((p) => p.paper_id)],
  )
  return {
    course: {
      id: course.id,
      name: course.name,
      keeps: course.keeps,
      all: course.all,
      can: course.keeps && course.status !== 'archived',
    },
    classes,
    sets: sets.map((s) => ({ ...s, in_exam: inSets.get(`${s.bank} ${s.id}`) ?? 0 })),
    papers: papers.map((p) => {
      const now = newest.find((r) => r.id === p.paper_id)
      return {
        id: p.paper_id,
        name: now?.name ?? p.name,
        version: p.paper_version,
        newest: now?.version ?? null,
        used: usedIn(asking, (a) => a.paper?.paper_id === p.paper_id),
      }
    }),
    homework,
  }
}

/** Of questions in any revision of a course: answers that were judged, and what they came to on average. */
async function figuresOf(
  q: Queryable,
  course: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { answered: number; share: number }>> {
  const { rows } = await q.query<{ question: string; answered: number; share: number }>(
    `with asked as (
       select c.section_id, c.revision, i->>'id' as item, i->>'question_id' as question, (i->>'score')::double precision as score
       from course_content c cross join lateral jsonb_array_elements(c.content->'items') i
       where c.course_id = $1 and c.content->>'kind' in ('quiz', 'homework') and i->>'question_id' = any($2::text[])),
     judged as (
       select a.question, (t.judged->>a.item)::double precision as share, nullif(t.answers->a.item, 'null'::jsonb) as answer
       from course_try t join asked a on a.section_id = t.section_id and a.revision = t.revision where t.course_id = $1
       union all
       select a.question, coalesce(case when a.score > 0 then (h.marks->a.item->>'points')::double precision / a.score end,
           (h.judged->>a.item)::double precision), nullif(h.answers->a.item, 'null'::jsonb)
       from course_hand_in h join asked a on a.section_id = h.section_id and a.revision = h.revision where h.course_id = $1)
     select question, count(*)::integer as answered, avg(share) as share from judged
     where share is not null and ${isAnsweredSql('answer')} group by question`,
    [course, [...ids]],
  )
  return new Map(rows.map((r) => [r.question, { answered: r.answered, share: Number(r.share) }]))
}

export const practiceQuestions: Handler<'GET /courses/:id/practice/questions'> = async (c) => {
  const { q, params, query, who } = c
  const course = await keptCourse(c, params.id)
  const asking = await askingSections(q, course)
  const rows = new Map((await questionRows(q, asking)).map((r) => [r.id, r]))
  const language = who.language ?? ''
  const words = query.q?.trim().toLowerCase() ?? ''
  // in the order in which they are asked
  const all = [...new Set(asking.flatMap((a) => a.items.map((i) => i.question_id)))]
    .flatMap((id) => rows.get(id) ?? [])
    .map((r) => ({ ...r, title: questionTitleOf(r.data, language) }))
    .filter((r) => r.title.toLowerCase().includes(words))
  const { page, page_size } = query
  const shown = all.slice((page - 1) * page_size, page * page_size)
  const figures = await figuresOf(
    q,
    course.id,
    shown.map((r) => r.id),
  )
  const items = shown.map(
    ({ id, bank, title, data }): CoursePracticeQuestion => ({
      id,
      bank,
      title,
      type: data.type ?? (bank === 'exercise' ? 'operation' : 'single'),
      used: usedIn(asking, (a) => a.items.some((i) => i.question_id === id)),
      answered: figures.get(id)?.answered ?? 0,
      share: figures.get(id)?.share ?? null,
    }),
  )
  return { items, total: all.length, page, page_size }
}

export const writePracticeSets: Handler<'PUT /courses/:id/practice/sets'> = async (c) => {
  const { q, params, body } = c
  const course = await keptCourse(c, params.id)
  mustBeAlive(course)
  // of a set that is named twice the first place counts
  const asked = [...new Map(body.sets.map((s) => [`${s.bank} ${s.id}`, s])).values()]
  const had = await setsBeside(q, course.id)
  const fields = []
  for (const bank of homeworkBanks) {
    const own = asked.filter((s) => s.bank === bank)
    const names = await namesOfSets(
      q,
      bank,
      own.map((s) => s.id),
    )
    const mine = await usable(
      q,
      setOf[bank],
      own.map((s) => s.id),
      c.who,
    )
    const stands = (id: string) => mine.has(id) || had.some((h) => h.bank === bank && h.id === id)
    for (const s of own)
      if (!names.has(s.id) || !stands(s.id))
        fields.push({ path: `sets.${body.sets.indexOf(s)}.id`, rule: 'unknown_reference' })
  }
  if (fields.length) throw new Fail('validation', { fields })
  await q.query('delete from course_practice_set where course_id = $1', [course.id])
  await q.query(
    `insert into course_practice_set (course_id, bank, set_id, place)
     select $1, s.bank, s.id, s.place from jsonb_to_recordset($2::jsonb) as s(bank text, id text, place integer)`,
    [course.id, JSON.stringify(asked.map((s, place) => ({ ...s, place })))],
  )
  const sets = await setsBeside(q, course.id)
  const named = (of: readonly SetRow[]) => ({ sets: of.map((s) => s.name) })
  c.audit({ entity: 'course', id: course.id, before: named(had), after: named(sets) })
  return { sets }
}

/** Sets beside a course as its learner may practise them; one they may not is not there. */
export const setsToPractise: Handler<'GET /learning/courses/:id/practice'> = async ({ q, who, platform, params }) => {
  const now = platform.now()
  const course = await learnableCourse(q, who, params.id, { now })
  if (!isMember(course)) return { items: [] }
  const at = await practiceNow(q, who, now)
  const out = []
  for (const { bank, id } of await setsBeside(q, course.id)) {
    const set = await practiceSetOf(q, who, id, at).catch((e: unknown) => {
      if (e instanceof Fail) return undefined
      throw e
    })
    if (set) out.push({ bank, id, name: set.name, questions: set.questions, solved: set.solved })
  }
  return { items: out }
}
