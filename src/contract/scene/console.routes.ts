/** Consoles: a ticket over HTTP, then a WebSocket at `consolePath` (see `console.ts`). */
import { z } from 'zod'
import { Id } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { ConsoleAsked, ConsoleGiven, ConsoleTicket, OpenConsole } from './console.schema.ts'
import { emptyBody, ownSceneAccess, sceneProblemCodes } from './routes.ts'

export const consoleRoutes = routes({
  'POST /scenes/:id/console': {
    ...ownSceneAccess,
    summary: 'A ticket for a console: valid once, for half a minute, in this session',
    body: ConsoleAsked,
    reply: ConsoleGiven,
    problems: [...sceneProblemCodes, 'too_many'],
    credential: true,
    audit: 'scene.console',
  },
  'GET /consoles': {
    ...ownSceneAccess,
    summary: 'Open consoles: in all scenes for whoever oversees them, otherwise in scenes one leads, and one’s own',
    query: z.strictObject({ scene_id: Id.optional() }),
    reply: z.object({
      items: z.array(OpenConsole),
      /** The caller's own in all scenes, and how many they may have open at once. */
      mine: z.number().int(),
      most: z.number().int(),
      server_time: z.string(),
    }),
  },
  'POST /consoles/:id/shadow': {
    ...ownSceneAccess,
    summary: 'A ticket to look over somebody’s shoulder; they are told',
    body: emptyBody,
    reply: ConsoleTicket,
    problems: ['no_operation_permission', 'not_allowed_in_state'],
    credential: true,
    audit: 'console.shadow',
  },
  'POST /consoles/:id/close': {
    ...ownSceneAccess,
    summary: 'Close a console',
    body: emptyBody,
    reply: z.object({ id: Id }),
    problems: ['no_operation_permission'],
    audit: 'console.close',
  },
})
