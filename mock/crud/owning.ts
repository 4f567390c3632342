/** An owned row is shared by its owner, and given to another keeper. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { signedRow } from './signed.ts'
import type { SharingShown } from '#src/contract/lib/crud.ts'
import type { ShareLevel, ShareScope } from '#src/contract/lib/ownership.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { ResourceName } from '#src/contract/resources.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import type { z } from 'zod'
import { notify } from '../areas/notice/notify.ts'
import type { Queryable } from '../db/db.ts'
import { Fail } from '../http/request/handler.ts'
import { type BulkAnswer, each } from './bulk.ts'
import { documents } from './documents.ts'
import { rolesThatChange } from './holders.ts'
import type { ResourceDocument } from './hooks.ts'
import { namedPeople, namePeople, type Owned } from './ownership.ts'
import { type ResourceCall, type CrudContext, type Verb } from './setting.ts'
import type { Scope } from './where.ts'
import { present, textOf } from '#src/contract/lib/typed.ts'
import { fieldsOf } from './shape.ts'

const users = documents('user')

/** People whose role lets them change what stands on a screen on which the rows are kept. */
const keepersOf =
  (line: NamedResourceSpec): Scope =>
  (add) =>
    `t.k_status = 'normal' and t.k_role_id in (${rolesThatChange(line.write, add)})`

/** Those of the people who keep such rows. */
export async function areKeepers(
  q: Queryable,
  line: NamedResourceSpec,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return ids.length ? new Set(await users.ids(q, { ids, scopes: [keepersOf(line)] })) : new Set()
}

/** Where whoever was given something finds it. */
const placeOf = (line: NamedResourceSpec): { screen: ScreenName; query: Readonly<Record<string, string>> } => ({
  screen: present(line.write[0]),
  query: { mine: 'true' },
})

/** The organisation a row is shared with when it is the owner's. */
export const orgOf = async (q: Queryable, owner: string): Promise<string | null> =>
  (await users.get(q, owner))?.data.org_id ?? null

/** Gives rows to somebody: each by itself, one message for all of them. */
async function giveAway<N extends ResourceName, F>(
  s: CrudContext<N, F>,
  c: Pick<ResourceCall, 'q' | 'who' | 'platform' | 'audit'>,
  ids: readonly string[],
  to: string,
): Promise<BulkAnswer> {
  if (!(await areKeepers(c.q, s.line, [to])).has(to))
    throw new Fail('validation', { fields: [{ path: 'to', rule: 'not_keeper' }], in: 'body' })
  const org = await orgOf(c.q, to)
  const names: string[] = []
  const answer = await each(
    c.q,
    ids,
    async (id) => {
      const before = await s.see(c, id, 'lock')
      await s.rows.allow('hand-over', before, s.at(c))
      if (before.owner_id === to) return
      // what was for the organisation of one owner is for that of the next; who has none keeps it to those named
      const scope: ShareScope =
        before.share_scope === 'organisation' && org === null ? 'named' : (before.share_scope ?? 'everybody')
      const next: Owned = {
        owner_id: to,
        share_scope: scope,
        share_level: before.share_level ?? 'use',
        share_org: scope === 'organisation' ? org : null,
      }
      const after = await s.docs.own(c.q, before, next, { at: c.platform.now(), by: c.who.id })
      if (!after) throw new Fail('stale_version')
      await c.q.query('delete from share_person where resource = $1 and entity_id = $2 and user_id = $3', [
        s.name,
        id,
        to,
      ])
      names.push(textOf(fieldsOf(after.data)[s.line.label]))
      c.audit({
        entity: s.name,
        id,
        before: { owner_id: before.owner_id, version: before.version },
        after: { owner_id: to, version: after.version },
      })
    },
    (id, { code, details }) => c.audit({ entity: s.name, id, code, details }),
  )
  if (names.length && to !== c.who.id)
    await notify(c.q, c.platform, {
      to: [to],
      kind: 'content_given',
      params: { by: signed(c.who), name: names[0] ?? '', n: names.length },
      link: placeOf(s.line),
    })
  return answer
}

export function owning<N extends ResourceName, F>(
  s: CrudContext<N, F>,
): Record<'sharing' | 'handOver' | 'keepers', Verb> & {
  share: Verb<{ scope: ShareScope; level: ShareLevel; people: { id: string; level: ShareLevel }[] }>
} {
  async function shown(q: Queryable, doc: ResourceDocument<N>): Promise<z.output<typeof SharingShown>> {
    const owner = doc.owner_id ?? ''
    const [row] = (await users.byIds(q, [owner])).values()
    return {
      owner: {
        id: owner,
        name: signedRow(row),
        ...((await orgOf(q, owner)) === null ? { without_org: true as const } : {}),
      },
      scope: doc.share_scope ?? 'everybody',
      level: doc.share_level ?? 'use',
      people: await namedPeople(q, s.name, doc.id),
      version: doc.version,
    }
  }
  return {
    sharing: async (c) => shown(c.q, await s.see(c, c.params.id)),
    async share(c) {
      const at = s.at(c)
      const before = await s.see(c, c.params.id, 'lock')
      const current = await s.rows.allow('share', before, at)
      const { version, scope, level, people } = c.body
      if (version !== before.version) throw new Fail('stale_version', { current })
      const owner = before.owner_id ?? ''
      const had = await namedPeople(c.q, s.name, before.id)
      const known = new Set(had.map((p) => p.id))
      const fresh = people.map((p) => p.id).filter((id) => !known.has(id))
      const keepers = await areKeepers(c.q, s.line, fresh)
      const fields: FieldProblem[] = people.flatMap(({ id }, n) => {
        const twice = people.findIndex((p) => p.id === id) < n
        const rule = twice ? 'named_twice' : known.has(id) || keepers.has(id) ? undefined : 'not_keeper'
        return rule ? [{ path: `people.${n}.id`, rule }] : []
      })
      if (scope === 'private' && people.length) fields.push({ path: 'people', rule: 'shared_privately' })
      const org = scope === 'organisation' ? await orgOf(c.q, owner) : null
      if (scope === 'organisation' && org === null) fields.push({ path: 'scope', rule: 'owner_without_org' })
      if (fields.length) throw new Fail('validation', { fields, in: 'body' })
      const next: Owned = { owner_id: owner, share_scope: scope, share_level: level, share_org: org }
      const after = await s.docs.own(c.q, before, next, { at: at.now, by: c.who.id })
      if (!after) throw new Fail('stale_version', { current })
      await namePeople(
        c.q,
        s.name,
        before.id,
        people.filter((p) => p.id !== owner),
      )
      c.audit({
        entity: s.name,
        id: before.id,
        before: { scope: before.share_scope, level: before.share_level, people: had, version },
        after: { scope, level, people, version: after.version },
      })
      return shown(c.q, after)
    },
    handOver: (c) => giveAway(s, c, c.body.ids, String(c.body['to'])),
    async keepers(c) {
      const { page, page_size, q, ids } = c.query
      const scopes = ids ? [] : [keepersOf(s.line)]
      const finds = ['name', 'username']
      const { items, total } = await users.list(c.q, { page, page_size, q, ids, finds, sort: 'name', scopes })
      const choices = items.map(({ id, data }) => ({
        id,
        label: data.name || data.username || '',
        hint: data.username,
      }))
      return { items: choices, total, page, page_size }
    },
  }
}
