/** What an author says of a homework, as it is kept: questions in versions that are there, and a paper copied as it stands. */
import type { HomeworkContent } from '#src/contract/course/homework.schema.ts'
import { homeworkBanks } from '#src/contract/course/homework.schema.ts'
import { outlineLimits } from '#src/contract/course/outline.ts'
import { resourceOf } from '#src/contract/bank/question.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { documents } from '#mock/crud/documents.ts'
import { usable } from '#mock/crud/ownership.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail } from '#mock/http/request/handler.ts'
import { questions } from '../../bank/banks.ts'
import { versionsOf } from '../../bank/paper/items.ts'
import { keptVersions } from '../../bank/version.ts'
import type { HomeworkItem } from './rows.ts'

const refuse = (...fields: FieldProblem[]) => new Fail('validation', { fields })
const at = (path: string, rule: string) => ({ path: `content.${path}`, rule })

/** The items of a paper that the author may build on, as it stands now. Of several variants the first: everybody has the same. */
async function copied(q: Queryable, id: string, who: Caller): Promise<Pick<HomeworkContent, 'items' | 'paper'>> {
  if (!(await usable(q, 'paper', [id], who)).has(id)) throw refuse(at('paper', 'unknown_reference'))
  const doc = await documents('paper').get(q, id)
  const [variant] = doc?.data.variants ?? []
  if (!doc || !variant) throw refuse(at('paper', 'unknown_reference'))
  const all = variant.sections.flatMap((s) => s.items.map((item) => ({ item, part: s.title })))
  if (all.length > outlineLimits.questions) throw refuse(at('paper', 'too_many_items'))
  const items = all.map(({ item: { id: own, bank, question_id, question_version, score }, part }): HomeworkItem => {
    // a flag is tried until it is found; handed in once, it would be a guess
    if (bank === 'flag') throw refuse(at('paper', 'homework_flags'))
    return { id: own, bank, question_id, question_version, score, part }
  })
  return { items, paper: { paper_id: id, paper_version: doc.version, name: doc.data.name ?? '' } }
}

/** Picked items, each a question that is there and that the author may build on, unless it stood before. */
async function picked(
  q: Queryable,
  items: readonly HomeworkItem[],
  before: ReadonlySet<string>,
  who: Caller,
): Promise<HomeworkItem[]> {
  const may = new Set(before)
  for (const bank of homeworkBanks) {
    const ids = items.filter((i) => i.bank === bank).map((i) => i.question_id)
    if (!ids.length) continue
    // held until the section is written: whoever removes one of them waits, and then finds the course
    await q.query(`select id from ${questions[bank].table} where id = any($1::text[]) order by id for key share`, [ids])
    for (const id of await usable(q, resourceOf[bank], ids, who)) may.add(id)
  }
  const kept = await keptVersions(
    q,
    items.map((i) => ({ bank: i.bank, id: i.question_id, version: i.question_version })),
  )
  const fields: FieldProblem[] = []
  const out = items.map((item, n) => {
    const question_version = kept[n]
    if (question_version === undefined || !may.has(item.question_id))
      fields.push(at(`items.${n}.question_id`, 'unknown_reference'))
    return { ...item, part: '', question_version: question_version ?? item.question_version }
  })
  if (fields.length) throw refuse(...fields)
  return out
}

export async function settleHomework(
  q: Queryable,
  content: HomeworkContent,
  before: HomeworkContent | undefined,
  who: Caller,
): Promise<HomeworkContent> {
  const { paper } = content
  const stands =
    paper !== null && before?.paper?.paper_id === paper.paper_id && before.paper.paper_version === paper.paper_version
  if (stands) return { ...content, items: before.items, paper: before.paper }
  const asked = paper
    ? await copied(q, paper.paper_id, who)
    : {
        items: await picked(q, content.items, new Set(before?.items.map((i) => i.question_id) ?? []), who),
        paper: null,
      }
  const version = await versionsOf(q, asked.items)
  // nobody starts machines in a homework
  const scenes = asked.items.flatMap((item, n) =>
    version(item)?.topology_id ? [at(paper ? 'paper' : `items.${n}.question_id`, 'homework_scene')] : [],
  )
  if (scenes[0]) throw refuse(...(paper ? [scenes[0]] : scenes))
  return { ...content, ...asked }
}
