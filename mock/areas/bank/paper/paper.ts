/** Test papers: what they ask is there, in the version they name, and is not removed meanwhile. */
import type { Paper } from '#src/contract/bank/paper.schema.ts'
import { banks, resourceOf } from '#src/contract/bank/question.ts'
import { paperScoreOf } from '#src/contract/bank/paper.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { crud } from '#mock/crud/crud.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { usable } from '#mock/crud/ownership.ts'
import { crudContext } from '#mock/crud/setting.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { namesOf, questions } from '../banks.ts'
import { inSets } from '../set.ts'
import { keptVersions } from '../version.ts'
import { type ExamUse, examUsesOf } from './use.ts'

type Variants = Paper['variants']
interface Facts {
  /** Sets the caller may put something into. */
  fillable: ReadonlySet<string>
  sets: Labels
  people: ReadonlyMap<string, string>
  exams: ReadonlyMap<string, readonly ExamUse[]>
}

/** The exams that keep a paper as it is: how many, and the names of those this caller may see. */
const heldBy = (exams: readonly ExamUse[]) => ({
  by: { exam: exams.length },
  names: exams
    .filter((e) => e.seen)
    .map((e) => e.name)
    .slice(0, 10),
  n: exams.length,
})

const itemsOf = (variants: Variants | undefined) =>
  (variants ?? []).flatMap((v, n) =>
    v.sections.flatMap((s, m) => s.items.map((item, i) => ({ item, path: `variants.${n}.sections.${m}.items.${i}` }))),
  )

/** Each item names a question that is there; the version is the kept one that stood then. */
async function settle(
  q: Queryable,
  variants: Variants | undefined,
  had: Variants | undefined,
  who: Caller,
): Promise<void> {
  const all = itemsOf(variants)
  if (!all.length) return
  // held until the paper is written: whoever removes one of them waits, and then finds the paper
  for (const bank of banks) {
    const ids = all.filter(({ item }) => item.bank === bank).map(({ item }) => item.question_id)
    if (ids.length)
      await q.query(`select id from ${questions[bank].table} where id = any($1::text[]) order by id for key share`, [
        ids,
      ])
  }
  const kept = await keptVersions(
    q,
    all.map(({ item }) => ({ bank: item.bank, id: item.question_id, version: item.question_version })),
  )
  const before = new Set(itemsOf(had).map(({ item }) => item.question_id))
  const mine = new Set<string>()
  for (const bank of banks) {
    const fresh = all.flatMap(({ item: { bank: of, question_id: id } }) => (of === bank && !before.has(id) ? [id] : []))
    for (const id of await usable(q, resourceOf[bank], fresh, who)) mine.add(id)
  }
  const fields: FieldProblem[] = []
  all.forEach(({ item, path }, n) => {
    const version = kept[n]
    if (version === undefined || !(before.has(item.question_id) || mine.has(item.question_id)))
      fields.push({ path: `${path}.question_id`, rule: 'unknown_reference' })
    else item.question_version = version
  })
  if (fields.length) throw new Fail('validation', { fields })
}

/** What a paper asks, kept beside it. */
export async function notePaper(q: Queryable, id: string, variants: Variants | undefined): Promise<void> {
  await q.query('delete from paper_question where paper_id = $1', [id])
  const lines = itemsOf(variants).map(({ item }) => ({
    paper_id: id,
    question_id: item.question_id,
    version: item.question_version,
    bank: item.bank,
  }))
  await q.query(
    `insert into paper_question select * from jsonb_populate_recordset(null::paper_question, $1::jsonb)
     on conflict do nothing`,
    [JSON.stringify(lines)],
  )
}

const hooks: Hooks<'paper', Facts> = {
  async facts(docs, at) {
    const [sets, people, exams, fillable] = await Promise.all([
      labelsOf(
        at,
        'paper-set',
        docs.map((d) => d.data.set_id),
      ),
      namesOf(
        at.q,
        docs.map((d) => d.updated_by),
      ),
      examUsesOf(
        at.q,
        docs.map((d) => d.id),
        at.who,
      ),
      usable(at.q, 'paper-set', [...new Set(docs.flatMap((d) => d.data.set_id ?? []))], at.who, 'change'),
    ])
    return { sets, people, exams, fillable }
  },
  columns(doc, { sets, people, exams }) {
    const sections = doc.data.variants?.[0]?.sections ?? []
    return {
      set_name: sets.get(doc.data.set_id ?? '') ?? '',
      updated_by_name: people.get(doc.updated_by) ?? '',
      score: paperScoreOf(sections),
      items: sections.reduce((n, s) => n + s.items.length, 0),
      exams: exams.get(doc.id)?.length ?? 0,
    }
  },
  filters: () => ({ set_id: (values, add) => inSets('paper-set', values, add) }),
  check: (data, before, { q, who }) => settle(q, data.variants, before?.data.variants, who),
  wrote: (after, _before, { q }) => notePaper(q, after.id, after.data.variants),
  removed: async (before, { q }) => void (await q.query('delete from paper_question where paper_id = $1', [before.id])),
  async unused(doc, { q, who }) {
    const exams = (await examUsesOf(q, [doc.id], who)).get(doc.id)
    if (exams?.length) throw new Fail('in_use', heldBy(exams))
  },
  refuse: (action, row, { fillable }) =>
    action === 'copy'
      ? fillable.has(row.set_id)
        ? undefined
        : 'not_shared'
      : row.exams === 0
        ? undefined
        : action === 'remove'
          ? 'in_use'
          : action === 'update'
            ? 'paper_locked'
            : undefined,
  tells: (code, row, { exams }) =>
    code === 'in_use' || code === 'paper_locked' ? heldBy(exams.get(row.id) ?? []) : undefined,
  audience: 'nobody',
}
export const paperSetting = crudContext('paper', hooks)
export const paperHandlers = crud('paper', hooks)
