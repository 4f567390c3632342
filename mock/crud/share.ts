import type { Audience } from '#src/contract/lib/crud.ts'
import type { ResourceName } from '#src/contract/resources.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Queryable } from '../db/db.ts'
import { Fail } from '../http/request/handler.ts'
import { kinds, readAudience, writeAudience } from './audience.ts'
import { existing } from './references.ts'
import type { CrudContext, Verb } from './setting.ts'
import { entriesOf } from '#src/contract/lib/typed.ts'

export async function checkTargets(q: Queryable, chosen: Audience, before: Audience): Promise<void> {
  const fields: FieldProblem[] = []
  for (const [name, to] of entriesOf(kinds)) {
    const list = chosen[name]
    const had = new Set(before[name])
    const found = await existing(
      q,
      to,
      list.filter((id) => !had.has(id)),
    )
    list.forEach((id, n) => {
      if (!had.has(id) && !found.has(id)) fields.push({ path: `${name}.${n}`, rule: 'unknown_reference' })
    })
  }
  if (fields.length) throw new Fail('validation', { fields })
}

/** Who may see a row: read and chosen by its keepers, under the row's own version. */
export function sharing<N extends ResourceName, F>(s: CrudContext<N, F>): { read: Verb; choose: Verb<Audience> } {
  return {
    async read(c) {
      const doc = await s.see(c, c.params.id)
      return { ...(await readAudience(c.q, s.name, doc)), version: doc.version }
    },
    async choose(c) {
      const at = s.at(c)
      const before = await s.see(c, c.params.id, 'lock')
      const current = await s.rows.allow('audience', before, at)
      const { version, all, orgs, roles, teams, users } = c.body
      if (version !== before.version) throw new Fail('stale_version', { current })
      const chosen: Audience = { all, orgs, roles, teams, users }
      const had = await readAudience(c.q, s.name, before)
      await checkTargets(c.q, chosen, had)
      const after = await s.docs.open(c.q, before, chosen.all, { at: at.now, by: c.who.id })
      if (!after) throw new Fail('stale_version', { current })
      await writeAudience(c.q, s.name, before.id, chosen)
      await s.hooks.chosen?.(after, at, had)
      c.audit({
        entity: s.name,
        id: after.id,
        before: { ...had, version },
        after: { ...chosen, version: after.version },
      })
      return { ...(await readAudience(c.q, s.name, after)), version: after.version }
    },
  }
}
