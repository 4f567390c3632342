/** Other scoring rules for a contest that has begun: every value and rank that moves is seen first, and the change says in public why. */
import { curveOf } from '#src/contract/contest/flagContest.schema.ts'
import { holdersOf, type ItemRule, reruledRows } from '#src/contract/contest/solve.ts'
import { documents, wholeDocument } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { type ContestRow, contestOf, itemsOf, lockContest } from './contest.ts'
import { bloodOf, flagContestRow, type FlagContestData, mayContestDeed } from './flagContest.ts'
import { staffView } from './play.ts'
import { agreedTo, contestPreview } from './preview.ts'
import { recordRuling, stillProvisional } from './rulings.ts'
import { tellContest } from './run.ts'
import { type ContestView, ledgerWhatIf } from './view.ts'
import { addDecision } from './write.ts'

type Scoring = Ctx<'POST /flag-contests/:id/rules/preview'>['body']
const contests = documents('flag-contest')

/** The document with the rules that are asked for, and what the engine makes of them. */
async function changed(q: Queryable, id: string, body: Scoring, how: 'get' | 'lock') {
  const [doc, items] = await Promise.all([contests[how](q, id), itemsOf(q, id)])
  if (!doc) throw new Fail('not_found')
  const data = wholeDocument<FlagContestData>(doc.data)
  const byQuestion = new Map(
    body.items.flatMap((i, n) => {
      const item = items.find((x) => x.id === i.id)
      if (!item) throw new Fail('validation', { fields: [{ path: `items.${n}`, rule: 'unknown_reference' }] })
      return [[item.question_id, i] as const]
    }),
  )
  const { blood, blood_first, blood_second, blood_third } = body
  const after: FlagContestData = {
    ...data,
    blood,
    blood_first,
    blood_second,
    blood_third,
    items: data.items.map((i) => {
      const { id: _, ...rules } = byQuestion.get(i.question_id) ?? { id: '' }
      return { ...i, ...rules }
    }),
  }
  const planned = new Map(after.items.map((i) => [i.question_id, i]))
  const scoring: ContestRow['scoring'] = { blood: bloodOf(after) }
  const rules = new Map(
    items.map((i): [string, ItemRule] => {
      const to = planned.get(i.question_id)
      return [
        i.id,
        to ? { curve: curveOf(to), blood: to.blood ? scoring.blood : null } : { curve: i.curve, blood: null },
      ]
    }),
  )
  return { doc, after, items, scoring, rules }
}
type Changed = Awaited<ReturnType<typeof changed>>

async function plan(q: Queryable, view: ContestView, { rules, scoring, items }: Changed) {
  const make: Parameters<typeof ledgerWhatIf>[2] = (ledger) => reruledRows(holdersOf(ledger), rules, view.now.getTime())
  const what = await ledgerWhatIf(q, view, make)
  const asked = { scoring, rules: items.map((i) => [i.id, rules.get(i.id)]) }
  const preview = await contestPreview(q, view, { asked, what, until: view.now, rules })
  return { preview, make }
}

const preview: Handler<'POST /flag-contests/:id/rules/preview'> = async (c) => {
  await mayContestDeed(c, c.params.id, 'rules')
  const view = await staffView(c, c.params.id)
  stillProvisional(view.contest)
  return (await plan(c.q, view, await changed(c.q, c.params.id, c.body, 'get'))).preview
}

/** What an item is worth to whoever has not solved it follows from its curve; the ledger prices what is held. */
async function writeRules(q: Queryable, id: string, { after, scoring, items }: Changed): Promise<void> {
  await q.query('update contest set scoring = $2::jsonb, scoring_version = scoring_version + 1 where id = $1', [
    id,
    JSON.stringify(scoring),
  ])
  const planned = new Map(after.items.map((i) => [i.question_id, i]))
  const lines = items.flatMap((i) => {
    const to = planned.get(i.question_id)
    return to ? { id: i.id, curve: curveOf(to), blood: to.blood } : []
  })
  await q.query(
    `update contest_item i set curve = n.curve, blood = n.blood from jsonb_to_recordset($1::jsonb) as n(id text, curve jsonb, blood boolean)
     where i.id = n.id`,
    [JSON.stringify(lines)],
  )
}

const apply: Handler<'POST /flag-contests/:id/rules'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  await mayContestDeed(c, params.id, 'rules')
  stillProvisional(await lockContest(q, params.id))
  const view = await staffView(c, params.id)
  const change = await changed(q, params.id, body, 'lock')
  const { preview: seen, make } = await plan(q, view, change)
  agreedTo(seen, body.digest)
  await writeRules(q, params.id, change)
  const now = platform.now()
  const contest = await contestOf(q, params.id)
  if (!(await contests.update(q, change.doc, change.after, { at: now, by: who.id }))) throw new Fail('stale_version')
  const ruling = await recordRuling(c, contest, {
    kind: 'rules',
    reason: body.reason,
    details: { n: seen.entries.length, digest: body.digest, version: contest.scoring_version },
  })
  await addDecision(q, contest, make, { evidence: ruling, by: who.id })
  await tellContest(q)
  audit({
    entity: 'flag-contest',
    id: params.id,
    before: rulesOf(change.doc.data),
    after: rulesOf(change.after),
    details: { n: seen.entries.length, digest: body.digest, reason: body.reason },
  })
  return flagContestRow(c, params.id)
}
const rulesOf = ({ blood, blood_first, blood_second, blood_third, items }: Partial<FlagContestData>) => ({
  blood,
  blood_first,
  blood_second,
  blood_third,
  items,
})

export const ruleChangeHandlers = {
  'POST /flag-contests/:id/rules/preview': preview,
  'POST /flag-contests/:id/rules': apply,
}
