/** From a stored document to the row a caller sees, with what that caller may do to it. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import type { z } from 'zod'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import type { ProblemCode } from '#src/contract/problems.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import { shownFields } from '#src/contract/lib/crud.ts'
import { atLeast, accessLevelOf, ownedWords } from '#src/contract/lib/ownership.ts'
import { present as known } from '#src/contract/lib/typed.ts'
import { Fail, readOnly } from '../http/request/handler.ts'
import type { HookContext, ResourceDocument, Hooks, CrudRow } from './hooks.ts'
import { holdsAnyScreen } from './keeps.ts'
import { type RowAccess, rowAccessOf } from './ownership.ts'
import type { Data } from './shape.ts'

export { managesResource } from './keeps.ts'

export function presenter<N extends ResourceName, F>(name: N, hooks: Hooks<N, F>) {
  const line: NamedResourceSpec = resources[name].line
  const body = resources[name].schema.body.shape as Record<string, z.ZodType>
  const shown = shownFields(line, resources[name].schema.row)
  /** A field that came after the row was written shows its default. */
  const defaults: Data = {}
  for (const [key, schema] of Object.entries(body)) {
    const empty = schema.safeParse(undefined)
    if (empty.success) defaults[key] = empty.data
  }

  const screensOf = (action: string): readonly ScreenName[] => line.actions?.[action]?.screens ?? line.write
  const personal = (action: string): boolean => line.actions?.[action]?.personal === true
  const actions = [
    ...(['update', 'remove', 'audience'] as const).filter((v) => line.verbs.includes(v)),
    ...(line.owned ? ownedWords : []),
    ...Object.keys(line.actions ?? {}),
  ]

  /** Actions the status machine decides: those with routes of the resource, and of the area's own those it names. */
  const moved = new Set([
    ...Object.entries(line.actions ?? {}).flatMap(([action, a]) => (a.on === 'own' ? [] : [action])),
    ...Object.values(hooks.moves?.table ?? {}).flatMap((events) => Object.keys(events)),
  ])

  /** Why the caller may not; undefined when he may. */
  function refusal(
    action: string,
    row: CrudRow<N>,
    facts: F,
    at: HookContext,
    standing: RowAccess | undefined,
  ): ProblemCode | undefined {
    const places = screensOf(action)
    if (!holdsAnyScreen(personal(action) ? at.who.granted : at.who.writable, places)) {
      if (holdsAnyScreen(at.who.changes, places)) return 'license_read_only'
      return holdsAnyScreen(at.who.granted, places) ? 'read_only_right' : 'no_operation_permission'
    }
    const enough = standing && atLeast(standing.level, accessLevelOf(action, line.actions?.[action]?.level))
    const named = line.actions?.[action]?.named === true
    const strange = line.owned === true && !enough && !(named && hooks.names?.(row, at))
    if (strange && !named) return 'not_shared'
    // who is named instead is worth more to know than that it is not shared
    const refused = hooks.refuse?.(action, row, facts, at)
    if (refused) return refused
    if (strange) return 'not_shared'
    if (!hooks.moves || !moved.has(action)) return undefined
    const status = String((row as Data)[hooks.moves.field])
    return hooks.moves.table[status]?.[action] === undefined ? 'not_allowed_in_state' : undefined
  }

  function present(doc: ResourceDocument<N>, facts: F, at: HookContext, standing: RowAccess | undefined): CrudRow<N> {
    const all: Data = { ...defaults, ...doc.data, ...hooks.columns?.(doc, facts, at) }
    const { id, version, created_at, updated_at, created_by, updated_by } = doc
    const row: Data = {}
    for (const key of shown) row[key] = all[key]
    Object.assign(row, { id, version, created_at, updated_at, created_by, updated_by, can: [] })
    if (line.owned) {
      const { owner_id, share_scope, share_level } = doc
      Object.assign(row, { owner_id, owner_name: standing?.owner ?? '', share_scope, share_level })
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what its schema shows
    const out = row as CrudRow<N>
    row['can'] = actions.filter((a) => !refusal(a, out, facts, at, standing))
    return out
  }

  const factsOf = async (docs: readonly ResourceDocument<N>[], at: HookContext): Promise<F> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever asks for no facts has none
    hooks.facts ? hooks.facts(docs, at) : (undefined as F)

  return {
    line,
    shown,
    async page(docs: readonly ResourceDocument<N>[], at: HookContext): Promise<CrudRow<N>[]> {
      const [stands, facts] = await Promise.all([rowAccessOf(at.q, line, docs, at.who), factsOf(docs, at)])
      return docs.map((d) => present(d, facts, at, stands.get(d.id)))
    },
    async one(doc: ResourceDocument<N>, at: HookContext): Promise<CrudRow<N>> {
      const [stands, facts] = await Promise.all([rowAccessOf(at.q, line, [doc], at.who), factsOf([doc], at)])
      return present(doc, facts, at, stands.get(doc.id))
    },
    /** Throws unless the caller may do it to this row now; answers the row. */
    async allow(action: string, doc: ResourceDocument<N>, at: HookContext): Promise<CrudRow<N>> {
      const [stands, facts] = await Promise.all([rowAccessOf(at.q, line, [doc], at.who), factsOf([doc], at)])
      const standing = stands.get(doc.id)
      const row = present(doc, facts, at, standing)
      const code = refusal(action, row, facts, at, standing)
      if (code === 'not_shared') throw new Fail(code, { owner: standing?.owner ?? '' })
      if (code === 'read_only_right') throw readOnly(known(screensOf(action).find((s) => at.who.granted.has(s))))
      if (code === 'not_allowed_in_state' && hooks.moves)
        throw new Fail(code, { status: (row as Data)[hooks.moves.field], action })
      if (code) throw new Fail(code, hooks.tells?.(code, row, facts))
      return row
    },
  }
}
export type Presenter<N extends ResourceName, F> = ReturnType<typeof presenter<N, F>>
