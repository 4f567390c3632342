/** What is still missing before a contest can go well. */
import type { ContestCheck } from '#src/contract/contest/play.schema.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { flagRuleOf, namesFlag } from '../bank/flag/inScene.ts'
import { flagKeys } from '../bank/flag/seal.ts'
import { contestOf, itemsOf, timesOf } from './contest.ts'
import { mayContestDeed } from './flagContest.ts'

const line = (
  what: ContestCheck['what'],
  ok: boolean,
  grave: boolean,
  { params = {}, names = [] }: Partial<Pick<ContestCheck, 'params' | 'names'>> = {},
): ContestCheck => ({ what, ok, grave, params, names: names.slice(0, 10) })

export const contestChecklist: Handler<'GET /flag-contests/:id/checklist'> = async (c) => {
  const { q, params, platform } = c
  await mayContestDeed(c, params.id, 'look')
  const now = platform.now()
  const contest = await contestOf(q, params.id)
  const times = timesOf(contest, now)
  const items = await itemsOf(q, params.id)
  const keys = await flagKeys(platform)
  const [{ rows: bank }, { rows: audience }, { rows: counted }, { rows: staff }] = await Promise.all([
    q.query<{ id: string; version: number }>('select id, version from r_flag_challenge where id = any($1::text[])', [
      items.map((i) => i.question_id),
    ]),
    q.query<{ open: boolean; named: boolean }>(
      `select t.open, exists (select 1 from audience a where a.resource = 'flag-contest' and a.entity_id = t.id) as named
       from r_flag_contest t where t.id = $1`,
      [params.id],
    ),
    q.query<{ entries: number; waiting: number }>(
      `select (count(*) filter (where status = 'accepted'))::integer as entries, (count(*) filter (where status = 'registered'))::integer as waiting
       from contest_participant where contest_id = $1`,
      [params.id],
    ),
    q.query<{ n: number }>(
      `select count(*)::integer as n from contest_staff where contest_id = $1 and part <> 'observer'`,
      [params.id],
    ),
  ])
  const versions = new Map(bank.map((b) => [b.id, b.version]))
  const title = (i: (typeof items)[number]) => i.data.title ?? ''
  const made = items.filter((i) => flagRuleOf(i.data.flag, keys).kind === 'dynamic')
  // neither machines nor the text hand the flag out
  const lost = made
    .filter((i) => !i.data.topology_id && !namesFlag(`${i.data.stem ?? ''} ${i.data.connection ?? ''}`))
    .map(title)
  const changed = items.filter((i) => versions.get(i.question_id) !== i.question_version).map(title)
  const length =
    Date.parse(new Date(contest.ends_at).toISOString()) - Date.parse(new Date(contest.starts_at).toISOString())
  const never = items.filter((i) => i.opens_after !== null && i.opens_after * 1000 >= length).map(title)
  const { entries = 0, waiting = 0 } = counted[0] ?? {}
  const over = times.status === 'finished'
  return {
    items: [
      line('challenges', items.length > 0, true, { params: { n: items.length } }),
      line('dates', !over && never.length === 0, true, {
        params: { over: Number(over), n: never.length },
        names: never,
      }),
      line('audience', audience[0]?.open === true || audience[0]?.named === true, true),
      line('registration', contest.registration !== 'closed' || entries > 0, true),
      line('entries', entries > 0 && waiting === 0, false, { params: { n: entries, waiting } }),
      ...(made.length ? [line('made_flags', !lost.length, false, { params: { n: lost.length }, names: lost })] : []),
      ...(changed.length ? [line('changed', false, false, { params: { n: changed.length }, names: changed })] : []),
      line('staff', (staff[0]?.n ?? 0) > 0, false, { params: { n: staff[0]?.n ?? 0 } }),
      ...(contest.freeze_at === null ? [] : [line('thaw', contest.thaw_at !== null, false)]),
    ],
  }
}
