/** Flag contests on a whole test server: challenges worth 500, and the contest around them. */
import type { FlagContestBody } from '#src/contract/contest/flagContest.schema.ts'
import type { FlagBody } from '#src/contract/bank/question.schema.ts'
import type { As, TestServer } from '../contract/support/server.ts'
import { everybody, minute } from './exam.ts'

let made = 0
/** The flag of every challenge. */
export const rightFlag = 'flag{RIGHT}'

/** @returns ids of questions of the flag bank */
export async function layChallenges(s: TestServer, n: number, more: Partial<FlagBody> = {}): Promise<string[]> {
  const set = await s.ok('POST /flag-sets', { body: { name: `Contest set ${++made}`, practice: true } }, 'super')
  const ids: string[] = []
  for (let i = 0; i < n; i++) {
    const flag = { kind: 'static', value: rightFlag, ignore_case: false } as const
    const body = { title: `Contest challenge ${++made}`, set_id: set.id, score: 100, flag, ...more }
    const { id } = await s.ok('POST /flag-challenges', { body }, 'super')
    await s.ok(
      'PUT /flag-challenges/:id/audience',
      { params: { id }, body: { ...everybody, version: 1 } as never },
      'super',
    )
    ids.push(id)
  }
  return ids
}

type Items = NonNullable<FlagContestBody['items']>
/** A contest for everybody that starts now and runs for an hour, each challenge 500 falling by 10 to 100. @returns its id */
export async function layContest(
  s: TestServer,
  questions: readonly string[],
  more: Partial<FlagContestBody> = {},
  item: Partial<Items[number]> = {},
): Promise<string> {
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * minute).toISOString()
  const items: Items = questions.map((question_id) => ({
    question_id,
    category: 'Web',
    curve: 'linear',
    most: 500,
    least: 100,
    decay: 10,
    ...item,
  }))
  const body: FlagContestBody = {
    name: `Contest ${s.platform.newId().slice(-12)}`,
    starts_at: at(0),
    ends_at: at(60),
    register_until: at(60),
    items,
    ...more,
  }
  const { id } = await s.ok('POST /flag-contests', { body }, 'super')
  await s.ok(
    'PUT /flag-contests/:id/audience',
    { params: { id }, body: { ...everybody, version: 1 } as never },
    'super',
  )
  return id
}

export const enter = (s: TestServer, id: string, as: As, body: object = {}) =>
  s.call('POST /contests/:id/register', { params: { id }, body: body as never }, as)
export const itemsFor = async (s: TestServer, id: string, as: As) =>
  (await s.ok('GET /contests/:id/items', { params: { id } }, as)).items
export const handInFlag = (s: TestServer, item: string, text: string, as: As) =>
  s.call('POST /contest-items/:id/submit', { params: { id: item }, body: { text } }, as)
