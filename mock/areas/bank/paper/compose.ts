/** Putting papers together: questions to pick, what items ask, drawing by rules. Nothing here is kept: the form that asks saves the paper. */
import { cents } from '#src/contract/exam/score.ts'
import type { z } from 'zod'
import type { RuleSections, PaperItem, PaperRule } from '#src/contract/bank/paper.schema.ts'
import { type Bank, bankOf, setOf, resourceOf } from '#src/contract/bank/question.ts'
import { answerKeyOf, shownQuestion } from '#src/contract/bank/shown.ts'
import { belowOf, shuffled } from '#src/contract/lib/seeded.ts'
import { cut } from '#src/contract/lib/text.ts'
import { checkReferences, labelsOf } from '#mock/crud/references.ts'
import { rowAuditState } from '#mock/crud/setting.ts'
import { managesResource } from '#mock/crud/keeps.ts'
import { seenText } from '#mock/crud/ownership.ts'
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { listWhere } from '#mock/crud/where.ts'
import { resources } from '#src/contract/resources.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { questions } from '../banks.ts'
import { inExams } from '../keyAccess.ts'
import { keptVersions } from '../version.ts'
import { drawQuestions } from './draw.ts'
import { versionsOf } from './items.ts'
import { paperSetting } from './paper.ts'
import { bySets, poolOf, seenIn, usableIn } from './pool.ts'
import { wholeDocument } from '#mock/crud/documents.ts'
import { type Exercise, type FlagChallenge, type TheoryQuestion } from '#src/contract/bank/question.schema.ts'

type Sections = z.output<typeof RuleSections>

const chance = ({ random }: Platform) => belowOf(() => random(4).readUInt32LE())
/** Short, and its own within a paper. */
const newKey = ({ random }: Platform) => random(6).toString('hex')

/** Questions that a rule may draw from, each asked for once however many rules are alike. */
async function poolsOf(q: Queryable, sections: Sections, who: Caller) {
  const known = new Map<string, string[]>()
  const out: { rule: PaperRule; pool: readonly string[] }[] = []
  for (const rule of sections.flatMap((s) => s.rules)) {
    const { id: _id, count: _count, score: _score, ...by } = rule
    const key = JSON.stringify(by)
    const pool = known.get(key) ?? (await poolOf(q, rule, who))
    known.set(key, pool)
    out.push({ rule, pool })
  }
  return out
}

/** The version of each question that stands now. */
async function newestOf(q: Queryable, asked: readonly { bank: Bank; id: string }[]): Promise<(number | undefined)[]> {
  return keptVersions(
    q,
    asked.map((a) => ({ ...a, version: 2 ** 31 - 1 })),
  )
}

/**
 * Of these questions, those that the caller may read with their keys: his banks', those shown to him, and those that papers and courses he keeps
 * have already. Who may only practise a paper or take a course keeps neither.
 */
async function readable(q: Queryable, bank: Bank, ids: readonly string[], who: Caller): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const w = listWhere(resources[resourceOf[bank]].line, { ids, scopes: seenIn(bank, who) })
  const asked = w.add([...ids])
  const kept = (line: NamedResourceSpec, from: string) =>
    managesResource(line, who)
      ? `union select u.question_id from ${from} where u.question_id = any(${asked}::text[]) and ${seenText(line, who, w.add)}`
      : ''
  const { rows } = await q.query<{ id: string }>(
    `select t.id from ${questions[bank].table} t ${w.text()}
     ${kept(resources.paper.line, 'paper_question u join r_paper t on t.id = u.paper_id')}
     ${kept(resources.course.line, 'course_question u join r_course t on t.id = u.course_id')}`,
    w.params,
  )
  return new Set(rows.map((r) => r.id))
}

