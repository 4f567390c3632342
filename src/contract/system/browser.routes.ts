/** What a browser tells of an error in the app: names and places, no addresses and nothing that could be a secret. */
import { z } from 'zod'
import { routes } from '../lib/route.ts'

const BrowserError = z.strictObject({
  error: z.string().max(60),
  message: z.string().max(200),
  /** File, line and column. */
  at: z.string().max(100),
  /** Name of the screen. */
  screen: z.string().max(60),
})
type BrowserError = z.output<typeof BrowserError>

export const browserRoutes = routes({
  'POST /browser-errors': {
    summary: 'Report an error of the app; it goes into the system log',
    screens: 'public',
    body: BrowserError,
    reply: z.object({ done: z.literal(true) }),
    rate: 'report',
    safe: true,
    restricted: true,
  },
})
