/** What a bank does beside listing and editing: versions, uses, duplicates, copies, and changes of many questions at once. */
import type { Audience } from '#src/contract/lib/crud.ts'
import type { BankRoutes } from '#src/contract/bank/routes.ts'
import { paper } from '#src/contract/bank/banks.ts'
import { arena } from '#src/contract/contest/arena.ts'
import { flagContest } from '#src/contract/contest/flagContest.ts'
import { course } from '#src/contract/course/course.ts'
import { type Bank, sameText, setOf } from '#src/contract/bank/question.ts'
import { exam } from '#src/contract/exam/exam.ts'
import { cut } from '#src/contract/lib/text.ts'
import { readAudience, writeAudience } from '#mock/crud/audience.ts'
import { each } from '#mock/crud/bulk.ts'
import { managesResource } from '#mock/crud/keeps.ts'
import { checkReferences } from '#mock/crud/references.ts'
import { seenText, sharedWith } from '#mock/crud/ownership.ts'
import { type ResourceCall, type CrudContext, rowAuditState, type Verb } from '#mock/crud/setting.ts'
import { checkTargets } from '#mock/crud/share.ts'
import { type Data, fieldsOf, tableOf } from '#mock/crud/shape.ts'
import { filterWords, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handlers, type Caller, type Platform } from '#mock/http/request/handler.ts'
import { statusSql } from '../exam/run.ts'
import { namesOf } from './banks.ts'
import { flagKeys } from './flag/seal.ts'
import { plainFlag, type QuestionData, type QuestionFacts } from './question.ts'
import { inSets } from './set.ts'
import { findDuplicates, groupsAlike } from './same.ts'
import { statisticsOf } from './statistics.ts'
import { type DataOf } from '#mock/crud/documents.ts'

interface PaperUse {
  id: string
  name: string
  version: number
  seen: boolean
}

/** Papers that have the question, and which of them this caller may see. */
const papersWith = (q: Queryable, id: string, who: Caller): Promise<PaperUse[]> => papersOf(q, [id], who)

/** The same of several questions. */
export async function papersOf(
  q: Queryable,
  ids: readonly string[],
  who: Caller,
): Promise<(PaperUse & { question_id: string })[]> {
  const w = where()
  const sees = seenText(paper, who, w.add)
  const { rows } = await q.query<PaperUse & { question_id: string }>(
    `select u.question_id, t.id, t.data->>'name' as name, max(u.version) as version, bool_or(${sees}) as seen
     from paper_question u join r_paper t on t.id = u.paper_id where u.question_id = any(${w.add(ids)}::text[])
     group by u.question_id, t.id, t.data->>'name' order by 3, 2`,
    w.params,
  )
  return rows
}

/** Exams named at most, the newest: a question of many years is in hundreds. */
const examsNamed = 20

/** Exams that ask a question, with the version each keeps, and whether somebody writes it now. */
async function examsWith({ q, who, platform }: { q: Queryable; who: Caller; platform: Platform }, id: string) {
  const w = where()
  const sees = seenText(exam, who, w.add)
  const at = `${w.add(platform.now().toISOString())}::timestamptz`
  const { rows } = await q.query<{ id: string; name: string; version: number; seen: boolean; running: boolean }>(
    `select t.id, t.data->>'name' as name, ${sees} as seen,
       (select max(u.version) from paper_question u where u.paper_id = t.k_paper_id and u.question_id = ${w.add(id)}) as version,
       (${statusSql(at)} in ('ongoing', 'pause')
         or exists (select 1 from exam_attempt a where a.exam_id = t.id and a.status in ('ongoing', 'pause'))) as running
     from r_exam t join exam_run r on r.exam_id = t.id
     where t.k_paper_id in (select u.paper_id from paper_question u where u.question_id = ${w.add(id)})
     order by running desc, left(t.k_starts_at, 200) desc, t.id`,
    w.params,
  )
  const [seen, unseen] = [rows.filter((r) => r.seen), rows.filter((r) => !r.seen)]
  return {
    exams: seen.slice(0, examsNamed).map((e) => ({ id: e.id, name: e.name, version: e.version, running: e.running })),
    exams_hidden: rows.length - Math.min(seen.length, examsNamed),
    running_hidden: unseen.filter((r) => r.running).length,
  }
}

/** Contests or arenas that have it as a challenge, and which of them this caller may see. */
async function contestsWith(
  q: Queryable,
  id: string,
  who: Caller,
  line: typeof flagContest | typeof arena,
): Promise<{ name: string; seen: boolean }[]> {
  const w = where()
  const sees = managesResource(line, who) ? seenText(line, who, w.add) : 'false'
  const { rows } = await q.query<{ name: string; seen: boolean }>(
    `select t.data->>'name' as name, ${sees} as seen from contest_item i join ${tableOf(line.name)} t on t.id = i.contest_id
     where i.question_id = ${w.add(id)} order by 1, t.id`,
    w.params,
  )
  return rows
}

