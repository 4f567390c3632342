/** Sheets as markers see them: one whole, and one item of it. */
import { isMarked, rounds, scaledRubric, settledMark } from '#src/contract/exam/mark.ts'
import type { MarkingItem, MarkingSheet } from '#src/contract/exam/run.schema.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Caller } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import { attemptCalled, markingNames, candidateNameFor, numbered, sheetIdFor, withoutNames } from './anonymous.ts'
import { isoTime, sheetNow } from './attempt.ts'
import { answersOf } from './judge.ts'
import { givesMarks, type MarkedExam, markingExam } from './markedBy.ts'
import {
  isMarkingClosed,
  type MarkLine,
  marksOf,
  type PastLine,
  pastOf,
  turnOf,
  waitsFor,
  waitsForAnother,
} from './marks.ts'
import { type SceneOfItem, scenesOf, sceneWithoutAttempt } from './scene/scenes.ts'
import { sheetQuestionOf, itemKeyOf, numbersOf, sheetOrderOf, type Papers, type LoadedPaper } from './sheet.ts'

async function candidateName(q: Queryable, id: string): Promise<string> {
  const { rows } = await q.query<{ name: string }>(
    `select coalesce(nullif(data->>'name', ''), data->>'username') as name from r_user where id = $1`,
    [id],
  )
  return rows[0]?.name ?? ''
}

type Place = ReturnType<typeof sheetOrderOf>['sections'][number]['items'][number]
interface Seen {
  read: LoadedPaper
  exam: MarkedExam
  who: Caller
  marks: readonly MarkLine[]
  past?: readonly PastLine[]
  answer: MarkingItem['answer']
  scenes: readonly SceneOfItem[]
  /** Whether marks of this sheet stand. */
  closed: boolean
}
const shownMark = (m: MarkLine, who: Caller) => ({
  round: m.round,
  points: m.points,
  rule: m.rule,
  marker_name: m.marker_name ?? '',
  mine: m.marker === who.id,
  comment: m.comment,
  lines: m.lines,
  at: isoTime(m.at),
  version: m.version,
  revision: m.revision,
})
/** By its id a scene names whose it is, and by its times whoever has a list of scenes. */
function sceneFor(scenes: readonly SceneOfItem[], item: string, hidden: boolean): MarkingItem['scene'] {
  const found = scenes.find((s) => s.item === item)
  if (!found) return null
  const told = sceneWithoutAttempt(found)
  return hidden ? { ...told, scene_id: '', started_at: null, ran: Math.round(told.ran / 60) * 60 } : told
}

export function itemFor(
  place: Place,
  /** Of the paper, and of the sheet. */
  numbers: { n: number; sheet_n: number },
  { read, exam, who, marks, past = [], answer, scenes, closed }: Seen,
): MarkingItem {
  const key = itemKeyOf(read, place.id)
  const hidden = exam.numbered
  const open = isMarked(key.type) && answer !== null && !closed && mayCall(who, 'POST /exam-sheets/:id/marks')
  const may = open ? turnOf(marks, place.score, exam, who) : null
  // whose own opinion is wanted is not led by another's
  const shown = marks.filter((m) => !(may === rounds.second && m.round === rounds.first && m.marker !== who.id))
  return {
    id: place.id,
    ...numbers,
    score: place.score,
    question: sheetQuestionOf(read, place),
    key: key.answer,
    rubric: scaledRubric(key.rubric, place.score),
    writeup: { text: key.writeup, file: key.writeup_file },
    answer: hidden ? withoutNames(answer) : answer,
    marks: shown.map((m) => shownMark(m, who)),
    // an earlier mark may tell as much as the one that counts
    past: (may === rounds.second ? past.filter((m) => m.marker === who.id) : past).map((m) => ({
      ...shownMark(m, who),
      put_aside_at: isoTime(m.put_aside_at),
      why: m.why,
    })),
    points: settledMark(marks, place.score, exam).points,
    scene: sceneFor(scenes, place.id, hidden),
    may,
  }
}

