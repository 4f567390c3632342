/**
 * The tree of organisations, changed one at a time: names unique among brothers, at most ten levels, never a circle, and the path of
 * everything below follows. An organisation that anything refers to is not removed.
 */
import { limits } from '#src/contract/limits.ts'
import { resources } from '#src/contract/resources.ts'
import { documents } from '#mock/crud/documents.ts'
import { fold } from '#mock/crud/fold.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail } from '#mock/http/request/handler.ts'

const turn = 727005
const users = documents('user')

interface OrgRow {
  id: string
  parent_id: string | null
  name: string
  path: string
  sort: number
  version: number
}

/** Levels of a path `/a/b/`. */
const levels = (path: string): number => path.split('/').length - 2

/** The whole tree, held: who changes it waits for the others who do. */
async function hold(q: Queryable): Promise<Map<string, OrgRow>> {
  await q.query(`select pg_advisory_xact_lock(${turn})`)
  const { rows } = await q.query<OrgRow>(
    'select id, parent_id, name, path, sort, version from org order by sort, name, id for update',
  )
  return new Map(rows.map((r) => [r.id, r]))
}

const childrenOf = (tree: ReadonlyMap<string, OrgRow>, parent: string | null): OrgRow[] =>
  [...tree.values()].filter((o) => o.parent_id === parent)
const belowAndItself = (tree: ReadonlyMap<string, OrgRow>, { path }: OrgRow): OrgRow[] =>
  [...tree.values()].filter((o) => o.path.startsWith(path))

function parentIn(tree: ReadonlyMap<string, OrgRow>, id: string | null): OrgRow | undefined {
  const parent = id === null ? undefined : tree.get(id)
  if (id !== null && !parent)
    throw new Fail('validation', { fields: [{ path: 'parent_id', rule: 'unknown_reference' }], in: 'body' })
  return parent
}

function checkName(brothers: readonly OrgRow[], name: string): void {
  if (brothers.some((o) => fold(o.name) === fold(name)))
    throw new Fail('name_taken', { fields: [{ path: 'name', rule: 'taken' }] })
}

async function shown(q: Queryable, { id, parent_id, name, version, path }: OrgRow) {
  const { rows } = await q.query<{ n: number }>(
    `select count(*) as n from ${users.table} u join org o on o.id = u.k_org_id where starts_with(o.path, $1)`,
    [path],
  )
  return { id, parent_id, name, version, users: Number(rows[0]?.n ?? 0) }
}

function found(tree: ReadonlyMap<string, OrgRow>, id: string, version?: number): OrgRow {
  const org = tree.get(id)
  if (!org) throw new Fail('not_found')
  if (version !== undefined && version !== org.version) throw new Fail('stale_version', { current: org })
  return org
}

/** Puts brothers into an order; those that stand right already are not written. */
async function arrange(q: Queryable, brothers: readonly OrgRow[]): Promise<void> {
  for (const [sort, o] of brothers.entries())
    if (o.sort !== sort) await q.query('update org set sort = $2 where id = $1', [o.id, sort])
}

/** Rows of any resource, and audiences, that name the organisation; with how many of each. */
async function holders(q: Queryable, id: string): Promise<Record<string, number>> {
  const by: Record<string, number> = {}
  const count = async (what: string, sql: string) => {
    const n = Number((await q.query<{ n: number }>(sql, [id])).rows[0]?.n ?? 0)
    if (n) by[what] = (by[what] ?? 0) + n
  }
  for (const { line } of Object.values(resources))
    for (const [name, f] of Object.entries(line.fields))
      if (f.kind === 'ref' && f.to === 'org')
        await count(
          line.name,
          `select count(*) as n from ${tableOf(line.name)}
           where ${'many' in f ? `k_${name} && array[$1]::text[]` : `k_${name} = $1`}`,
        )
  await count('audience', `select count(*) as n from audience where kind = 'org' and target = $1`)
  return by
}

export const orgChanges = area({
  'POST /orgs': async ({ q, body, platform, audit }) => {
    const tree = await hold(q)
    const parent = parentIn(tree, body.parent_id)
    const brothers = childrenOf(tree, body.parent_id)
    checkName(brothers, body.name)
    const id = platform.newId()
    const path = `${parent?.path ?? '/'}${id}/`
    if (levels(path) > limits.orgLevels) throw new Fail('too_deep', { max: limits.orgLevels })
    const sort = Math.max(-1, ...brothers.map((o) => o.sort)) + 1
    const org = { id, parent_id: body.parent_id, name: body.name, path, sort, version: 1 }
    await q.query('insert into org (id, parent_id, name, path, sort) values ($1, $2, $3, $4, $5)', [
      id,
      org.parent_id,
      org.name,
      path,
      sort,
    ])
    audit({ entity: 'org', id, after: org, details: { name: org.name } })
    return shown(q, org)
  },

  'PUT /orgs/:id': async ({ q, params, body, audit }) => {
    const tree = await hold(q)
    const before = found(tree, params.id, body.version)
    checkName(
      childrenOf(tree, before.parent_id).filter((o) => o.id !== before.id),
      body.name,
    )
    const after = { ...before, name: body.name, version: before.version + 1 }
    await q.query('update org set name = $2, version = version + 1 where id = $1', [before.id, after.name])
    audit({ entity: 'org', id: before.id, before, after, details: { name: after.name } })
    return shown(q, after)
  },

  'POST /orgs/:id/move': async ({ q, params, body, audit }) => {
    const tree = await hold(q)
    const before = found(tree, params.id, body.version)
    const parent = parentIn(tree, body.parent_id)
    if (parent?.path.startsWith(before.path)) throw new Fail('org_circle')
    const brothers = childrenOf(tree, body.parent_id).filter((o) => o.id !== before.id)
    checkName(brothers, before.name)
    const moved = belowAndItself(tree, before)
    const path = `${parent?.path ?? '/'}${before.id}/`
    const deepest = Math.max(...moved.map((o) => levels(o.path))) - levels(before.path) + levels(path)
    if (deepest > limits.orgLevels) throw new Fail('too_deep', { max: limits.orgLevels })
    const after = { ...before, parent_id: body.parent_id, path, version: before.version + 1 }
    await q.query('update org set parent_id = $2, version = version + 1 where id = $1', [before.id, after.parent_id])
    await q.query('update org set path = $2 || substr(path, $3) where starts_with(path, $1)', [
      before.path,
      path,
      before.path.length + 1,
    ])
    const at = brothers.findIndex((o) => o.id === body.before)
    await arrange(q, at < 0 ? [...brothers, after] : [...brothers.slice(0, at), after, ...brothers.slice(at)])
    audit({ entity: 'org', id: before.id, before, after, details: { name: before.name } })
    return shown(q, after)
  },

  'DELETE /orgs/:id': async ({ q, params, audit }) => {
    const tree = await hold(q)
    const before = found(tree, params.id)
    const by = await holders(q, before.id)
    const below = childrenOf(tree, before.id).length
    if (below) by['org'] = below
    if (Object.keys(by).length) throw new Fail('in_use', { by })
    await q.query('delete from org where id = $1', [before.id])
    audit({ entity: 'org', id: before.id, before, details: { name: before.name } })
    return { id: before.id }
  },
})
