/**
 * The first contents of a database. In one transaction, and only into an empty one: a second server, or a second start, finds it done.
 * Passwords are hashed before the transaction begins.
 */
import { writeCourseFiles } from './course/media.ts'
import { noPassword } from '../areas/session/account.ts'
import { makeHashing } from '../areas/session/hashing.ts'
import { makeAudit } from '../audit/chain.ts'
import type { Db, Queryable } from '../db/db.ts'
import type { Platform } from '../http/request/handler.ts'
import { type DemoAccount, demoAccounts, demoLines } from './accounts.ts'
import { layOrgs, layRoles, layUsers } from './base.ts'
import { flagKeys } from '../areas/bank/flag/seal.ts'
import { layDemo } from './demo.ts'
import { storePackages } from './packages.ts'
import { writeCasts } from './scenes/recordings.ts'

export interface Seeded {
  /** False when there was something already; then nothing was written. */
  made: boolean
  /** Of a demonstration: accounts to try it with. Their passwords are public. */
  accounts: readonly DemoAccount[]
  /** Of an installation: the one account there is. It has no password; `firstCode.ts` is the way in. */
  admin?: { username: string }
}

const turn = 727004
const nothing: Seeded = { made: false, accounts: [] }

async function isEmpty(q: Queryable): Promise<boolean> {
  const { rows } = await q.query<{ filled: boolean }>(
    'select exists (select 1 from r_role) or exists (select 1 from r_user) or exists (select 1 from org) as filled',
  )
  return rows[0]?.filled === false
}

/** Does the work in a transaction that nobody else seeds beside. */
const alone = (db: Db, work: (q: Queryable) => Promise<void>): Promise<boolean> =>
  db.tx(async (q) => {
    await q.query(`select pg_advisory_xact_lock(${turn})`)
    if (!(await isEmpty(q))) return false
    await work(q)
    return true
  })

async function installation({ db, now, newId }: Platform): Promise<boolean> {
  const at = now()
  const id = newId()
  const hand = { at, by: id }
  return alone(db, async (q) => {
    const roles = await layRoles(q, newId, hand)
    const orgs = await layOrgs(q, newId, { key: 'root', name: '组织 Organisation' })
    const data = {
      username: 'admin',
      name: '管理员',
      role_id: roles.super,
      org_id: orgs.get('root') ?? null,
      expires_on: null,
      status: 'normal' as const,
      phone: '',
      last_sign_in: null,
    }
    await layUsers(q, [{ id, data, hash: noPassword, is_default: true, hand }], hand)
  })
}

/** @param demo lays down the demonstration; otherwise roles, one organisation and one super administrator */
export async function seed(platform: Platform, { demo }: { demo: boolean }): Promise<Seeded> {
  const { db } = platform
  if (!(await isEmpty(db))) return nothing
  if (!demo) {
    const made = await installation(platform)
    return made ? { made, accounts: [], admin: { username: 'admin' } } : nothing
  }
  const hashing = makeHashing((n) => platform.random(n))
  const keys = await flagKeys(platform)
  const unknown = platform.random(32).toString('base64')
  const [locked = '', ...hashes] = await Promise.all(
    [unknown, ...demoLines.map((a) => a.password)].map((p) => hashing.hash(p)),
  )
  const audit = makeAudit(db, platform.now)
  const made = await alone(db, async (q) => {
    const { packages, casts, courseFiles } = await layDemo(q, {
      now: platform.now(),
      platform,
      files: platform.files,
      audit,
      hashes,
      locked,
      keys,
      random: platform.random,
    })
    // before it counts: rows whose files are missing would never get them, files without rows are swept
    await writeCasts(platform.files, casts)
    if (platform.files !== '') await writeCourseFiles(platform.files, courseFiles)
    // a server without a folder keeps nothing but rows
    if (platform.files !== '') await storePackages(platform.files, packages)
  })
  return made ? { made, accounts: demoAccounts } : nothing
}
