/** Sheets that count for the figures of an exam, with the points of every item: one attempt of each candidate who is marked to the end. */
import { settledMark } from '#src/contract/exam/mark.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Papers, type LoadedPaper } from '../sheet.ts'
import type { ExamData } from '../run.ts'

export interface CountedSheet {
  id: string
  user_id: string
  name: string
  username: string
  org_id: string
  org_name: string
  variant: string
  points: number
}

/** The attempt that counts. Where the average does, no single sheet is it: the last stands for them. */
const chosen: Record<ExamData['attempt_rule'], string> = {
  highest: 'a.points desc, a.n',
  last: 'a.n desc',
  first: 'a.n',
  average: 'a.n desc',
}
export async function countedSheets(q: Queryable, examId: string, exam: ExamData): Promise<CountedSheet[]> {
  const { rows } = await q.query<CountedSheet>(
    `select distinct on (a.user_id) a.id, a.user_id, a.variant, coalesce(a.points, 0) as points,
       coalesce(nullif(u.data->>'name', ''), u.data->>'username', '') as name, coalesce(u.data->>'username', '') as username,
       coalesce(u.k_org_id, '') as org_id, coalesce(o.name, '') as org_name
     from exam_attempt a left join r_user u on u.id = a.user_id left join org o on o.id = u.k_org_id
     where a.exam_id = $1 and a.status = 'scored' and not exists (
       select 1 from exam_attempt b where b.exam_id = a.exam_id and b.user_id = a.user_id and b.status <> 'scored')
     order by a.user_id, ${chosen[exam.attempt_rule]}`,
    [examId],
  )
  return rows
}

/** Marks of these sheets, by sheet and item. They come packed: an exam of two thousand has more than a hundred thousand. */
export async function itemPointsOf(
  q: Queryable,
  sheets: readonly CountedSheet[],
  exam: ExamData,
  scores: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const items = [...scores.keys()]
  const { rows } = await q.query<{ id: string; marks: string }>(
    `select m.attempt_id as id, string_agg(w.n || ' ' || m.round || ' ' || m.points, ',') as marks
     from exam_mark m join unnest($2::text[]) with ordinality as w(item, n) on w.item = m.item
     where m.attempt_id = any($1::text[]) group by 1`,
    [sheets.map((s) => s.id), items],
  )
  return new Map(
    rows.map(({ id, marks }) => {
      const by = new Map<string, { round: number; points: number }[]>()
      for (const mark of marks.split(',')) {
        const [n = 0, round = 0, points = 0] = mark.split(' ').map(Number)
        const item = items[n - 1] ?? ''
        const own = by.get(item)
        if (own) own.push({ round, points })
        else by.set(item, [{ round, points }])
      }
      return [
        id,
        new Map([...by].map(([item, own]) => [item, settledMark(own, scores.get(item) ?? 0, exam).points ?? 0])),
      ] as const
    }),
  )
}

/** A question in its place on one or more variants that ask the same. */
export interface QuestionColumn {
  question_id: string
  version: number
  score: number
  /** Its item on each variant. */
  items: ReadonlyMap<string, string>
  read: LoadedPaper
}
export interface Form {
  variants: string[]
  columns: QuestionColumn[]
}

/** Variants that ask the same questions for the same points, in whatever order, are one form. */
export async function formsOf(
  q: Queryable,
  papers: Papers,
  { id, exam }: { id: string; exam: ExamData },
  language: '' | 'en-US' | 'zh-CN',
): Promise<Form[]> {
  const { variants } = await papers.variants(q, exam.paper_id)
  type Growing = { variants: string[]; columns: (Omit<QuestionColumn, 'items'> & { items: Map<string, string> })[] }
  const forms = new Map<string, Growing>()
  for (const v of variants) {
    // with the keys and points that the exam changed afterwards
    const read = await papers.of(q, { exam_id: id, paper_id: exam.paper_id, variant: v.id }, language)
    const items = (read.paper.variants.find((w) => w.id === v.id)?.sections ?? []).flatMap((s) => s.items)
    const name = (i: (typeof items)[number]) => `${i.question_id} ${i.question_version} ${i.score}`
    const key = items.map(name).sort().join('\n')
    const had = forms.get(key)
    if (had) {
      had.variants.push(v.id)
      for (const i of items)
        had.columns.find((c) => c.question_id === i.question_id && c.score === i.score)?.items.set(v.id, i.id)
      continue
    }
    forms.set(key, {
      variants: [v.id],
      columns: items.map((i) => ({
        question_id: i.question_id,
        version: i.question_version,
        score: i.score,
        items: new Map([[v.id, i.id]]),
        read,
      })),
    })
  }
  return [...forms.values()]
}