/** Courses that ask the question in a quiz, or have asked it, and which of them this caller may see. */
async function coursesWith(q: Queryable, id: string, who: Caller): Promise<{ name: string; seen: boolean }[]> {
  const w = where()
  const sees = managesResource(course, who) ? seenText(course, who, w.add) : 'false'
  const { rows } = await q.query<{ name: string; seen: boolean }>(
    `select t.data->>'name' as name, ${sees} as seen from course_question u join r_course t on t.id = u.course_id
     where u.question_id = ${w.add(id)} order by 1, t.id`,
    w.params,
  )
  return rows
}

/** Throws `in_use` with the names of the papers and courses that the caller may see. */
export async function refuseUsed(q: Queryable, id: string, who: Caller): Promise<void> {
  const [papers, courses, contests, arenas] = await Promise.all([
    papersWith(q, id, who),
    coursesWith(q, id, who),
    contestsWith(q, id, who, flagContest),
    contestsWith(q, id, who, arena),
  ])
  const all = [...papers, ...courses, ...contests, ...arenas]
  if (!all.length) return
  const names = all.filter((p) => p.seen).map((p) => p.name)
  const by = {
    ...(papers.length ? { paper: papers.length } : {}),
    ...(courses.length ? { course: courses.length } : {}),
    ...(contests.length ? { 'flag-contest': contests.length } : {}),
    ...(arenas.length ? { arena: arenas.length } : {}),
  }
  throw new Fail('in_use', { by, names: names.slice(0, 10), n: all.length })
}

type Of = CrudContext<'theory-question', QuestionFacts>
type Question = DataOf<'theory-question'>
type Posted<Body> = ResourceCall & { body: Body }
const hand = (c: ResourceCall) => ({ at: c.platform.now(), by: c.who.id })

/** One of several rows, changed as a single edit would change it: checked, kept as a version, audited. */
async function change(c: ResourceCall, s: Of, id: string, edit: (data: Question) => Question): Promise<void> {
  const at = s.at(c)
  const before = await s.see(c, id, 'lock')
  await s.rows.allow('update', before, at)
  const data = edit(before.data)
  if (JSON.stringify(data) === JSON.stringify(before.data)) return
  await checkReferences(c.q, s.line, data as Data, before.data as Data, c.who)
  const after = await s.docs.update(c.q, before, data, hand(c))
  if (!after) throw new Fail('stale_version')
  await s.hooks.wrote?.(after, before, at)
  c.audit({ entity: s.name, id, before: rowAuditState(before), after: rowAuditState(after) })
}

const many = (c: ResourceCall, s: Of, work: (id: string) => Promise<void>) =>
  each(c.q, c.body.ids, work, (id, { code, details }) => c.audit({ entity: s.name, id, code, details }))

const merged = (had: readonly string[] = [], add: readonly string[], remove: readonly string[]): string[] => {
  const gone = new Set(remove.map((w) => w.toLowerCase()))
  const kept = had.filter((w) => !gone.has(w.toLowerCase()))
  const known = new Set(kept.map((w) => w.toLowerCase()))
  const out = [...kept, ...add.filter((w) => !known.has(w.toLowerCase()))]
  if (out.length > 30) throw new Fail('validation', { fields: [{ path: 'add', rule: 'max', params: { max: 30 } }] })
  return out
}

/** The title with the next number behind it: “Ports”, “Ports (2)”, “Ports (3)”. */
export function copyTitle(title: string): string {
  const [, plain = title, n = '1'] = /^(.*) \((\d{1,3})\)$/s.exec(title) ?? []
  return `${cut(plain, 248)} (${Number(n) + 1})`
}

