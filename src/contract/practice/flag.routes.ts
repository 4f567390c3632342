/** Flag practice. Whoever may open these pages is shown what his audience allows; the server looks which. */
import { z } from 'zod'
import { flagScreens } from '../bank/banks.ts'
import { difficulties, textLanguages } from '../bank/question.ts'
import { Id, many, page, Paging } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { challengeFilters, challengeOrders, flagScreensOfLearners, longestFlag } from './flag.ts'
import { Challenge, ChallengeSet, FlagDesk, FlagExercise, FlagRecord, FlagVerdict, FlagSharing } from './flag.schema.ts'
import { offset } from './record.routes.ts'

const exercise = ['practice-capture-flag-exercise'] as const
const Word = z.string().max(120)
/** What a list of challenges is narrowed to and ordered by. */
const narrowing = {
  set_id: Id.optional(),
  difficulty: many(z.enum(difficulties)),
  state: many(z.enum(challengeFilters)),
  keywords: many(Word),
  knowledge: many(Word),
  cve_ids: many(Word),
  sort: z.enum(challengeOrders).default('difficulty'),
}

export const flagPracticeRoutes = routes({
  'GET /practice-flags/desk': {
    summary: 'Sets of flag challenges the caller may practise, how far they are, and what to try next',
    screens: ['practice-capture-flag'],
    query: z.strictObject({ offset }),
    reply: FlagDesk,
  },
  'GET /practice-flags': {
    summary: 'Flag challenges the caller may practise',
    screens: flagScreensOfLearners,
    query: z.strictObject({ ...Paging, ...narrowing }),
    reply: page(Challenge),
  },
  'GET /practice-flags/sets/:id': {
    summary: 'One set of flag challenges with those below it, and how far the caller is',
    screens: flagScreensOfLearners,
    reply: ChallengeSet,
  },
  'GET /practice-flags/sets/:id/record': {
    summary: 'The caller’s record in a set of flag challenges: answers, hints, points by day',
    screens: ['capture-flag-record'],
    query: z.strictObject({ page: Paging.page, page_size: Paging.page_size }),
    reply: FlagRecord,
  },
  'GET /practice-flags/:id': {
    summary:
      'A flag challenge to solve, with the caller’s own answers; nothing in it tells the flag. What stands beside it is of the list that is asked for, or of its own set',
    screens: exercise,
    query: z.strictObject({ language: z.enum(textLanguages).optional(), q: Paging.q, ...narrowing }),
    reply: FlagExercise,
  },
  'POST /practice-flags/:id/submit': {
    summary: 'Submit a flag. At most ten wrong ones a minute and account are judged, across all challenges',
    screens: exercise,
    body: z.strictObject({
      text: z
        .string()
        .max(longestFlag)
        .refine((text) => text.trim() !== ''),
      /** Close the scene when it is right. */
      close_scene: z.boolean().default(false),
    }),
    reply: FlagVerdict,
    problems: ['too_many'],
    audit: 'flag-challenge.submit',
  },
  'POST /practice-flags/:id/scene': {
    summary: 'Start a scene of the challenge for the caller alone, or find the one they have',
    screens: exercise,
    body: z.strictObject({}),
    reply: z.object({ scene_id: Id }),
    problems: ['topology_unfit', 'license_limit', 'scenes_at_once', 'driver_unavailable', 'not_allowed_in_state'],
    audit: 'flag-challenge.scene',
  },
  'GET /flag-sharing': {
    summary: 'Personal flags handed in by somebody else, latest first',
    screens: flagScreens,
    query: z.strictObject({ page: Paging.page, page_size: Paging.page_size, question_id: Id.optional() }),
    reply: page(FlagSharing),
  },
})
