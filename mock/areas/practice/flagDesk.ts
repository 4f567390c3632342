/** The pages of flag practice as one learner sees them. */
import { titleIn } from '../bank/titleIn.ts'
import { inLanguage, shownQuestion } from '#src/contract/bank/shown.ts'
import type { FlagExercise, FlagRecord, Submission } from '#src/contract/practice/flag.schema.ts'
import { area, type Handler } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import type { Queryable } from '#mock/db/db.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import { namesOf } from '../bank/banks.ts'
import { flagRuleOf, withMadeFlag } from '../bank/flag/inScene.ts'
import { flagKeys } from '../bank/flag/seal.ts'
import { inSets } from '../bank/set.ts'
import { flagAllowanceOf } from './flagLimit.ts'
import {
  type PracticeContext,
  neighbouringChallenges,
  challengeFor,
  challenges,
  mine,
  setFor,
  setsFor,
  suggestedChallenge,
} from './flagList.ts'
import { liveScene, startScene } from './flagScene.ts'
import { challengeOf, solveOf, submitFlagAnswer } from './flagSubmit.ts'
import { digestOf, paidHints } from './keepHints.ts'
import { keptText } from './practisable.ts'
import { streakFor } from './streak.ts'

const iso = (at: string): string => new Date(at).toISOString()

async function wordsOf(c: PracticeContext, column: 'keywords' | 'knowledge' | 'cve_ids'): Promise<string[]> {
  const w = await mine(c)
  const { rows } = await c.q.query<{ word: string }>(
    `select x.word from r_flag_challenge t cross join lateral jsonb_array_elements_text(coalesce(t.data->'${column}', '[]'::jsonb)) as x(word)
     ${w.text()} and $1::text is not null group by x.word order by count(*) desc, x.word limit 60`,
    w.params,
  )
  return rows.map((r) => r.word)
}

async function figures({ q, who, platform }: PracticeContext, offset: number) {
  const { rows } = await q.query<{ points: number; n: number }>(
    'select coalesce(sum(points), 0) as points, count(*)::integer as n from flag_solve where user_id = $1',
    [who.id],
  )
  const { rows: hints } = await q.query<{ n: number }>(
    `select count(*)::integer as n from question_hint h join r_flag_challenge t on t.id = h.question_id where h.user_id = $1`,
    [who.id],
  )
  return {
    points: Math.round((rows[0]?.points ?? 0) * 100) / 100,
    solved: rows[0]?.n ?? 0,
    streak: await streakFor(q, who, { now: platform.now(), offset }),
    hints: hints[0]?.n ?? 0,
  }
}

async function submissions(q: Queryable, user: string, question: string): Promise<Submission[]> {
  const { rows } = await q.query<{ id: string; at: string; right: boolean; masked: string | null }>(
    `select id, at, "right", answer->>'masked' as masked from practice_try
     where user_id = $1 and question_id = $2 order by at desc, id desc limit 20`,
    [user, question],
  )
  return rows.map((r) => ({ id: r.id, at: iso(r.at), right: r.right, masked: r.masked ?? '' }))
}

async function firstOf(q: Queryable, id: string) {
  const { rows } = await q.query<{ user_id: string; at: string }>(
    'select user_id, at from flag_solve where question_id = $1 order by place limit 1',
    [id],
  )
  const [first] = rows
  return first ? { name: (await namesOf(q, [first.user_id])).get(first.user_id) ?? '', at: iso(first.at) } : null
}

const exercise: Handler<'GET /practice-flags/:id'> = async (c) => {
  const { q, who, platform, params, query } = c
  const { id, version, data } = await challengeOf(c, params.id)
  const language = query.language ?? ''
  const own = await solveOf(q, who.id, id)
  const paid = await paidHints(q, who.id, id)
  const said = inLanguage(data, language)
  const { language: _, ...list } = query
  const elsewhere = Object.entries(list).some(([key, value]) => key !== 'sort' && value !== undefined)
  const keys = await flagKeys(platform)
  const rule = flagRuleOf(data.flag, keys)
  const { writeup = '', writeup_file = null, writeup_open = false } = data as Partial<Writeup>
  return {
    ...(await challengeFor(c, id)),
    question: withMadeFlag(
      shownQuestion(
        { ...data, id, version },
        { language, paid: (n) => own !== undefined || paid.has(digestOf(data.hints?.[n]?.text ?? '')) },
      ),
      rule,
      { question: id, owner: who.id },
      keys,
    ),
    languages: data.translation && data.language ? ['en-US', 'zh-CN'] : [],
    several: rule.kind === 'list' && rule.need === 'all',
    submissions: await submissions(q, who.id, id),
    ...(await flagAllowanceOf(q, who.id, platform.now())),
    solve: own ? { ...own, at: iso(own.at) } : null,
    first: await firstOf(q, id),
    after: own
      ? {
          explanation: said.explanation ?? '',
          writeup: writeup_open ? writeup : '',
          writeup_file: writeup_open ? writeup_file : null,
        }
      : null,
    scene_id: await liveScene(q, who.id, id),
    ...(await neighbouringChallenges(c, id, elsewhere ? list : { ...list, set_id: data.set_id })),
  } satisfies FlagExercise
}
type Writeup = {
  writeup: string
  writeup_file: NonNullable<FlagExercise['after']>['writeup_file']
  writeup_open: boolean
}

