/** A sheet that was handed in, item by item: the answer, its points and where they come from. */
import { scaledRubric, settledMark } from '#src/contract/exam/mark.ts'
import { cents } from '#src/contract/exam/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { closedOf, closedToOf, isTold, type KeysTold } from '../bank/keyAccess.ts'
import { exerciseBanks, practisableAmong, practiceNow } from '../practice/allowed.ts'
import { peopleNow } from '../session/peopleNow.ts'
import { isoTime, type AttemptContext } from './attempt.ts'
import { answersOf } from './judge.ts'
import { marksOf } from './marks.ts'
import type { ExamData } from './run.ts'
import { sheetQuestionOf, itemKeyOf, sheetOrderOf, type LoadedPaper } from './sheet.ts'

/**
 * In the order of the person. `keys`: what whoever reads may know of what is right; `names`: who marked; `closed`: questions of which
 * whoever learns may not know yet what is right: of them stand the words and the candidate's own answer. Where the sum of the sheet says that
 * each of these was right, the answers would be the keys, and stay out.
 */
export async function reviewed(
  q: Queryable,
  read: LoadedPaper,
  { row, exam }: AttemptContext,
  { keys, names, closed }: { keys: KeysTold; names: boolean; closed: ReadonlySet<string> },
) {
  const answers = await answersOf(q, row.id)
  const marks = await marksOf(q, [row.id])
  const pointsOf = (item: { id: string; score: number }) =>
    settledMark(
      marks.filter((m) => m.item === item.id),
      item.score,
      exam,
    ).points
  const order = sheetOrderOf(read, row)
  const shutItems = order.sections.flatMap((s) => s.items.filter((i) => closed.has(i.question_id)))
  const allRight = !isSumHeld(exam) && shutItems.every((i) => (pointsOf(i) ?? 0) >= i.score)
  let n = 0
  return order.sections.map((s) => ({
    id: s.id,
    title: s.title,
    items: s.items.map((item) => {
      n++
      const shut = closed.has(item.question_id)
      const given = marks.filter((m) => m.item === item.id)
      const points = pointsOf(item)
      const waits = points === null
      // half a judgement is none yet, but for those who judge
      const own = shut || (waits && keys !== 'all') ? [] : given
      const told = isTold(keys, { closed: shut, waits })
      const { answer, rubric: asWritten } = itemKeyOf(read, item.id)
      const rubric = scaledRubric(asWritten, item.score)
      return {
        id: item.id,
        n,
        score: item.score,
        points: shut ? null : points,
        closed: shut,
        waits: !shut && waits,
        rule: own.at(-1)?.rule ?? '',
        comment: [...new Set(own.map((m) => m.comment))].filter(Boolean).join('\n\n'),
        why: own.map(({ round, points, rule, marker_name, comment, lines, at, version, revision }) => ({
          round,
          points,
          // by which lines is told with the keys; that it was by lines, always
          rule: rule === 'marker' && lines.length > 0 ? 'rubric' : rule,
          marker_name: names ? (marker_name ?? '') : '',
          comment,
          lines:
            keys !== 'none'
              ? lines.flatMap((l) => rubric[l] ?? []).map((l) => ({ text: l.text, points: l.points }))
              : [],
          at: isoTime(at),
          version,
          revision,
        })),
        question: sheetQuestionOf(read, item),
        answer: shut && allRight ? null : (answers.get(item.id) ?? null),
        key: told ? answer : null,
      }
    }),
  }))
}

/**
 * Whether the sum of a sheet waits while a question of it is closed: where one person's attempts can differ by a single answer, their sums do
 * too, and tell its key. Points are then those of what is shown, and neither grade nor rank is told. What may be sat once only has its mark told.
 */
export const isSumHeld = (exam: Pick<ExamData, 'kind' | 'attempts'>): boolean =>
  exam.kind === 'practice' || exam.attempts > 1

/** What of a sheet is told while its sum waits: the points of what is shown, and what the rest of it is worth. */
export function sumOfShown(sections: Awaited<ReturnType<typeof reviewed>>): { points: number; waiting: number } {
  const items = sections.flatMap((s) => s.items)
  return {
    points: cents(items.reduce((n, i) => n + (i.points ?? 0), 0)),
    waiting: cents(items.reduce((n, i) => n + (i.closed ? i.score : 0), 0)),
  }
}

/**
 * Questions of a sheet that are closed to its candidate: those whose keys are. Where the sum is told all the same, the sum less the points of the
 * rest would be theirs, so the rest waits with them, save what practice tells the candidate now, key and all: that hides nothing.
 */
export async function closedOn(
  q: Queryable,
  platform: Pick<Platform, 'licence' | 'now'>,
  read: LoadedPaper,
  { row, exam }: AttemptContext,
): Promise<ReadonlySet<string>> {
  const now = platform.now()
  const items = sheetOrderOf(read, row).sections.flatMap((s) => s.items)
  const ids = items.map((i) => i.question_id)
  const [candidate] = await peopleNow(q, platform, [row.user_id])
  const closed = candidate ? await closedToOf(q, candidate, ids, now, 'graded') : await closedOf(q, ids, now, 'graded')
  if (closed.size === 0 || isSumHeld(exam)) return closed
  // points that a person gave follow from no key
  const byPeople = new Set((await marksOf(q, [row.id])).flatMap((m) => (m.marker === null ? [] : m.item)))
  const told = new Set<string>()
  if (!candidate) return new Set(ids)
  const at = await practiceNow(q, candidate, now)
  for (const bank of exerciseBanks) {
    const asked = items.filter((i) => i.bank === bank && !byPeople.has(i.id)).map((i) => i.question_id)
    for (const id of await practisableAmong(q, candidate, bank, asked, at)) told.add(id)
  }
  return new Set(items.flatMap((i) => (told.has(i.question_id) ? [] : i.question_id)))
}
