/**
 * Submissions judged again, as a set: what would move is seen first, and either all of it happens or nothing. Texts are compared before the
 * transaction, as patterns may take their time; what follows is reckoned again under the lock of the contest.
 */
import { changedSolves, holdersOf, type SolveChange } from '#src/contract/contest/solve.ts'
import type { ContestPreview } from '#src/contract/contest/running.schema.ts'
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler, staged } from '#mock/http/request/handler.ts'
import { flagRuleOf } from '../bank/flag/inScene.ts'
import { judgeFlag } from '../bank/flag/judge.ts'
import { type FlagKeys, flagKeys, openText, sealText, type SealedRule } from '../bank/flag/seal.ts'
import { contestOf, type ContestItemRow, itemsOf, lockContest, ruleOf } from './contest.ts'
import { mayContestDeed } from './flagContest.ts'
import { divisionBitsOf, tellScores } from './judging.ts'
import { staffView } from './play.ts'
import { agreedTo, contestPreview, type VerdictChange } from './preview.ts'
import { recordRuling, stillProvisional } from './rulings.ts'
import { type ContestView, type JudgedAgain, judgedSubmissions, ledgerWhatIf, seenScores } from './view.ts'
import { addDecision, setVerdicts, solvesAnew } from './write.ts'

type Filter = Omit<Ctx<'POST /flag-contests/:id/rejudge/preview'>['body'], never>
type Call = Pick<Ctx<'POST /flag-contests/:id/rejudge/preview'>, 'q' | 'who' | 'platform' | 'params'> & { body: Filter }

interface Judged {
  until: Date
  /** By submission, whether it is right; of those that were looked at. */
  right: ReadonlyMap<string, boolean>
  unread: number
  /** Sealed flags that take the place of those in the contest, by item. */
  flags: ReadonlyMap<string, FlagRule | SealedRule>
  items: readonly ContestItemRow[]
}

/** Flags as their banks have them now. */
async function bankFlags(q: Queryable, items: readonly ContestItemRow[]): Promise<Judged['flags']> {
  const { rows } = await q.query<{ id: string; flag: FlagRule | SealedRule | null }>(
    `select id, data->'flag' as flag from r_flag_challenge where id = any($1::text[])`,
    [items.map((i) => i.question_id)],
  )
  const of = new Map(rows.map((r) => [r.id, r.flag]))
  return new Map(
    items.flatMap((i) => {
      const flag = of.get(i.question_id)
      return flag ? [[i.id, flag] as const] : []
    }),
  )
}

const isAsked = (s: JudgedAgain, { entry_id, verdict }: Filter, until: Date): boolean =>
  s.at <= until.getTime() &&
  (entry_id === null || s.participant_id === entry_id) &&
  (verdict ?? s.verdict) === s.verdict

/** Compares each text with the flag it is judged by. Of what cannot be read, or takes too long, the verdict stands. */
async function compare(
  submissions: readonly JudgedAgain[],
  ruleFor: (item: string) => { rule: FlagRule; question: string } | undefined,
  keys: FlagKeys,
): Promise<Pick<Judged, 'right' | 'unread'>> {
  const right = new Map<string, boolean>()
  const known = new Map<string, boolean | undefined>()
  let unread = 0
  for (const s of submissions) {
    const by = ruleFor(s.item_id)
    const text = s.verdict === 'wrong' ? s.text : s.sealed === null ? undefined : openText(s.sealed, keys)
    if (!by || text === undefined) {
      unread++
      continue
    }
    const key = JSON.stringify([s.item_id, by.rule.kind === 'dynamic' ? s.participant_id : '', text])
    if (!known.has(key)) {
      const said = await judgeFlag(by.rule, { question: by.question, owner: s.participant_id, text }, keys)
      known.set(key, said.slow ? undefined : said.right)
    }
    const is = known.get(key)
    if (is === undefined) unread++
    else right.set(s.id, is)
  }
  return { right, unread }
}

async function judge(c: Call, until: Date): Promise<{ view: ContestView; judged: Judged }> {
  const { q, params, body, platform } = c
  await mayContestDeed(c, params.id, 'judge')
  // another flag changes the contest
  if (body.key === 'bank') await mayContestDeed(c, params.id, 'rules')
  const view = await staffView(c, params.id)
  stillProvisional(view.contest)
  const all = await itemsOf(q, params.id)
  const items = all.filter((i) => body.item_id === null || i.id === body.item_id)
  if (body.item_id !== null && !items.length)
    throw new Fail('validation', { fields: [{ path: 'item_id', rule: 'unknown_reference' }] })
  const keys = await flagKeys(platform)
  const flags: Judged['flags'] = body.key === 'bank' ? await bankFlags(q, items) : new Map()
  const rules = new Map(
    items.map((i) => [i.id, { rule: flagRuleOf(flags.get(i.id) ?? i.data.flag, keys), question: i.question_id }]),
  )
  const submissions = await judgedSubmissions(q, view, body.item_id ?? undefined)
  const compared = await compare(
    submissions.filter((s) => isAsked(s, body, until)),
    (item) => rules.get(item),
    keys,
  )
  return { view, judged: { until, flags, items, ...compared } }
}