/** Handlers of exactly the routes the contract makes of the bank. */
export function moreOf<P extends `/${string}`>(
  s: Of,
  bank: Bank,
): Pick<Handlers, keyof BankRoutes<P> & keyof Handlers> {
  const path = s.line.path
  const verbs: Record<string, Verb> = {
    async [`GET ${path}/:id/versions`](c) {
      const { id } = await s.see(c, c.params.id)
      const { rows } = await c.q.query<{ version: number; at: string; by: string; data: QuestionData; uses: number }>(
        `select v.version, v.at, v.by, v.data,
           (select count(distinct paper_id) from paper_question p where p.question_id = v.question_id and p.version = v.version) as uses
         from question_version v where v.question_id = $1 order by v.version desc limit 200`,
        [id],
      )
      const people = await namesOf(
        c.q,
        rows.map((r) => r.by),
      )
      const keys = bank === 'flag' ? await flagKeys(c.platform) : undefined
      return {
        items: rows.map(({ by, at, data, uses, version }) => ({
          version,
          at: new Date(at).toISOString(),
          by_name: people.get(by) ?? '',
          data: plainFlag(data, keys),
          uses: Number(uses),
        })),
      }
    },
    async [`GET ${path}/:id/uses`](c) {
      const { id } = await s.see(c, c.params.id)
      const all = await papersWith(c.q, id, c.who)
      const papers = all.filter((p) => p.seen).map(({ id: paperId, name, version }) => ({ id: paperId, name, version }))
      return { papers, hidden: all.length - papers.length, ...(await examsWith(c, id)) }
    },
    [`GET ${path}/:id/statistics`]: async (c) => statisticsOf(c.q, (await s.see(c, c.params.id)).id),
    [`GET ${path}/duplicates`]: (c) => groupsAlike(c.q, c.who, bank),
    async [`POST ${path}/duplicates`](
      c: Posted<{ id: string | null; title: string; stem: string; options: string[] }>,
    ) {
      const { id, title, stem, options } = c.body
      return { items: await findDuplicates(c.q, c.who, bank, sameText(title, stem, options), id) }
    },
    async [`POST ${path}/:id/copy`](c: Posted<{ set_id?: string }>) {
      const from = await s.see(c, c.params.id, 'lock')
      const { set_id } = c.body
      await s.rows.allow(set_id === undefined ? 'copy' : 'use', from, s.at(c))
      const { title = '', ...rest } = from.data
      const into = set_id === undefined ? {} : { set_id }
      const data = { ...rest, title: copyTitle(title), origin: 'manual' as const, ...into }
      await checkReferences(c.q, s.line, into, {}, c.who)
      const after = await s.docs.insert(c.q, { id: c.platform.newId(), data, open: false }, hand(c))
      await s.hooks.wrote?.(after, undefined, s.at(c))
      c.audit({ entity: s.name, id: after.id, after: rowAuditState(after), details: { copy_of: from.id } })
      return { id: after.id }
    },
    /** Its text as it was; where it is filed and who may see it stay. */
    async [`POST ${path}/:id/restore`](c) {
      const at = s.at(c)
      const before = await s.see(c, c.params.id, 'lock')
      const current = await s.rows.allow('update', before, at)
      if (c.body.version !== before.version) throw new Fail('stale_version', { current })
      const { rows } = await c.q.query<{ data: Question }>(
        'select data from question_version where question_id = $1 and version = $2',
        [before.id, c.body['of']],
      )
      if (!rows[0]) throw new Fail('not_found')
      const old = plainFlag(rows[0].data, bank === 'flag' ? await flagKeys(c.platform) : undefined)
      const data = { ...before.data, ...old, set_id: before.data.set_id }
      await checkReferences(c.q, s.line, data as Data, before.data as Data, c.who)
      await s.hooks.check?.(data, before, at)
      const after = await s.docs.update(c.q, before, data, hand(c))
      if (!after) throw new Fail('stale_version', { current })
      await s.hooks.wrote?.(after, before, at)
      c.audit({ entity: s.name, id: after.id, before: rowAuditState(before), after: rowAuditState(after) })
      return { id: after.id }
    },
    [`POST ${path}/move`]: (c) =>
      many(c, s, (id) => change(c, s, id, (data) => ({ ...data, set_id: String(c.body['set_id']) }))),
    [`POST ${path}/tag`]: (c: Posted<{ field: 'keywords'; add: string[]; remove: string[] }>) => {
      const { field, add, remove } = c.body
      const had = (data: Question) => filterWords(fieldsOf(data)[field])
      return many(c, s, (id) => change(c, s, id, (data) => ({ ...data, [field]: merged(had(data), add, remove) })))
    },
    async [`GET ${path}/audience`](c) {
      const w = where()
      w.and(inSets(setOf[bank], c.query['set_id'], w.add))
      const mine = sharedWith(s.line, c.who, 'change')(w.add)
      if (mine) w.and(`(${mine})`)
      const { rows } = await c.q.query<{ id: string; open: boolean; n: number }>(
        `select min(id) as id, open, (sum(count(*)) over ())::integer as n from (
           select t.id, t.open, (select jsonb_agg(a.kind || ' ' || a.target order by a.kind, a.target) from audience a
             where a.resource = ${w.add(s.name)} and a.entity_id = t.id) as seen from ${s.docs.table} t ${w.text()}) x
         group by open, seen limit 2`,
        w.params,
      )
      const [one, other] = rows
      return { n: one?.n ?? 0, audience: one && !other ? await readAudience(c.q, s.name, one) : null }
    },
    async [`POST ${path}/authorise`](c: Posted<{ audience: Audience }>) {
      const chosen = c.body.audience
      await checkTargets(c.q, chosen, { all: false, orgs: [], roles: [], teams: [], users: [] })
      return many(c, s, async (id) => {
        const before = await s.see(c, id, 'lock')
        await s.rows.allow('audience', before, s.at(c))
        const after = await s.docs.open(c.q, before, chosen.all, hand(c))
        if (!after) throw new Fail('stale_version')
        await writeAudience(c.q, s.name, id, chosen)
        c.audit({ entity: s.name, id, after: { ...chosen, version: after.version } })
      })
    },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its verbs, by the routes that the contract makes of a bank
  return verbs as Pick<Handlers, keyof BankRoutes<P> & keyof Handlers>
}
