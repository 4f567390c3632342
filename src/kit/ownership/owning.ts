/** What every list and page of an owned resource has, without saying so: sharing and handing over, the owner, what is mine. */
import { lazy } from 'react'
import type { ScreenName } from '../../contract/screens/index.ts'
import type { ActionOf } from '../action/action.ts'
import type { AnyResource } from '../resource/words.ts'

const share = <R extends AnyResource>(resource: R): ActionOf<R> => ({
  id: 'share',
  label: 'kit.share.action',
  icon: 'link',
  needs: 'one',
  dialog: lazy(async () => {
    const { shareDialog } = await import('./ShareDialog.tsx')
    return { default: shareDialog(resource) }
  }),
})

const handOver = <R extends AnyResource>(resource: R): ActionOf<R> => ({
  id: 'hand-over',
  label: 'kit.own.action',
  icon: 'swap',
  needs: 'many',
  dialog: lazy(async () => {
    const { handOverDialog } = await import('./HandOverDialog.tsx')
    return { default: handOverDialog(resource) }
  }),
})

interface Acting<R extends AnyResource> {
  of: R
  actions?: readonly ActionOf<R>[]
}

/** The declaration with the actions of an owner, before the one that removes. */
export function withOwning<R extends AnyResource, U extends Acting<R>>(ui: U & { of: R }): U {
  if (!ui.of.owned) return ui
  const given = ui.actions ?? []
  const at = given.findIndex((a) => a.id === 'remove')
  const own = [share(ui.of), handOver(ui.of)]
  return {
    ...ui,
    actions: at < 0 ? [...given, ...own] : [...given.slice(0, at), ...own, ...given.slice(at)],
  }
}

/** Whether rows of it can be somebody's own who sees these screens: whose they are concerns nobody else. */
export const mayOwn = (resource: AnyResource, granted: ReadonlySet<ScreenName>): boolean =>
  resource.owned === true && resource.write.some((s) => granted.has(s))

/** People who may own rows of it or have them shared: a resource to pick from. */
export const keepersOf = (resource: AnyResource): AnyResource => ({
  ...resource,
  name: 'user',
  path: `${resource.path}/keepers`,
})