export const composeHandlers = area({
  async 'GET /papers/questions'({ query: { bank, page, page_size, q: text, ...filters }, q, who, platform }) {
    const { items, total } = await questions[bank].list(q, {
      page,
      page_size,
      q: text,
      filters,
      scopes: usableIn(bank, who),
      special: bySets(bank),
    })
    const [exams, sets, newest] = await Promise.all([
      inExams(
        q,
        items.map((d) => d.id),
        platform.now(),
      ),
      labelsOf(
        { q },
        setOf[bank],
        items.map((d) => d.data.set_id),
      ),
      newestOf(
        q,
        items.map((d) => ({ bank, id: d.id })),
      ),
    ])
    return {
      items: items.map(({ id, version, data }, n) => {
        const { title, difficulty, score, set_id } = wholeDocument<TheoryQuestion | Exercise | FlagChallenge>(data)
        return {
          bank,
          question_id: id,
          question_version: newest[n] ?? version,
          type: data.type ?? (bank === 'flag' ? 'flag' : 'operation'),
          title,
          difficulty,
          score,
          set_name: sets.get(set_id) ?? '',
          knowledge: data.knowledge ?? [],
          in_exam: exams.get(id) ?? null,
        }
      }),
      total,
      page,
      page_size,
    }
  },

  async 'POST /papers/items'({ body: { items, language }, q, who, platform }) {
    const may = new Set<string>()
    for (const bank of ['theory', 'exercise', 'flag'] as const) {
      const ids = items.filter((i) => i.bank === bank).map((i) => i.question_id)
      for (const id of await readable(q, bank, ids, who)) may.add(id)
    }
    const asked = items.filter((i) => may.has(i.question_id))
    const kept = await keptVersions(
      q,
      asked.map((i) => ({ bank: i.bank, id: i.question_id, version: i.question_version })),
    )
    const newest = await newestOf(
      q,
      asked.map((i) => ({ bank: i.bank, id: i.question_id })),
    )
    const version = await versionsOf(
      q,
      asked.map((i, n) => ({ ...i, question_version: kept[n] ?? 0 })),
    )
    const exams = await inExams(
      q,
      asked.map((i) => i.question_id),
      platform.now(),
    )
    return {
      items: asked.flatMap((i, n) => {
        const at = kept[n]
        const data = at === undefined ? undefined : version({ ...i, question_version: at })
        if (at === undefined || !data || bankOf(data.type ?? 'single') !== i.bank) return []
        return {
          question_id: i.question_id,
          question_version: at,
          newest: newest[n] ?? at,
          question: shownQuestion({ ...data, id: i.question_id, version: at }, { language, paid: () => true }),
          key: answerKeyOf(data, language),
          rubric: data.rubric?.length ? cents(data.rubric.reduce((sum, l) => sum + l.points, 0)) : null,
          shuffle: data.shuffle ?? true,
          in_exam: exams.get(i.question_id) ?? null,
        }
      }),
    }
  },

  async 'POST /papers/check'({ body: { rules }, q, who, platform }) {
    const pools = await poolsOf(q, rules, who)
    const got = drawQuestions(
      pools.map(({ rule, pool }) => ({ count: rule.count, pool })),
      chance(platform),
    )
    return {
      rules: pools.map(({ rule, pool }, n) => ({
        id: rule.id,
        wanted: rule.count,
        has: pool.length,
        gets: got[n]?.length ?? 0,
      })),
    }
  },

  async 'POST /papers/draw'({ body: { rules, variants }, q, who, platform }) {
    const pools = await poolsOf(q, rules, who)
    const below = chance(platform)
    const used = new Map<string, number>()
    const drawn: string[][][] = []
    for (let n = 0; n < variants; n++) {
      const got = drawQuestions(
        pools.map(({ rule, pool }) => ({ count: rule.count, pool })),
        below,
        (id) => used.get(id) ?? 0,
      )
      const short = pools.filter(({ rule }, at) => (got[at]?.length ?? 0) < rule.count)
      if (short.length) throw new Fail('paper_short', { rules: short.map(({ rule }) => rule.id), n: short.length })
      for (const id of got.flat()) used.set(id, (used.get(id) ?? 0) + 1)
      drawn.push(got)
    }
    const bankAt = new Map(
      pools.flatMap(({ rule }, n) => drawn.flatMap((v) => v[n] ?? []).map((id) => [id, rule.bank])),
    )
    const ids = [...bankAt.keys()]
    const versions = await newestOf(
      q,
      ids.map((id) => ({ bank: bankAt.get(id) ?? 'theory', id })),
    )
    const versionAt = new Map(ids.map((id, n) => [id, versions[n] ?? 1]))
    let at = 0
    const places = rules.map((s) => s.rules.map(() => at++))
    return {
      variants: drawn.map((got) => ({
        id: newKey(platform),
        sections: rules.map(({ id, title, instructions, rules: own }, section) => ({
          id,
          title,
          instructions,
          items: own.flatMap((rule, n) =>
            shuffled(got[places[section]?.[n] ?? -1] ?? [], below).map((question_id) => ({
              id: newKey(platform),
              bank: rule.bank,
              question_id,
              question_version: versionAt.get(question_id) ?? 1,
              score: rule.score,
              rule: rule.id,
            })),
          ),
        })),
      })),
    }
  },

  async 'POST /papers/redraw'({ body: { rule, without }, q, who, platform }): Promise<PaperItem> {
    const gone = new Set(without)
    const pool = (await poolOf(q, rule, who)).filter((id) => !gone.has(id))
    const question_id = pool[chance(platform)(pool.length || 1)]
    if (question_id === undefined) throw new Fail('paper_short', { rules: [rule.id], n: 1 })
    const [version = 1] = await newestOf(q, [{ bank: rule.bank, id: question_id }])
    const { bank, score, id } = rule
    return { id: newKey(platform), bank, question_id, question_version: version, score, rule: id }
  },

  async 'POST /papers/:id/copy'(c) {
    const s = paperSetting
    const from = await s.see(c, c.params.id)
    const { set_id } = c.body
    await s.rows.allow(set_id === undefined ? 'copy' : 'use', from, s.at(c))
    const into = set_id === undefined ? {} : { set_id }
    await checkReferences(c.q, s.line, into, {}, c.who)
    const hand = { at: c.platform.now(), by: c.who.id }
    const names = new Set(
      (
        await c.q.query<{ name: string }>(
          `select data->>'name' as name from ${s.docs.table} where data->>'name' like $1`,
          [`${cut(from.data.name ?? '', 70).replace(/[\\%_]/g, '\\$&')} (%`],
        )
      ).rows.map((r) => r.name),
    )
    let n = 2
    const name = () => `${cut(from.data.name ?? '', 70)} (${n})`
    while (names.has(name())) n++
    const after = await s.docs.insert(
      c.q,
      { id: c.platform.newId(), data: { ...from.data, ...into, name: name() }, open: false },
      hand,
    )
    await s.hooks.wrote?.(after, undefined, s.at(c))
    c.audit({ entity: 'paper', id: after.id, after: rowAuditState(after), details: { copy_of: from.id } })
    return { id: after.id }
  },
})
