import { crud } from '#mock/crud/crud.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { exportHandlers } from './exports.ts'
import { imageHooks } from './image.ts'
import { keepImage } from './keep.ts'
import { snapshotHandlers } from './snapshots.ts'

const plain = crud('image', imageHooks)

/** What of them is being saved is looked through behind the answer. */
function begin(
  { platform, after }: { platform: Platform; after: (work: () => void) => void },
  ids: readonly string[],
): void {
  after(() => {
    for (const id of ids) platform.background('image.keep', () => keepImage(platform, id))
  })
}

export const imageHandlers = {
  ...plain,
  ...snapshotHandlers,
  ...exportHandlers,
  'POST /images/:id/save': (async (ctx) => {
    const row = await plain['POST /images/:id/save'](ctx)
    begin(ctx, [ctx.params.id])
    return row
  }) as (typeof plain)['POST /images/:id/save'],
  'POST /images/save': (async (ctx) => {
    const reply = await plain['POST /images/save'](ctx)
    begin(ctx, ctx.body.ids)
    return reply
  }) as (typeof plain)['POST /images/save'],
}
