/** What a homework asks now, and what its learner is told of what was handed in. Keys are told by `bank/keyAccess.ts` alone. */
import { answerKeyOf, shownQuestion, type TextLanguage } from '#src/contract/bank/shown.ts'
import { countedHandIn, handInsLeft, homeworkPhase, mayHandIn, tellsMarks } from '#src/contract/course/homework.ts'
import type { HandIn, HomeworkBrief, HomeworkContent } from '#src/contract/course/homework.schema.ts'
import { scaledRubric } from '#src/contract/exam/mark.ts'
import { cents } from '#src/contract/exam/score.ts'
import { bylines } from '#mock/areas/notice/byline.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { closedOf, isTold, tellsKey } from '../../bank/keyAccess.ts'
import { versionsOf } from '../../bank/paper/items.ts'
import { shownContents } from '../learn/progress.ts'
import { documentsOfHandIns } from './handInPdf.ts'
import { homeworkReceiptOf } from './receipt.ts'
import {
  type HandInRow,
  type HomeworkItem,
  handInMarksOf,
  pointsOfItem,
  reached,
  type HomeworkSheetRow,
  standOf,
} from './rows.ts'

/** Items as they are asked now: what an exam asks is left out. */
export async function askedOf(q: Queryable, items: readonly HomeworkItem[], now: Date) {
  const closed = await closedOf(
    q,
    items.map((i) => i.question_id),
    now,
  )
  const open = items.filter((i) => !closed.has(i.question_id))
  return { items: open, withheld: items.length - open.length }
}

const scoreOf = (items: readonly HomeworkItem[]): number => cents(items.reduce((n, i) => n + i.score, 0))

/** How a homework stands for its learner: the part of it that says nothing of what is asked. */
export function briefOf(
  content: HomeworkContent,
  {
    sheet,
    handIns,
    closed,
    now,
  }: {
    sheet: HomeworkSheetRow | undefined
    handIns: readonly HandInRow[]
    /** Questions whose keys are closed: a sum with them would tell what was right. */
    closed: ReadonlySet<string>
    now: Date
  },
): HomeworkBrief {
  const { opens_at, due_at, late_until, late_permille, attempts, counts, tells } = content
  const counted = countedHandIn(counts, handIns)
  const told = counted !== undefined && tellsMarks(content, counted.state, now)
  const open = content.items.filter((i) => !closed.has(i.question_id))
  const sum = told ? reached(open, counted) : undefined
  return {
    kind: 'homework',
    items: open.length,
    opens_at,
    due_at,
    late_until,
    late_permille,
    attempts,
    counts,
    tells,
    phase: homeworkPhase(content, now),
    state: standOf(sheet, handIns[0]),
    may: mayHandIn(content, handIns, now),
    left: handInsLeft(attempts, handIns),
    handed_at: handIns[0]?.at ?? null,
    points: sum?.points ?? null,
    points_of: sum?.score ?? scoreOf(open),
    score: scoreOf(open),
  }
}

/** The questions as they stand before a learner, by the parts of the paper they came with. */
export async function partsOf(q: Queryable, items: readonly HomeworkItem[], language: TextLanguage) {
  const version = await versionsOf(q, items)
  const parts: {
    id: string
    title: string
    items: { id: string; n: number; score: number; question: ReturnType<typeof shownQuestion> }[]
  }[] = []
  let n = 0
  for (const { id, question_id, question_version, score, part } of items) {
    const data = version({ question_id, question_version })
    if (!data) continue
    const last = parts.at(-1)
    const into = last?.title === part ? last : { id: `p${parts.length}`, title: part, items: [] }
    if (into !== last) parts.push(into)
    n++
    const question = shownQuestion({ ...data, id: question_id, version: question_version }, { language, score })
    into.items.push({ id, n, score, question })
  }
  return parts
}

interface Telling {
  q: Queryable
  platform: Pick<Platform, 'secret'>
  now: Date
  language: TextLanguage
  /** Of whoever reads them as their learner: what another homework of theirs asks. */
  held?: ReadonlySet<string>
}
interface Told {
  course: { id: string; name: string }
  section: { id: string; title: string }
  learner: string
  content: HomeworkContent
  /** Nothing more is to be won by a key: they cannot hand in again, or have all points. */
  over: boolean
}
/** Hand-ins as far as they may be told now. Each was to the revision it names, whose questions are looked up there. */
export async function toldHandIns(
  { q, platform, now, language, held }: Telling,
  { course, section, learner, content, over }: Told,
  rows: readonly HandInRow[],
): Promise<HandIn[]> {
  if (!rows.length) return []
  const contents = new Map<number, HomeworkContent>()
  for (const revision of new Set(rows.map((r) => r.revision))) {
    const was = (await shownContents(q, course.id, [{ id: section.id, revision }])).get(section.id)
    if (was?.kind === 'homework') contents.set(revision, was)
  }
  const all = [...contents.values()].flatMap((c) => c.items)
  const [closed, version, words, documents] = await Promise.all([
    closedOf(
      q,
      all.map((i) => i.question_id),
      now,
    ),
    versionsOf(q, all),
    handInMarksOf(
      q,
      rows.map((r) => r.id),
    ),
    documentsOfHandIns(q, rows),
  ])
  const named = await bylines(
    q,
    words.map((w) => w.by),
  )
  const counted = countedHandIn(content.counts, rows)
  return Promise.all(
    rows.map(async (row): Promise<HandIn> => {
      const items = (contents.get(row.revision)?.items ?? []).filter((i) => i.id in row.judged)
      const shown = items.filter((i) => !closed.has(i.question_id))
      const told = tellsMarks(content, row.state, now)
      const sum = reached(shown, row)
      return {
        id: row.id,
        n: row.n,
        at: row.at,
        state: row.state,
        counts: row.id === counted?.id,
        late_days: row.late_days,
        late_permille: row.late_permille,
        words: words.flatMap(({ hand_in_id, what, text, by, at }) =>
          hand_in_id === row.id && what !== 'mark' ? [{ what, text, author: named(by, ''), at }] : [],
        ),
        documents:
          told || row.state === 'returned' ? documents(row).filter((d) => shown.some((i) => i.id === d.item)) : [],
        until: row.until,
        receipt: await homeworkReceiptOf(
          platform,
          { course: course.name, homework: section.title, learner },
          row,
          items.length,
        ),
        told,
        waits: row.open,
        raw: told ? sum.raw : null,
        points: told ? sum.points : null,
        score: sum.score,
        answers: shown.flatMap((i) => {
          const data = version(i)
          if (!data) return []
          const answer = row.answers[i.id] ?? null
          const mark = told ? row.marks[i.id] : undefined
          const rubric = scaledRubric(data.rubric ?? [], i.score)
          const tells =
            told &&
            tellsKey(answer) &&
            isTold('judged', { closed: closed.has(i.question_id) || held?.has(i.question_id) === true, waits: !over })
          return [
            {
              item: i.id,
              question: shownQuestion(
                { ...data, id: i.question_id, version: i.question_version },
                { language, score: i.score },
              ),
              score: i.score,
              answer,
              points: told ? pointsOfItem(i, row) : null,
              comment: mark?.comment ?? '',
              lines: (mark?.lines ?? []).flatMap((n) => rubric[n] ?? []),
              key: tells ? answerKeyOf(data, language) : null,
            },
          ]
        }),
      }
    }),
  )
}
