/** Scenes of practice go with the right to practise: by a role, an account, an audience, or an exam that asks the question from now on. */
import { api } from '#src/contract/api.ts'
import { keysOf } from '#src/contract/lib/typed.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { endUnentitled, type Entitlement, followEntitled } from '../scene/entitled.ts'
import { openOf } from './practisable.ts'

/** Banks whose questions have scenes, and the screens on which those are started. */
const startedOn = {
  flag: api['POST /practice-flags/:id/scene'].screens,
  exercise: api['POST /practice/questions/:id/scene'].screens,
} as const

type Looking = Pick<Platform, 'db' | 'licence' | 'now'>
const practising: Entitlement<Looking> = {
  table: 'flag_scene',
  by: 'question_id',
  async open(platform, who, ids) {
    const out = new Set<string>()
    for (const bank of keysOf(startedOn)) {
      if (!startedOn[bank].some((s) => who.granted.has(s))) continue
      for (const id of await openOf({ q: platform.db, who, platform }, bank, ids)) out.add(id)
    }
    return out
  },
}

/** @param userId the one whose rights changed; anybody without */
export const endUnpractised = (platform: Looking, userId?: string): Promise<void> =>
  endUnentitled(platform, practising, userId)

/** @returns what ends it */
export const followPractice = (platform: Platform): Promise<() => Promise<void>> =>
  followEntitled(platform, 'practice.ended', (userId) => endUnpractised(platform, userId))
