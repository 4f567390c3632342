/**
 * The handlers of a resource of the contract: every verb and action it declares, over one table of documents.
 * An area says only what is its own: `crud('tool', hooks)`.
 */
import type { CrudRoutes } from '#src/contract/lib/crud.ts'
import type { BodyOf, RowBase, RowOf } from '#src/contract/lib/resource.ts'
import type { ResourceName } from '#src/contract/resources.ts'
import type { Handlers } from '../http/request/handler.ts'
import { acting } from './act.ts'
import type { Hooks, LineOf } from './hooks.ts'
import { owning } from './owning.ts'
import { readVerbs } from './read.ts'
import { crudContext, type Verb } from './setting.ts'
import { sharing } from './share.ts'
import { writeVerbs } from './write.ts'

type RoutesOf<N extends ResourceName> = CrudRoutes<LineOf<N>, RowOf<LineOf<N>> & RowBase, BodyOf<LineOf<N>>>
/** Handlers of exactly the routes the contract makes of the resource. */
export type CrudHandlers<N extends ResourceName> = Pick<Handlers, keyof RoutesOf<N> & keyof Handlers>

export function crud<N extends ResourceName, F = undefined>(name: N, hooks: Hooks<N, F> = {}): CrudHandlers<N> {
  const s = crudContext(name, hooks)
  const { path, verbs, actions } = s.line
  const read = readVerbs(s)
  const write = writeVerbs(s)
  const share = sharing(s)
  const out: Record<string, Verb> = {}
  for (const verb of verbs)
    switch (verb) {
      case 'list':
        out[`GET ${path}`] = read.list
        break
      case 'get':
        out[`GET ${path}/:id`] = read.get
        break
      case 'options':
        out[`GET ${path}/options`] = read.options
        break
      case 'export':
        out[`GET ${path}/export`] = read.export
        break
      case 'create':
        out[`POST ${path}`] = write.create
        break
      case 'update':
        out[`PUT ${path}/:id`] = write.update
        break
      case 'remove':
        out[`DELETE ${path}/:id`] = write.remove
        out[`POST ${path}/remove`] = write.removeMany
        out[`GET ${path}/removable`] = write.removable
        break
      case 'audience':
        out[`GET ${path}/:id/audience`] = share.read
        out[`PUT ${path}/:id/audience`] = share.choose
    }
  if (s.line.restorable) out[`POST ${path}/restore`] = write.restoreMany
  if (s.line.owned) {
    const own = owning(s)
    out[`GET ${path}/:id/sharing`] = own.sharing
    out[`PUT ${path}/:id/sharing`] = own.share
    out[`POST ${path}/hand-over`] = own.handOver
    out[`GET ${path}/keepers/options`] = own.keepers
  }
  for (const [action, { on }] of Object.entries(actions ?? {})) {
    if (on === 'own') continue
    const act = acting(s, action)
    out[`POST ${path}/:id/${action}`] = act.one
    if (on === 'many') out[`POST ${path}/${action}`] = act.many
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the verbs of the line, by the routes that the contract makes of them
  return out as CrudHandlers<N>
}