/** Each entry has an item since the first right text it handed in; what it handed in afterwards says so. */
function decided(submissions: readonly JudgedAgain[], right: Judged['right']) {
  const verdicts: VerdictChange[] = []
  const first = new Map<string, JudgedAgain>()
  const touched = new Map<string, SolveChange>()
  const keyOf = (s: JudgedAgain) => `${s.item_id} ${s.participant_id}`
  for (const s of submissions) {
    const is = right.get(s.id) ?? s.verdict === 'right'
    if (is && !first.has(keyOf(s))) first.set(keyOf(s), s)
    const after = !is ? 'wrong' : first.get(keyOf(s)) === s ? 'right' : 'already'
    if (after === s.verdict) continue
    verdicts.push({ submission: s, after })
    touched.set(keyOf(s), { item: s.item_id, participant: s.participant_id, at: null })
  }
  const changes = [...touched].map(([key, change]) => ({ ...change, at: first.get(key)?.at ?? null }))
  return { verdicts, changes }
}

async function plan(q: Queryable, view: ContestView, body: Filter, { until, right, unread, flags, items }: Judged) {
  const { verdicts, changes: found } = decided(await judgedSubmissions(q, view, body.item_id ?? undefined), right)
  const { changes, back } = await solvesAnew(q, view.contest, divisionBitsOf(await seenScores(q, view)), found)
  const rules = new Map(items.map((i) => [i.id, ruleOf(i, view.contest)]))
  const at = view.now.getTime()
  const make: Parameters<typeof ledgerWhatIf>[2] = (ledger) => [
    ...changedSolves(holdersOf(ledger), rules, changes, { cause: 'rejudge', at }),
    ...back,
  ]
  const what = await ledgerWhatIf(q, view, make)
  const { item_id, entry_id, verdict, key } = body
  const asked = { item_id, entry_id, verdict, key, flags: [...flags], right: right.size }
  const preview = await contestPreview(q, view, { asked, what, until, judged: right.size, unread, verdicts })
  return { preview, verdicts, make }
}

const preview: Handler<'POST /flag-contests/:id/rejudge/preview'> = async (c) => {
  const { view, judged } = await judge(c, c.platform.now())
  return (await plan(c.q, view, c.body, judged)).preview
}

const apply: Handler<'POST /flag-contests/:id/rejudge'> = staged(
  (c) => judge(c, new Date(c.body.until)),
  async (c, { judged }): Promise<ContestPreview> => {
    const { q, who, params, body, platform, audit } = c
    await mayContestDeed(c, params.id, body.key === 'bank' ? 'rules' : 'judge')
    const contest = await lockContest(q, params.id)
    stillProvisional(contest)
    const view = await staffView(c, params.id)
    const { preview: seen, verdicts, make } = await plan(q, view, body, judged)
    agreedTo(seen, body.digest)
    const keys = await flagKeys(platform)
    for (const [item, flag] of judged.flags)
      await q.query(`update contest_item set data = jsonb_set(data, '{flag}', $2::jsonb) where id = $1`, [
        item,
        JSON.stringify(flag),
      ])
    const ruling = await recordRuling(c, contest, {
      kind: 'rejudge',
      reason: body.reason,
      item: body.item_id ?? undefined,
      participant: body.entry_id ?? undefined,
      details: { n: verdicts.length, digest: body.digest },
    })
    await addDecision(q, contest, make, { evidence: ruling, by: who.id })
    await setVerdicts(
      q,
      contest,
      verdicts.map(({ submission: s, after }) => {
        const text = s.sealed === null ? s.text : openText(s.sealed, keys)
        // a right one is the flag itself, a wrong one is none
        return after === 'wrong'
          ? { id: s.id, verdict: after, text, sealed: null }
          : { id: s.id, verdict: after, text: '', sealed: sealText(text, keys, platform.random) }
      }),
    )
    await tellScores(q, await contestOf(q, params.id), undefined, platform.now())
    audit({
      entity: 'flag-contest',
      id: params.id,
      details: { n: verdicts.length, digest: body.digest, reason: body.reason, choice: body.key },
    })
    return seen
  },
)

export const rejudgeHandlers = {
  'POST /flag-contests/:id/rejudge/preview': preview,
  'POST /flag-contests/:id/rejudge': apply,
}
