/** A sheet that was handed in, item by item: the answer, its points and where they come from. */
import { scaledRubric, settled } from '#src/contract/exam/mark.ts'
import { cents } from '#src/contract/exam/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import { closedOf, isRunning, isTold, type KeysTold } from '../bank/keyAccess.ts'
import { iso, type Sheet } from './attempt.ts'
import { answersOf } from './judge.ts'
import { marksOf } from './marks.ts'
import { askedOf, keyOf, orderOf, type Read } from './sheet.ts'

/**
 * In the order of the person. `keys`: what whoever reads may know of what is right; `names`: who marked; `closed`: questions whose keys nobody
 * who learns may know yet: of them stand the words alone. Beside the sum of the sheet the candidate's own answer would tell what is right.
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
          rule,
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
 * Whether a sum over the whole sheet would tell a key that is closed: somebody changes one answer from attempt to attempt and looks at the
 * sum, in an exam for practice or while one of several attempts may still be written. Points are then those of what is shown, and neither
 * grade nor rank is told.
 */
export const isSumClosed = async (
  q: Queryable,
  { exam, row }: Pick<Sheet, 'exam' | 'row'>,
  closed: ReadonlySet<string>,
  now: Date,
): Promise<boolean> =>
  closed.size > 0 && (exam.kind === 'practice' || (exam.attempts > 1 && (await isRunning(q, row.exam_id, now))))

/** Points and worth of what of a sheet is shown. */
export function sumOfShown(sections: Awaited<ReturnType<typeof reviewed>>): { points: number; score: number } {
  const shown = sections.flatMap((s) => s.items).filter((i) => !i.closed)
  return {
    points: cents(shown.reduce((n, i) => n + (i.points ?? 0), 0)),
    score: cents(shown.reduce((n, i) => n + i.score, 0)),
  }
}

/** Questions of a sheet whose keys are closed to its candidate. */
export const closedOn = (q: Queryable, read: Read, { row }: Sheet, now: Date): Promise<ReadonlySet<string>> =>
  closedOf(
    q,
    orderOf(read, row).sections.flatMap((s) => s.items.map((i) => i.question_id)),
    now,
    'graded',
  )