export const sheetForMarking =
  (papers: Papers): Handler<'GET /exam-sheets/:id'> =>
  async ({ q, who, platform, params, query }): Promise<MarkingSheet> => {
    const sheet = await sheetNow(q, await attemptCalled({ q, platform }, params.id), platform.now())
    if (!sheet) throw new Fail('not_found')
    const { row } = sheet
    const exam = await markingExam({ q, who, platform }, row.exam_id)
    if (!row.handed_at) throw new Fail('not_allowed_in_state', { status: row.status })
    const read = await papers.of(q, row, query.language ?? '')
    const answers = await answersOf(q, row.id)
    const marks = await marksOf(q, [row.id])
    const past = await pastOf(q, [row.id])
    const scenes = await scenesOf(q, [row.id], platform.now())
    const closed = isMarkingClosed(sheet, platform.now())
    const numbers = numbersOf(read, row.variant)
    let sheet_n = 0
    return {
      attempt: sheetIdFor(exam, row),
      exam_id: row.exam_id,
      exam: exam.name,
      rules: { double: exam.double, threshold: exam.threshold, out: closed },
      user_id: exam.numbered ? '' : row.user_id,
      around: await around(q, exam, row, who),
      candidate: candidateNameFor(exam, { marking_id: row.marking_id, name: await candidateName(q, row.user_id) }),
      n: row.n,
      status: row.status,
      points: row.points ?? 0,
      score: row.score,
      handed_at: exam.numbered ? null : isoTime(row.handed_at),
      open: row.open,
      sections: sheetOrderOf(read, row).sections.map((s) => ({
        id: s.id,
        title: s.title,
        items: s.items
          .map((place) => {
            sheet_n++
            const of = (m: MarkLine) => m.item === place.id
            const seen = { read, exam, who, marks: marks.filter(of), past: past.filter(of), scenes, closed }
            const at = { n: numbers.get(place.id) ?? sheet_n, sheet_n }
            return itemFor(place, at, { ...seen, answer: answers.get(place.id) ?? null })
          })
          // markers speak of the paper's questions, whatever the order of a sheet
          .sort((a, b) => a.n - b.n),
      })),
    }
  }

const named = `coalesce(nullif(u.data->>'name', ''), u.data->>'username')`
/** The order of the list of sheets: by name, or one that tells nothing. */
const orderBy = (hidden: boolean): string => (hidden ? 'a.marking_id' : `${named} collate "C", a.id`)

/** Sheets beside one in the order of the list, and the next that has something for this marker, from the beginning again after the last. */
async function around(
  q: Queryable,
  exam: MarkedExam,
  row: { id: string; exam_id: string },
  who: Caller,
): Promise<MarkingSheet['around']> {
  const { rows } = await q.query<{ id: string; marking_id: string; waits: boolean }>(
    `select a.id, a.marking_id, ${named} as name,
       a.status = 'to-be-scored' and (not $2::boolean or a.open > ${waitsForAnother('$3')}) as waits
     from exam_attempt a left join r_user u on u.id = a.user_id
     where a.exam_id = $1 and a.handed_at is not null order by ${orderBy(exam.numbered)}`,
    [row.exam_id, exam.double, who.id],
  )
  const at = rows.findIndex((r) => r.id === row.id)
  // of two markers the first has done his part while the item stays open
  const left = [...rows.slice(at + 1), ...rows.slice(0, at)].find((r) => r.waits)
  const called = (r: (typeof rows)[number] | undefined) => (r ? sheetIdFor(exam, r) : null)
  return { previous: called(rows[at - 1]), next: called(rows[at + 1]), unmarked: called(left) }
}

interface SheetRow {
  id: string
  marking_id: string
  user_id: string
  name: string
  n: number
  status: never
  points: number
  score: number
  open: number
}
export const sheets: Handler<'GET /exams/:id/sheets'> = async ({ q, who, platform, params, query }) => {
  const exam = await markingExam({ q, who, platform }, params.id)
  const hidden = exam.numbered
  const w = where()
  w.and(`a.exam_id = ${w.add(params.id)} and a.handed_at is not null`)
  if (query.status) w.and(`a.status = any(${w.add(query.status)}::text[])`)
  if (query.for === 'me')
    w.and(
      givesMarks(exam, who)
        ? `exists (select 1 from r_exam e where e.id = a.exam_id and ${waitsFor(w.add(who.id))})`
        : 'false',
    )
  if (query.of !== undefined)
    w.and(
      hidden
        ? `a.marking_id = ${w.add(query.of)}`
        : `(a.id = ${w.add(query.of)} or a.user_id = ${w.add(query.of)} or a.marking_id = ${w.add(query.of)})`,
    )
  const text = query.q?.trim()
  // who may not see a name may not find by it either: he finds by what he sees
  if (text && hidden) {
    const ids = (await markingNames(q, params.id)).map((r) => r.marking_id)
    w.and(`a.marking_id = any(${w.add(numbered(ids, text))}::text[])`)
  } else if (text) w.and(`u.find like ${w.add(containingIn(text))}`)
  const sheetsOf = 'exam_attempt a left join r_user u on u.id = a.user_id'
  const { rows, ...page } = await paged<SheetRow>(q, {
    select: `a.id, a.marking_id, a.user_id, ${named} as name, a.n, a.status, coalesce(a.points, 0) as points, a.score, a.open`,
    from: text && !hidden ? sheetsOf : 'exam_attempt a',
    shownFrom: sheetsOf,
    w,
    order: orderBy(hidden),
    query,
  })
  return {
    items: rows.map(({ id, marking_id, user_id, name, ...r }) => ({
      ...r,
      attempt: hidden ? marking_id : id,
      user_id: hidden ? '' : user_id,
      candidate: candidateNameFor(exam, { marking_id, name }),
    })),
    ...page,
  }
}
