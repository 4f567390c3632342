/** Scenes of practice go with the right to practise: by a role, an account, an audience, or an exam that asks the question from now on. */
import { api } from '#src/contract/api.ts'
import { overStatuses } from '#src/contract/scene/status.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { closeScene } from '../scene/close.ts'
import { type CurrentPerson, peopleNow } from '../session/peopleNow.ts'
import { peopleChannel } from '../session/watch.ts'
import { openOf } from './practisable.ts'
import { keysOf } from '#src/contract/lib/typed.ts'

/** Banks whose questions have scenes, and the screens on which those are started. */
const startedOn = {
  flag: api['POST /practice-flags/:id/scene'].screens,
  exercise: api['POST /practice/questions/:id/scene'].screens,
} as const
const banks = keysOf(startedOn)

interface Running {
  user_id: string
  question_id: string
  scene_id: string
}

/** Closes what runs for practice of whoever may not practise it any more. @param userId the one whose rights changed; anybody without */
export async function endUnpractised(
  platform: Pick<Platform, 'db' | 'licence' | 'now'>,
  userId?: string,
): Promise<void> {
  const { db } = platform
  const { rows } = await db.query<Running>(
    `select f.user_id, f.question_id, f.scene_id from flag_scene f join scene s on s.id = f.scene_id
     where not s.status = any($1::text[]) and ($2::text is null or f.user_id = $2) order by f.scene_id`,
    [[...overStatuses], userId ?? null],
  )
  if (!rows.length) return
  const people = new Map(
    (
      await peopleNow(
        db,
        platform,
        rows.map((r) => r.user_id),
      )
    ).map((p) => [p.id, p]),
  )
  const open = new Map<string, Set<string>>()
  for (const [id, who] of people)
    open.set(
      id,
      await stillOpen(
        platform,
        who,
        rows.filter((r) => r.user_id === id),
      ),
    )
  for (const { user_id, question_id, scene_id } of rows)
    if (!open.get(user_id)?.has(question_id)) await db.tx((q) => closeScene(q, scene_id, platform.now()))
}

async function stillOpen(
  platform: Pick<Platform, 'db' | 'now'>,
  who: CurrentPerson,
  running: readonly Running[],
): Promise<Set<string>> {
  const ids = running.map((r) => r.question_id)
  const out = new Set<string>()
  for (const bank of banks) {
    if (!startedOn[bank].some((s) => who.granted.has(s))) continue
    for (const id of await openOf({ q: platform.db, who, platform }, bank, ids)) out.add(id)
  }
  return out
}

/** Milliseconds between two looks at what no notice tells of: audiences, sets that are closed, exams. */
const lookEvery = 15_000

/** Looks at once where a person's account, role or session changed. @returns what ends it */
export async function followPractice(platform: Platform): Promise<() => Promise<void>> {
  const look = (userId?: string) => platform.background('practice.ended', () => endUnpractised(platform, userId))
  const unlisten = await platform.db.listen(peopleChannel, (userId) => look(userId === '' ? undefined : userId))
  const timer = setInterval(() => look(), lookEvery)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await unlisten()
  }
}
