/** What a learner did to practise: every answer, by set and paper, and by day. */
import { titleIn } from '../bank/titleIn.ts'
import type { Verdict } from '#src/contract/practice/practice.ts'
import type { PracticeRecord, RecordGroup } from '#src/contract/practice/record.routes.ts'
import { containing, containingIn } from '#mock/crud/fold.ts'
import { type Add, type Where, where } from '#mock/crud/where.ts'
import { dayBefore, dayColumn, localDay, type DaysAsked, datesFrom, inDays } from '#mock/crud/days.ts'
import { paged } from '#mock/crud/paged.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { area, type Caller } from '#mock/http/request/handler.ts'
import { questions } from '../bank/banks.ts'
import { closedTo } from '../bank/keyAccess.ts'
import { withheldOf } from './allowed.ts'
import { mistakeHandlers } from './mistakes.ts'
import { everySet } from './setName.ts'
import { verdictCondition, verdict } from './standing.ts'
import { streakFor } from './streak.ts'

const everyQuestion = ({ language }: Pick<Caller, 'language'>): string =>
  Object.values(questions)
    .map((d) => `select id, find, ${titleIn(language, 'data')} as title from ${d.table}`)
    .join(' union all ')

interface Asked extends DaysAsked {
  kind?: string[] | undefined
}
/** How many were right and partly right, without those whose keys are closed: one more or less would tell whether an answer was right. */
const counted = (closed: ReadonlySet<string>, add: Add): { verdicts: string; share: string } => {
  const told = `not p.question_id = any(${add([...closed])}::text[])`
  const of = (v: Verdict) => `(count(*) filter (where ${verdictCondition('p', v)} and ${told}))::integer as ${v}`
  return {
    verdicts: `${of('right')}, ${of('partly')}`,
    share: `coalesce(sum(p.share) filter (where ${told}), 0)::double precision / count(*) as share`,
  }
}

/** The caller's own tries that are answers, in the days asked for. */
function ownTries(who: Caller, { kind, ...days }: Asked): Where {
  const w = where()
  w.and(`p.user_id = ${w.add(who.id)} and p.answer is not null`)
  if (kind) w.and(`p.kind = any(${w.add(kind)}::text[])`)
  inDays(w, 'p.at', days)
  return w
}

type Line = Omit<PracticeRecord, 'title' | 'set_name' | 'closed'>

/** Texts of rows by their id, from one statement over several tables. */
async function titlesOf(
  q: Queryable,
  every: string,
  column: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await q.query<{ id: string; text: string }>(
    `select x.id, x.${column} as text from (${every}) x where x.id = any($1::text[])`,
    [[...new Set(ids.filter((id) => id !== null))]],
  )
  return new Map(rows.map((r) => [r.id, r.text]))
}

export const practiceRecordHandlers = area({
  ...mistakeHandlers,

  'GET /practice/records': async ({ q, who, platform, query }) => {
    const now = platform.now()
    const { page, page_size } = query
    const w = ownTries(who, query)
    if (query.set_id) w.and(`p.set_id = any(${w.add(query.set_id)}::text[])`)
    // who asks for what was right is not told what he may not know
    if (query.verdict)
      w.and(
        `${verdict('p')} = any(${w.add(query.verdict)}::text[]) and not p.question_id = any(${w.add([...(await closedTo(q, who, now)).questions])}::text[])`,
      )
    if (query.q?.trim())
      w.and(
        `p.question_id in (select x.id from (${everyQuestion(who)}) x where x.find like ${w.add(containingIn(query.q))})`,
      )
    const { rows, total } = await paged<Line>(q, {
      select: 'p.id, p.kind, p.bank, p.question_id, p.set_id, p.run_id, p.at, p.share, p."right", p.own',
      from: 'practice_try p',
      w,
      order: 'p.at desc, p.id desc',
      query,
      owner: who.id,
    })
    const ids = rows.map((r) => r.question_id)
    const [closed, titles, names] = await Promise.all([
      withheldOf(q, who, ids, now),
      titlesOf(q, everyQuestion(who), 'title', ids),
      titlesOf(
        q,
        everySet,
        'name',
        rows.map((r) => r.set_id),
      ),
    ])
    return {
      items: rows.map((r) => ({
        ...r,
        ...(closed.has(r.question_id) ? { share: null, right: null, own: false } : {}),
        closed: closed.has(r.question_id),
        title: titles.get(r.question_id) ?? '',
        set_name: names.get(r.set_id ?? '') ?? '',
        at: new Date(r.at).toISOString(),
      })),
      total,
      page,
      page_size,
    }
  },

  'GET /practice/record-groups': async ({ q, who, platform, query }) => {
    const { page, page_size } = query
    const w = ownTries(who, query)
    if (query.q?.trim()) w.and(`lower(s.name) like ${w.add(containing(query.q))}`)
    const { questions: closed } = await closedTo(q, who, platform.now())
    const { verdicts, share } = counted(closed, w.add)
    const rows = await remembered<RecordGroup>(
      q,
      `select p.kind, min(p.bank) as bank, p.set_id, s.name, count(*)::integer as tries, ${verdicts}, ${share},
         count(distinct p.question_id)::integer as questions, min(p.at) as first_at, max(p.at) as last_at
       from practice_try p join (${everySet}) s on s.id = p.set_id ${w.text()} group by p.kind, p.set_id, s.name order by max(p.at) desc, p.set_id`,
      w.params,
      who.id,
    )
    return {
      items: rows.slice((page - 1) * page_size, page * page_size).map((r) => ({
        ...r,
        first_at: new Date(r.first_at).toISOString(),
        last_at: new Date(r.last_at).toISOString(),
      })),
      total: rows.length,
      page,
      page_size,
    }
  },

  'GET /practice/activity': async ({ q, who, platform, query }) => {
    const to = query.to ?? localDay(platform.now(), query.offset)
    const from = [query.from ?? dayBefore(to, 29), dayBefore(to, 365)].toSorted()[1] ?? to
    const w = ownTries(who, { ...query, from, to })
    const shift = w.add(query.offset)
    const { questions: closed } = await closedTo(q, who, platform.now())
    const of = (kind: string) => `(count(*) filter (where p.kind = '${kind}'))::integer as ${kind}`
    const none = { theory: 0, volume: 0, flag: 0, right: 0, partly: 0 }
    const { rows } = await q.query<{ day: string } & typeof none>(
      `select ${dayColumn('p.at', shift)} as day, ${of('theory')}, ${of('volume')}, ${of('flag')}, ${counted(closed, w.add).verdicts}
       from practice_try p ${w.text()} group by 1 order by 1`,
      w.params,
    )
    const by = new Map(rows.map((r) => [r.day, r]))
    const days = datesFrom(from, to).map((date) => by.get(date) ?? { day: date, ...none })
    return { days, streak: await streakFor(q, who, { now: platform.now(), offset: query.offset }) }
  },
})
