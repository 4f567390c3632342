import { signed } from '#src/contract/notice/byline.ts'
import { area, Fail, type Platform, staged } from '#mock/http/request/handler.ts'
import { readSection } from '../config/section.ts'
import { beginClearingRun, clear, lastRun, nextRun, presentClearing, preview } from './run.ts'

/** How long a preview may be acted on, ms: longer, and its counts say nothing any more. */
const stands = 3_600_000

async function agreed(platform: Platform, at: string, version: number): Promise<Date> {
  const now = platform.now().getTime()
  const then = Date.parse(at)
  const section = await readSection(platform.db, 'clearing')
  if (then > now || now - then > stands || section.version !== version) throw new Fail('plan_changed')
  return new Date(then)
}

export const clearingHandlers = area({
  'GET /clearing/preview': async ({ q, platform }) => {
    const at = platform.now()
    const { version } = await readSection(q, 'clearing')
    return { at: at.toISOString(), version, items: await preview(platform, at) }
  },

  'GET /clearing/run': async ({ q, platform }) => {
    const run = await lastRun(q)
    const next = await nextRun(q, platform)
    return { run: run ? presentClearing(run, platform.now()) : null, next_at: next?.toISOString() ?? null }
  },

  'POST /clearing/run': staged(
    async ({ body, platform }) => {
      const at = await agreed(platform, body.at, body.version)
      return { at, found: await preview(platform, at, [...new Set(body.what)]) }
    },
    async ({ q, who, platform, audit, after }, { at, found }) => {
      const id = platform.newId()
      const run = await beginClearingRun(q, { id, at, found, by: signed(who) }, platform.now())
      audit({ entity: 'clearing', id, details: { found } })
      after(() => platform.background('clearing', () => clear(platform, run)))
      return presentClearing(run, platform.now())
    },
  ),
})
