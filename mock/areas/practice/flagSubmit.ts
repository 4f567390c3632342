/** Handing in a flag: a place is taken and the text judged before the transaction that writes down what came of it. */
import { createHmac } from 'node:crypto'
import { masked } from '#src/contract/practice/flag.ts'
import { type AuditEvent, staged, Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type FlagKeys, flagKeys } from '../bank/flag/seal.ts'
import { judgedAnswer } from '../bank/statistics.ts'
import { type EvidenceLine, writeEvidence } from '../record/write.ts'
import { closeScene } from '../scene/close.ts'
import { judgeFlagAnswer } from './flagJudge.ts'
import { givePlaceBack, flagAllowanceOf, reserveFlagAttempt } from './flagLimit.ts'
import { paidHints, worthAfter } from './keepHints.ts'
import { type Practised, questionFor } from './practisable.ts'
import { keepTries, type NewFlagTry } from './tries.ts'

interface Asking {
  q: Queryable
  who: Caller
  platform: Platform
}
export async function challengeOf(c: Asking, id: string): Promise<Practised> {
  const question = await questionFor(c, id)
  if (question.bank !== 'flag') throw new Fail('not_found')
  return question
}

export interface Solve {
  place: number
  points: number
  at: string
}
export async function solveOf(q: Queryable, user: string, question: string): Promise<Solve | undefined> {
  const { rows } = await q.query<Solve>(
    'select place, points, at from flag_solve where question_id = $1 and user_id = $2',
    [question, user],
  )
  return rows[0]
}

/** A wrong text as it is kept: enough to find it again, too little to learn it from. */
const digestOf = (text: string, { compare }: FlagKeys): string =>
  createHmac('sha256', compare).update('wrong\n').update(text.normalize('NFC').trim()).digest('hex')

/** What somebody's solve of a challenge is evidence of. */
export const solveEvidence = (
  user_id: string,
  { id, data, version }: Pick<Practised, 'id' | 'data' | 'version'>,
): EvidenceLine => ({
  user_id,
  kind: 'flag',
  subject: id,
  title: data.title ?? '',
  version,
  result: 1,
  points: data.skills ?? [],
  asked: [id],
})

/** The solve of who had none, the challenge locked: whoever solves at the same moment waits for his place. */
async function solve({ q, who, platform }: Asking, { id, data, version }: Practised): Promise<Solve> {
  const { spent } = await paidHints(q, who.id, id)
  const points = worthAfter(data.score ?? 0, spent)
  await q.query(
    `insert into flag_solve (question_id, user_id, place, points, at)
     select $1, $2, coalesce(max(place), 0) + 1, $3, $4 from flag_solve where question_id = $1`,
    [id, who.id, points, platform.now().toISOString()],
  )
  const made = await solveOf(q, who.id, id)
  if (!made) throw new Error('a solve was not kept')
  await writeEvidence(q, platform, [solveEvidence(who.id, { id, data, version })])
  return made
}

interface Found {
  question: Practised
  /** Of the limit. */
  place: string
  keys: FlagKeys
  right: boolean
  slow: boolean
  /** For whom it was made, if not for the one who handed it in. */
  shared: string | undefined
}
type Settling = Asking & { audit: (entry: AuditEvent) => void }

/** It was solved already: nothing is judged and nothing counted. */
async function before({ q, who, platform, audit }: Settling, id: string) {
  const had = await solveOf(q, who.id, id)
  audit({ entity: 'flag-challenge', id, details: { result: 'before' } })
  return {
    result: 'before' as const,
    slow: false,
    points: had?.points ?? 0,
    place: had?.place ?? 0,
    ...(await flagAllowanceOf(q, who.id, platform.now())),
  }
}

/** A try at a challenge as it is kept: of a wrong text what is needed to find it again. */
export const flagTry = (
  { who, platform }: Pick<Asking, 'who' | 'platform'>,
  { question, right, keys }: Pick<Found, 'question' | 'right' | 'keys'>,
  text: string,
): NewFlagTry => ({
  id: platform.newId(),
  user_id: who.id,
  kind: 'flag',
  bank: 'flag',
  question_id: question.id,
  question_version: question.version,
  set_id: question.data.set_id ?? null,
  run_id: null,
  answer: right ? {} : { masked: masked(text), digest: digestOf(text, keys) },
  share: right ? 1 : 0,
  right,
  at: platform.now().toISOString(),
})

/** Writes down what came of an answer that was judged. */
async function recordFlagAnswer(c: Settling, found: Found, body: { text: string; close_scene: boolean }) {
  const { q, who, platform, audit } = c
  const { question, right, slow, shared } = found
  const now = platform.now()
  const at = now.toISOString()
  if (right) {
    // the same right flag handed in twice at once is solved once
    await q.query('select 1 from r_flag_challenge where id = $1 for update', [question.id])
    if (await solveOf(q, who.id, question.id)) {
      await givePlaceBack(q, found.place)
      return before(c, question.id)
    }
  }
  await keepTries(q, [flagTry(c, found, body.text)])
  await judgedAnswer(q, question.id, question.version, right ? 1 : 0, now)
  if (shared !== undefined)
    await q.query('insert into flag_shared (id, question_id, user_id, owner_id, at) values ($1, $2, $3, $4, $5)', [
      platform.newId(),
      question.id,
      who.id,
      shared,
      at,
    ])
  let solved: Solve | undefined
  if (right) {
    await givePlaceBack(q, found.place)
    solved = await solve(c, question)
    if (body.close_scene) await closeOwn(c, question.id)
  }
  audit({
    entity: 'flag-challenge',
    id: question.id,
    word: right ? 'flag-challenge.right' : 'flag-challenge.wrong',
    details: {
      result: right ? 'right' : 'wrong',
      ...(slow ? { slow } : {}),
      ...(shared === undefined ? {} : { made_for: shared }),
    },
  })
  return {
    result: right ? ('right' as const) : ('wrong' as const),
    slow,
    points: solved?.points ?? 0,
    place: solved?.place ?? 0,
    ...(await flagAllowanceOf(q, who.id, now)),
  }
}

export const submitFlagAnswer: Handler<'POST /practice-flags/:id/submit'> = staged(
  async (c) => {
    const { q, who, platform, params, body } = c
    const question = await challengeOf(c, params.id)
    if (await solveOf(q, who.id, question.id)) return undefined
    const place = await reserveFlagAttempt(platform, who.id)
    const keys = await flagKeys(platform)
    const asked = { question: question.id, owner: who.id, text: body.text }
    return {
      question,
      place,
      keys,
      ...(await judgeFlagAnswer(q, question.data.flag, asked, keys)),
    }
  },
  async (c, found) => {
    const { params, body } = c
    return found ? recordFlagAnswer(c, found, body) : before(c, params.id)
  },
)

async function closeOwn({ q, who, platform }: Asking, question: string): Promise<void> {
  const { rows } = await q.query<{ scene_id: string }>(
    'select scene_id from flag_scene where user_id = $1 and question_id = $2',
    [who.id, question],
  )
  if (rows[0]) await closeScene(q, rows[0].scene_id, platform.now())
}
