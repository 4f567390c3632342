import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { libraryHandlers } from '#mock/areas/library/handlers.ts'
import { documents } from './documents.ts'
import { onEachEngine } from '#tests/support/crud/engines.ts'
import { type Kit, kit, someone } from '#tests/support/crud/kit.ts'

const root = someone('all')
const hand = { at: new Date('2026-11-05T08:00:00Z'), by: root.id }
const learner = (more: object) => someone(['resources'], { role_id: 'student', ...more })

await onEachEngine('an audience', (db, engine) => {
  let k: Kit
  let tool: string
  beforeEach(async () => {
    await db().script('truncate r_tool, r_tool_category, r_role, r_user, r_team, audience, org cascade')
    k = kit(db(), libraryHandlers)
    await db().query(`insert into org (id, parent_id, name, path) values
      ('uni', null, 'University', '/uni/'), ('law', 'uni', 'Law', '/uni/law/'), ('art', 'uni', 'Art', '/uni/art/')`)
    await db().tx(async (q) => {
      const role = (id: string) => ({ id, data: { name: id, permissions: [], key: id } })
      await documents('role').insertMany(q, [role('student'), role('teacher')], hand)
      const person = (id: string) => ({ id, data: { username: id, name: id } })
      await documents('user').insertMany(q, [person('ann'), person('ben')], hand)
      const team = (id: string, member_ids: string[]) => ({ id, data: { name: id, member_ids } })
      await documents('team').insertMany(q, [team('red', ['ann', 'ben']), team('blue', ['ben'])], hand)
    })
    const c = await k.call('POST /tool-categories', root, { body: { name: 'Scanning', description: '' } })
    tool = (await k.call('POST /tools', root, { body: { name: 'nmap', summary: '', category_id: c.id } })).id
  })

  const choose = (body: object, version: number) =>
    k.call('PUT /tools/:id/audience', root, {
      params: { id: tool },
      body: { all: false, orgs: [], roles: [], users: [], version, ...body },
    })
  const listed = async (who = root) => (await k.call('GET /tools', who)).items.map((t) => t.id)

  test('of a new row is everybody', async () => {
    expect(await k.call('GET /tools/:id/audience', root, { params: { id: tool } })).toEqual({
      all: true,
      orgs: [],
      roles: [],
      teams: [],
      users: [],
      version: 1,
    })
    expect(await listed(learner({}))).toEqual([tool])
  })

  test('of nobody is its keepers: others do not find the row in any list, and are told they may not see it yet', async () => {
    await choose({}, 1)
    expect(await listed(root)).toEqual([tool])
    expect(await listed(someone(['tool-manage']))).toEqual([tool])
    const who = learner({})
    expect(await listed(who)).toEqual([])
    expect((await k.call('GET /tools/options', who)).items).toEqual([])
    expect((await k.refusal('GET /tools/:id', who, { params: { id: tool } })).code).toBe('not_authorized_yet')
    expect((await k.refusal('GET /tools/:id', who, { params: { id: 'none' } })).code).toBe('not_found')
    expect((await k.call('GET /tool-categories', who)).items[0]).toMatchObject({ tools: 0 })
    expect((await k.call('GET /tool-categories', root)).items[0]).toMatchObject({ tools: 1 })
  })

  test('is a change of the row: an older version is refused, and what a form holds is stale afterwards', async () => {
    expect(await choose({ roles: ['student'], orgs: ['uni', 'uni'] }, 1)).toEqual({
      all: false,
      orgs: ['uni'],
      roles: ['student'],
      teams: [],
      users: [],
      version: 2,
    })
    await expect(choose({ all: true }, 1)).rejects.toMatchObject({ code: 'stale_version' })
    expect(k.audited.at(-1)).toMatchObject({ id: tool, before: { all: true }, after: { roles: ['student'] } })
  })

  test('names only what exists', async () => {
    await expect(
      choose({ users: ['ann', 'nobody'], orgs: ['none'], teams: ['red', 'green'] }, 1),
    ).rejects.toMatchObject({
      code: 'validation',
      details: {
        fields: [
          { path: 'orgs.0', rule: 'unknown_reference' },
          { path: 'teams.1', rule: 'unknown_reference' },
          { path: 'users.1', rule: 'unknown_reference' },
        ],
      },
    })
  })

  test('is forgotten with its row', async () => {
    await choose({ users: ['ann'] }, 1)
    await k.call('DELETE /tools/:id', root, { params: { id: tool } })
    expect((await db().query('select * from audience')).rows).toEqual([])
  })

  test('decides alike in lists and for single rows, for any audience and any caller', async () => {
    const lines: Record<string, string[]> = { law: ['uni', 'law'], art: ['uni', 'art'], uni: ['uni'], none: [] }
    const members: Record<string, string[]> = { red: ['ann', 'ben'], blue: ['ben'] }
    const some = (...of: string[]) => fc.subarray(of)
    const audience = fc.record({
      all: fc.boolean(),
      orgs: some('uni', 'law', 'art'),
      roles: some('student', 'teacher'),
      teams: some('red', 'blue'),
      users: some('ann', 'ben'),
    })
    const caller = fc.record({
      id: fc.constantFrom('ann', 'ben', 'cat'),
      role_id: fc.constantFrom('student', 'teacher'),
      org: fc.constantFrom('law', 'art', 'uni', 'none'),
    })
    let version = 1
    await fc.assert(
      fc.asyncProperty(audience, fc.array(caller, { minLength: 1, maxLength: 4 }), async (chosen, callers) => {
        version = (await choose(chosen, version)).version
        for (const { id, role_id, org } of callers) {
          const org_line = lines[org] ?? []
          const may =
            chosen.all ||
            chosen.users.includes(id) ||
            chosen.roles.includes(role_id) ||
            chosen.teams.some((team) => (members[team] ?? []).includes(id)) ||
            chosen.orgs.some((o) => org_line.includes(o))
          const who = learner({ id, role_id, org_id: org_line.at(-1) ?? null, org_line })
          expect(await listed(who)).toEqual(may ? [tool] : [])
          const one = k.call('GET /tools/:id', who, { params: { id: tool } })
          if (may) expect((await one).can).toEqual([])
          else await expect(one).rejects.toMatchObject({ code: 'not_authorized_yet' })
        }
      }),
      { numRuns: engine === 'pglite' ? 60 : 40 },
    )
  }, 120_000)
})

describe('a keeper', () => {
  test('is whoever holds a screen that writes the resource', async () => {
    const { managesResource: keeps } = await import('./rows.ts')
    const { tool } = await import('#src/contract/library/tool.ts')
    expect(keeps(tool, someone(['tool-manage']))).toBe(true)
    expect(keeps(tool, someone(['resource-management']))).toBe(true)
    expect(keeps(tool, someone(['resources', 'tool-category']))).toBe(false)
  })
})
