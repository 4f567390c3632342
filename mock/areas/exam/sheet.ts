/** What is on a person's sheet: the questions of his variant in his order. Papers that exams use are locked, so what was read once is kept. */
import type { ShownQuestion } from '#src/contract/bank/answer.schema.ts'
import type { Paper, PaperItem } from '#src/contract/bank/paper.schema.ts'
import { type PaperOf, paperFor } from '#src/contract/bank/paperFor.ts'
import { withKeyChange, worthOf } from '#src/contract/exam/rekey.ts'
import type { KeyChange } from '#src/contract/exam/rekey.schema.ts'
import type { textLanguages } from '#src/contract/bank/question.ts'
import { documents, wholeDocument } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type ItemKey, type ItemsOfPaper, paperItemsOf } from '../bank/paper/items.ts'
import type { AttemptRow } from './attempt.ts'

const papers = documents('paper')
type Language = (typeof textLanguages)[number]

export interface LoadedPaper {
  paper: Pick<Paper, 'variants' | 'shuffle_items' | 'shuffle_options'>
  items: ItemsOfPaper
  /** Keys that the exam changed afterwards, by item; the paper itself never changes. */
  changes: KeyChanges
}
type KeyChanges = ReadonlyMap<string, { change: KeyChange; revision: number }>
export interface Papers {
  /** A variant of a paper as it is now, in a language where it has two. */
  read(q: Queryable, paperId: string, variant: string, language?: Language): Promise<LoadedPaper>
  /** The same as an exam judges it: with the keys it changed afterwards. */
  of(
    q: Queryable,
    sheet: Pick<AttemptRow, 'exam_id' | 'paper_id' | 'variant'>,
    language?: Language,
  ): Promise<LoadedPaper>
  /** The paper whole, without its questions. */
  variants(q: Queryable, paperId: string): Promise<LoadedPaper['paper']>
}

/** Papers kept in the memory of this process: so many at once. */
const most = 200

const none: KeyChanges = new Map()

/** Changes of keys that count in an exam: the newest of each item. */
async function changesIn(q: Queryable, examId: string): Promise<KeyChanges> {
  const { rows } = await q.query<{ item: string; change: KeyChange; revision: number }>(
    'select distinct on (item) item, change, revision from exam_key where exam_id = $1 order by item, revision desc',
    [examId],
  )
  return rows.length ? new Map(rows.map(({ item, ...r }) => [item, r])) : none
}

/** What is asked stays; what is right, and what an item counts, is as the exam has it now. */
function withChanges(read: LoadedPaper, changes: KeyChanges): LoadedPaper {
  const keys = new Map(
    [...read.items.keys].map(([item, key]) => {
      const change = changes.get(item)?.change
      const now = withKeyChange(key, change)
      const answer = { ...key.answer }
      if (change?.kind === 'truth') answer.truth = change.truth
      if (change?.kind === 'options') answer.correct = [...change.correct]
      return [item, { ...now, answer }]
    }),
  )
  const variants = read.paper.variants.map((v) => ({
    ...v,
    sections: v.sections.map((s) => ({
      ...s,
      items: s.items.map((i) => ({ ...i, score: worthOf(i.score, changes.get(i.id)?.change) })),
    })),
  }))
  return { paper: { ...read.paper, variants }, items: { ...read.items, keys }, changes }
}

export function makePapers(): Papers {
  const kept = new Map<string, LoadedPaper>()
  const find = async (q: Queryable, id: string) => {
    const doc = await papers.get(q, id)
    if (!doc) throw new Error(`paper ${id} of an exam is gone`)
    return doc
  }
  const papersOf: Papers = {
    variants: async (q, paperId) => wholeDocument<LoadedPaper['paper']>((await find(q, paperId)).data),
    async read(q, paperId, variant, language = '') {
      const { rows } = await q.query<{ version: number }>('select version from r_paper where id = $1', [paperId])
      const had = kept.get(`${paperId} ${rows[0]?.version} ${variant} ${language}`)
      if (had) return had
      const doc = await find(q, paperId)
      const key = `${paperId} ${doc.version} ${variant} ${language}`
      const paper = wholeDocument<LoadedPaper['paper']>(doc.data)
      const read = { paper, items: await paperItemsOf(q, paper, variant, language), changes: none }
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? '')
      kept.set(key, read)
      return read
    },
    async of(q, { exam_id, paper_id, variant }, language) {
      const read = await papersOf.read(q, paper_id, variant, language)
      const changes = await changesIn(q, exam_id)
      return changes.size ? withChanges(read, changes) : read
    },
  }
  return papersOf
}

/** Reads each variant once for all calls of a moment. */
export function onceEach(papers: Papers, q: Queryable) {
  const reads = new Map<string, Promise<LoadedPaper>>()
  return (
    { paper_id, variant }: Pick<AttemptRow, 'paper_id' | 'variant'>,
    language: Language = '',
  ): Promise<LoadedPaper> => {
    const of = `${paper_id} ${variant} ${language}`
    const read = reads.get(of) ?? papers.read(q, paper_id, variant, language)
    reads.set(of, read)
    return read
  }
}

/** Sections and items in the order of one person, each item with the order of its options. */
export const sheetOrderOf = (
  { paper, items }: LoadedPaper,
  row: Pick<AttemptRow, 'variant' | 'seed'>,
): PaperOf<PaperItem> => paperFor<PaperItem>(paper, row.variant, row.seed, items.optionsOf)

/** Numbers of items as the paper has them, by item: a sheet may ask them in another order. From 1. */
export const numbersOf = ({ paper }: Pick<LoadedPaper, 'paper'>, variant: string): ReadonlyMap<string, number> =>
  new Map(
    paper.variants
      .find((v) => v.id === variant)
      ?.sections.flatMap((s) => s.items)
      .map((item, n) => [item.id, n + 1]),
  )

export const idsInOrder = (order: PaperOf<PaperItem>): string[] =>
  order.sections.flatMap((s) => s.items.map((i) => i.id))

/** A question with its options in the order of the person. */
export function sheetQuestionOf({ items }: LoadedPaper, item: PaperItem & { options: string[] }): ShownQuestion {
  const q = items.asked.get(item.id)
  if (!q) throw new Error(`item ${item.id} is on no sheet`)
  // words by which a question is found name what is asked for
  const asked = { ...q, keywords: [] }
  if (!item.options.length) return asked
  const at = new Map(q.options.map((o) => [o.id, o]))
  return { ...asked, options: item.options.flatMap((id) => at.get(id) ?? []) }
}
export const itemKeyOf = ({ items }: LoadedPaper, id: string): ItemKey => {
  const key = items.keys.get(id)
  if (!key) throw new Error(`item ${id} has no key`)
  return key
}
