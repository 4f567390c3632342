/**
 * Registration. Whether the name was free is not told: the answer is the same, and so is the work, down to the inserts, which a taken name
 * makes under a name nobody has and takes back. Whoever was rejected registers again under the same name: his row waits for review anew,
 * and keeps who rejected him last, when and why: the next reviewer reads it.
 */
import { area, Fail, type Platform, staged } from '../../http/request/handler.ts'
import type { Queryable } from '../../db/db.ts'
import { documents } from '../../crud/documents.ts'
import { defaultRole } from './defaultRole.ts'
import { userMachine } from '#src/contract/session/status.ts'
import { refuseLookAlike } from '../system/lookAlike.ts'
import { takeUnderLimit } from '../license/limits.ts'
import { userCount } from '../license/used.ts'
import { insertAccount, nameKey, restartAccount } from './account.ts'
import { himself, admitApplication, countApplication } from './applications.ts'
import { type Hashing, strangerFrom } from './hashing.ts'
import { checkPassword } from './passwordRules.ts'
import { systemSettings } from './settings.ts'

interface Applicant {
  username: string
  name: string
  phone: string
  hash: string
  status: 'to-audit' | 'normal'
}
const users = documents('user')

async function create(q: Queryable, platform: Platform, a: Applicant, roleId: string): Promise<string> {
  const id = platform.newId()
  const now = platform.now()
  const { username, name, phone, status } = a
  const data = { username, name, phone, role_id: roleId, org_id: null, expires_on: null, status }
  await users.insert(q, { id, data }, { at: now, by: himself })
  await insertAccount(q, { user_id: id, username, hash: a.hash, is_default: false }, now)
  return id
}

/** Who has the name, and whose application under it was rejected. */
async function holder(q: Queryable, username: string): Promise<{ there: boolean; rejected: string | undefined }> {
  const { rows } = await q.query<{ id: string | null; status: string | null }>(
    `select u.id, u.k_status as status from r_user u where left(u.k_username, 400) = $1
     union all select u.id, u.k_status from account a left join r_user u on u.id = a.user_id where a.username_key = $1`,
    [nameKey(username)],
  )
  const rejected = rows.find((r) => r.status === 'rejected')?.id ?? undefined
  return { there: rows.length > 0, rejected }
}

/** Puts the application in the place of a rejected one. */
async function again(q: Queryable, platform: Platform, a: Applicant, roleId: string, id: string): Promise<string> {
  const before = await users.lock(q, id)
  if (!before) throw new Fail('busy')
  const now = platform.now()
  const { username: _, hash, ...said } = a
  const status = a.status === 'normal' ? a.status : userMachine.rejected.register
  const data = { ...before.data, ...said, status, role_id: roleId }
  await users.update(q, before, data, { at: now, by: himself })
  await restartAccount(q, id, hash, now)
  return id
}

/** Two who register the same name at once take turns; the second finds it taken. */
async function turn(q: Queryable, engine: string, username: string): Promise<void> {
  if (engine === 'postgres')
    await q.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`register ${nameKey(username)}`])
}

/** Refuses where the licence is used up, without the figures: the caller is a stranger. */
async function roomForOne(q: Queryable, platform: Platform): Promise<void> {
  try {
    await takeUnderLimit(q, platform, 'users', userCount)
  } catch (e) {
    throw e instanceof Fail && e.code === 'license_limit' ? new Fail('registration_full') : e
  }
}

export const registering = (hashing: Hashing) =>
  area({
    'POST /auth/register/': staged(
      async ({ body, platform, meta }): Promise<Applicant> => {
        const s = await systemSettings(platform.settings)
        if (!s.register_button) throw new Fail('registration_closed')
        await checkPassword(platform.settings, body.password, 'password', body)
        const { username, name, phone, password } = body
        return {
          username,
          name,
          phone,
          hash: await hashing.hash(password, strangerFrom(meta)),
          status: s.register_review ? 'to-audit' : 'normal',
        }
      },
      async ({ q, platform, meta, audit }, applicant) => {
        await turn(q, platform.db.engine, applicant.username)
        const roleId = await defaultRole(q, platform.settings)
        // a name that is taken counts like one that is free: the limits do not tell which are
        await countApplication(q, platform, meta.address)
        // whoever waits for review takes a place when he is approved
        const placed = applicant.status === 'to-audit' ? await admitApplication(q, platform) : undefined
        if (applicant.status === 'normal') await roomForOne(q, platform)
        await refuseLookAlike(q, applicant.name, undefined)
        const { there, rejected } = await holder(q, applicant.username)
        const details = { username: applicant.username }
        if (rejected) {
          const id = await again(q, platform, applicant, roleId, rejected)
          await placed?.()
          audit({ entity: 'user', id, details })
          return { status: applicant.status }
        }
        await q.query('savepoint applicant')
        const username = there ? platform.random(12).toString('hex') : applicant.username
        const id = await create(q, platform, { ...applicant, username }, roleId)
        await q.query(there ? 'rollback to savepoint applicant' : 'release savepoint applicant')
        await placed?.()
        audit(there ? { entity: 'user', id: '', code: 'name_taken', details } : { entity: 'user', id, details })
        return { status: applicant.status }
      },
    ),
  })
