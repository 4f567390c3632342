/** A sheet that was handed in, item by item: the answer, its points and where they come from. */
import { scaledRubric, settled } from '#src/contract/exam/mark.ts'
import { cents } from '#src/contract/exam/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import { closedOf, isTold, type KeysTold } from '../bank/keyAccess.ts'
import { iso, type Sheet } from './attempt.ts'
import { answersOf } from './judge.ts'
import { marksOf } from './marks.ts'
import type { ExamData } from './run.ts'
import { askedOf, keyOf, orderOf, type Read } from './sheet.ts'

/**
 * In the order of the person. `keys`: what whoever reads may know of what is right; `names`: who marked; `closed`: questions of which
 * whoever learns may not know anything yet: of them stand the words alone. Beside the sum of the sheet the candidate's own answer would tell what is right.
 */
export async function reviewed(
  q: Queryable,
  read: Read,
  { row, exam }: Sheet,
  { keys, names, closed }: { keys: KeysTold; names: boolean; closed: ReadonlySet<string> },
) {
  const answers = await answersOf(q, row.id)
  const marks = await marksOf(q, [row.id])
  let n = 0
  return orderOf(read, row).sections.map((s) => ({
    id: s.id,
    title: s.title,
    items: s.items.map((item) => {
      n++
      const shut = closed.has(item.question_id)
      const given = marks.filter((m) => m.item === item.id)
      const { points } = settled(given, item.score, exam)
      const waits = points === null
      // half a judgement is none yet, but for those who judge
      const own = shut || (waits && keys !== 'all') ? [] : given
      const told = isTold(keys, { closed: shut, waits })
      const { answer, rubric: asWritten } = keyOf(read, item.id)
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
          at: iso(at),
          version,
          revision,
        })),
        question: askedOf(read, item),
        answer: shut ? null : (answers.get(item.id) ?? null),
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

/** Points and worth of what of a sheet is shown. */
export function sumOfShown(sections: Awaited<ReturnType<typeof reviewed>>): { points: number; score: number } {
  const shown = sections.flatMap((s) => s.items).filter((i) => !i.closed)
  return {
    points: cents(shown.reduce((n, i) => n + (i.points ?? 0), 0)),
    score: cents(shown.reduce((n, i) => n + i.score, 0)),
  }
}

/**
 * Questions of a sheet that are closed to its candidate: those whose keys are, or all of them where the sum is told all the same. The sum less
 * the points of the rest would be theirs.
 */
export async function closedOn(
  q: Queryable,
  read: Read,
  { row, exam }: Sheet,
  now: Date,
): Promise<ReadonlySet<string>> {
  const ids = orderOf(read, row).sections.flatMap((s) => s.items.map((i) => i.question_id))
  const closed = await closedOf(q, ids, now, 'graded')
  return closed.size > 0 && !isSumHeld(exam) ? new Set(ids) : closed
}
