/** Who may operate on whom, as a model: any sequence of calls by anybody, on both engines. */
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { userMachine, type UserStatus } from '#src/contract/session/status.ts'
import { documents } from '#mock/crud/documents.ts'
import { onEachEngine } from '#tests/support/crud/engines.ts'
import { type Kit, kit, someone } from '#tests/support/crud/kit.ts'
import { rolesOf } from './grants.ts'
import { systemHandlers } from './handlers.ts'

const users = documents('user')
const roles = documents('role')
const hand = { at: new Date('2026-11-05T08:00:00Z'), by: 'tests' }
const kinds = {
  super: { key: 'super', is_admin: true, permissions: [] },
  admin: { key: 'admin', is_admin: true, permissions: ['system-management', 'personal'] },
  desk: { key: '', is_admin: false, permissions: ['user-manage', 'personal'] },
  normal: { key: 'normal', is_admin: false, permissions: ['personal'] },
}
type Kind = keyof typeof kinds
const people: Record<string, Kind> = {
  s1: 'super',
  s2: 'super',
  s3: 'super',
  a1: 'admin',
  a2: 'admin',
  d1: 'desk',
  d2: 'desk',
  n1: 'normal',
  n2: 'normal',
}
const ids = Object.keys(people)
const rank = (id: string): number => ['normal', 'desk', 'admin', 'super'].indexOf(people[id] ?? 'normal')
const starts: Record<string, UserStatus> = { n2: 'to-audit', s3: 'disabled' }

await onEachEngine('operating on users', (db, engine) => {
  let k: Kit
  beforeEach(async () => {
    await db().script('truncate r_user, r_role, session')
    k = kit(db(), systemHandlers)
    await db().tx(async (q) => {
      await roles.insertMany(
        q,
        Object.entries(kinds).map(([id, data]) => ({
          id,
          data: { name: id, description: '', built_in: true, ...data },
        })),
        hand,
      )
    })
    await reset()
  })
  const reset = () =>
    db().tx(async (q) => {
      await q.query('delete from r_user')
      await users.insertMany(
        q,
        ids.map((id) => ({
          id,
          data: {
            username: `user_${id}`,
            name: id,
            role_id: people[id] ?? 'normal',
            org_id: null,
            expires_on: null,
            status: starts[id] ?? ('normal' as const),
          },
        })),
        hand,
      )
    })
  /** The caller as the interpreter makes him for this very call. */
  const caller = async (id: string) => {
    const role = (await rolesOf(db(), [people[id] ?? ''])).get(people[id] ?? '')
    if (!role) throw new Error(id)
    return someone(role.grants, { id, role_id: role.id, role_key: role.key, is_admin: role.is_admin })
  }
  const statuses = async () => {
    const { rows } = await db().query<{ id: string; status: UserStatus }>('select id, k_status as status from r_user')
    return Object.fromEntries(rows.map((r) => [r.id, r.status]))
  }

  test('no sequence of calls lets anybody beyond his rights, and one super administrator is always left', async () => {
    const step = fc.record({
      by: fc.constantFrom(...ids),
      action: fc.constantFrom('disable', 'recover', 'pass', 'fail', 'reconsider'),
      on: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await reset()
        const model: Record<string, UserStatus> = Object.fromEntries(ids.map((id) => [id, starts[id] ?? 'normal']))
        for (const { by, action, on } of steps) {
          // the interpreter lets nobody in whose account is not normal or who holds none of the screens
          if (model[by] !== 'normal' || people[by] === 'normal') continue
          const expected = new Set<string>()
          for (const id of on) {
            const next = (userMachine[model[id] ?? 'normal'] as Partial<Record<string, UserStatus>>)[action]
            const supers = ids.filter((i) => people[i] === 'super' && model[i] === 'normal')
            // below the super administrator nobody operates on his like; reviewing an application is no operation on an account
            const [mine, theirs] = [rank(by), rank(id)]
            const like = mine === rank('s1') || ['pass', 'fail', 'reconsider'].includes(action)
            if (!next || theirs > mine || (theirs === mine && !like) || id === by) continue
            if (action === 'disable' && supers.length <= 1 && supers.includes(id)) continue
            expected.add(id)
            model[id] = next
          }
          const answer = await k.call(`POST /users/${action}`, await caller(by), {
            body: { ids: on, reason: 'Nobody knows him' },
          })
          expect(new Set(answer.done)).toEqual(expected)
          expect(answer.failed.map((f) => f.id)).toEqual(on.filter((id) => !expected.has(id)))
        }
        expect(await statuses()).toEqual(model)
        expect(ids.some((id) => people[id] === 'super' && model[id] === 'normal')).toBe(true)
      }),
      { numRuns: engine === 'pglite' ? 60 : 40 },
    )
  }, 120_000)

  test('super administrators who all disable each other at the same moment leave one', async () => {
    for (let round = 0; round < 10; round++) {
      await reset()
      const pairs = [
        ['s1', 's2'],
        ['s2', 's1'],
      ] as const
      const callers = await Promise.all(pairs.map(([by]) => caller(by)))
      await Promise.allSettled(
        pairs.map(([, on], n) =>
          k.call('POST /users/:id/disable', callers[n] ?? someone([]), { params: { id: on }, body: { version: 1 } }),
        ),
      )
      expect(
        Object.entries(await statuses()).filter(([id, status]) => people[id] === 'super' && status === 'normal'),
      ).toHaveLength(1)
    }
  })
})