const record: Handler<'GET /practice-flags/sets/:id/record'> = async (c) => {
  const { q, who, params, query } = c
  const set = await setFor(c, params.id)
  // what was tried counts, although it may not be open any more
  const all = `select t.id, ${titleIn(who.language)} as title from r_flag_challenge t where ${inSets('flag-set', params.id, () => '$2::text[]')}`
  const args = [who.id, [params.id]]
  const { rows: days } = await q.query<FlagRecord['days'][number]>(
    `select to_char(p.at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as tries,
       (count(*) filter (where p."right"))::integer as right,
       coalesce(sum((select s.points from flag_solve s where p."right" and s.question_id = p.question_id and s.user_id = $1)), 0) as points
     from practice_try p join (${all}) t on t.id = p.question_id where p.user_id = $1 group by 1 order by 1 desc limit 90`,
    args,
  )
  const { rows: hints } = await q.query<FlagRecord['hints'][number]>(
    `select h.question_id, t.title, h.cost, h.at from question_hint h join (${all}) t on t.id = h.question_id
     where h.user_id = $1 order by h.at desc limit 100`,
    args,
  )
  const w = where()
  const me = w.add(who.id)
  w.and(`p.user_id = ${me}`)
  w.and(inSets('flag-set', params.id, w.add))
  const { rows: tries, ...page } = await paged<{
    id: string
    at: string
    right: boolean
    masked: string | null
    question_id: string
    title: string
    points: number | null
  }>(q, {
    select: `p.id, p.at, p."right", p.answer->>'masked' as masked, p.question_id, ${titleIn(who.language)} as title,
       case when p."right" then (select s.points from flag_solve s where s.question_id = p.question_id and s.user_id = ${me}) end as points`,
    from: 'practice_try p join r_flag_challenge t on t.id = p.question_id',
    w,
    order: 'p.at desc, p.id desc',
    query,
  })
  return {
    items: tries.map((r) => ({ ...r, at: iso(r.at), masked: r.masked ?? '' })),
    ...page,
    set,
    days: days.toReversed(),
    hints: hints.map((h) => ({ ...h, at: iso(h.at) })),
  }
}

const sharing: Handler<'GET /flag-sharing'> = async ({ q, who, query }) => {
  const w = where()
  w.and(keptText('flag', who, w.add))
  if (query.question_id) w.and(`t.id = ${w.add(query.question_id)}`)
  const { rows, ...page } = await paged<{
    id: string
    at: string
    question_id: string
    title: string
    user_id: string
    owner_id: string
  }>(q, {
    select: `f.id, f.at, f.question_id, ${titleIn(who.language)} as title, f.user_id, f.owner_id`,
    from: 'flag_shared f join r_flag_challenge t on t.id = f.question_id',
    w,
    order: 'f.at desc, f.id desc',
    query,
  })
  const names = await namesOf(
    q,
    rows.flatMap((r) => [r.user_id, r.owner_id]),
  )
  return {
    items: rows.map((r) => ({
      id: r.id,
      at: iso(r.at),
      question_id: r.question_id,
      title: r.title,
      by_id: r.user_id,
      by_name: names.get(r.user_id) ?? '',
      owner_id: r.owner_id,
      owner_name: names.get(r.owner_id) ?? '',
    })),
    ...page,
  }
}

export const flagPracticeHandlers = (drivers: Drivers) =>
  area({
    'GET /practice-flags/desk': async (c) => {
      const sets = await setsFor(c)
      const most = await challenges(c, { page: 1, page_size: 5, sort: '-solves' })
      return {
        mine: { ...(await figures(c, c.query.offset)), challenges: sets.reduce((n, s) => n + s.challenges, 0) },
        sets,
        suggested: await suggestedChallenge(c),
        most_solved: most.items.filter((one) => one.solves > 0),
        keywords: await wordsOf(c, 'keywords'),
        knowledge: await wordsOf(c, 'knowledge'),
        cve_ids: await wordsOf(c, 'cve_ids'),
      }
    },
    'GET /practice-flags': (c) => challenges(c, c.query),
    'GET /practice-flags/sets/:id': (c) => setFor(c, c.params.id),
    'GET /practice-flags/sets/:id/record': record,
    'GET /practice-flags/:id': exercise,
    'POST /practice-flags/:id/submit': submitFlagAnswer,
    'POST /practice-flags/:id/scene': startScene(drivers),
    'GET /flag-sharing': sharing,
  })
