/** A sheet that was handed in, item by item: the answer, its points and by which rule they came. */
import { settled } from '#src/contract/exam/mark.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Sheet } from './attempt.ts'
import { answersOf } from './judge.ts'
import { askedOf, keyOf, orderOf, type Read } from './sheet.ts'

interface MarkRow {
  item: string
  round: number
  points: number
  rule: string
  comment: string
}

/** In the order of the person. `keys`: whether whoever reads may know what is right. */
export async function reviewed(q: Queryable, read: Read, { row, exam }: Sheet, { keys }: { keys: boolean }) {
  const answers = await answersOf(q, row.id)
  const { rows: marks } = await q.query<MarkRow>(
    'select item, round, points, rule, comment from exam_mark where attempt_id = $1 order by item, round',
    [row.id],
  )
  let n = 0
  return orderOf(read, row).sections.map((s) => ({
    id: s.id,
    title: s.title,
    items: s.items.map((item) => {
      n++
      const own = marks.filter((m) => m.item === item.id)
      return {
        id: item.id,
        n,
        score: item.score,
        points: settled(own, item.score, exam).points,
        rule: own.at(-1)?.rule ?? '',
        comment: own
          .map((m) => m.comment)
          .filter(Boolean)
          .join('\n\n'),
        question: askedOf(read, item),
        answer: answers.get(item.id) ?? null,
        key: keys ? keyOf(read, item.id).answer : null,
      }
    }),
  }))
}
