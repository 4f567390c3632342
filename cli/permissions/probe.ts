/**
 * Knocks at a server's calls to see whether they refuse whom the tree says they refuse. Nothing is changed: reading calls name things that are
 * not there, and a call that would change something carries a body that cannot be read, which the server meets only after it asked who calls.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { access } from '#src/contract/access.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import { screens } from '#src/contract/screens/index.ts'
import type { PermissionTree } from '#src/contract/system/permissionTree.ts'

export interface Breach {
  code: 'answers_anybody' | 'answers_role' | 'answers_reader' | 'not_probed'
  at: string
  detail: string
}
/** Makes a call and tells its status alone, with the seconds it asks to wait. */
export type Knock = (
  method: string,
  path: string,
  body: string | undefined,
) => Promise<{ status: number; wait?: number | undefined }>

/** JSON that ends before it has begun. */
const unreadable = '{'
const nobodys = 'probe-of-permissions'
const atOnce = 6
const mostTries = 4

async function patient(knock: Knock, method: string, path: string): Promise<number | undefined> {
  const body = method === 'GET' ? undefined : unreadable
  for (let n = 0; n < mostTries; n++) {
    const { status, wait: seconds = 1 } = await knock(method, path, body)
    if (status !== 429 && status !== 503) return status
    if (seconds > 30) break
    await wait(seconds * 1000)
  }
  return undefined
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<Breach | undefined>): Promise<Breach[]> {
  const found: (Breach | undefined)[] = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i]
      if (item !== undefined) found[i] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return found.flatMap((b) => b ?? [])
}
const filled = (key: string): [string, string] => {
  const [method, path] = splitKey(key)
  return [method, path.replace(/:\w+/g, nobodys)]
}
const notProbed = (key: string): Breach => ({
  code: 'not_probed',
  at: key,
  detail: 'the server is too busy to say; run it again',
})

/** Calls that are not public and do not ask a stranger to sign in. @param wanted the tree that should hold */
export const asStranger = (wanted: PermissionTree, knock: Knock): Promise<Breach[]> =>
  each(
    wanted.routes.filter((r) => r.audience !== 'public'),
    async ({ key }) => {
      const status = await patient(knock, ...filled(key))
      if (status === 401) return undefined
      if (status === undefined) return notProbed(key)
      return { code: 'answers_anybody', at: key, detail: `without a session it answers ${status} instead of 401` }
    },
  )

/**
 * Calls that do not refuse the holder of a role: reading ones that serve no screen of it, which leave nothing behind, so audited ones are left
 * alone; and changing ones of screens that it gives for reading only.
 */
export async function asRole(
  wanted: PermissionTree,
  role: { name: string; permissions: readonly string[] },
  knock: Knock,
): Promise<Breach[]> {
  const { granted, changes } = access(screens, new Set(role.permissions))
  const serves = (r: PermissionTree['routes'][number], held: ReadonlySet<string>) => r.screens.some((s) => held.has(s))
  const closed = wanted.routes.filter(
    (r) => r.key.startsWith('GET ') && !r.audited && r.audience === 'screens' && !serves(r, granted),
  )
  const lent = wanted.routes.filter(
    (r) => r.changes && r.audience === 'screens' && serves(r, granted) && !serves(r, changes),
  )
  const answering = await each(closed, async ({ key }) => {
    const status = await patient(knock, ...filled(key))
    if (status === 403) return undefined
    if (status === undefined) return notProbed(key)
    return { code: 'answers_role', at: key, detail: `${role.name} may not call it, and it answers ${status}` }
  })
  const yielding = await each(lent, async ({ key }) => {
    const status = await patient(knock, ...filled(key))
    if (status === 403) return undefined
    if (status === undefined) return notProbed(key)
    return { code: 'answers_reader', at: key, detail: `${role.name} may only read there, and it answers ${status}` }
  })
  return [...answering, ...yielding]
}
