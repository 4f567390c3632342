/**
 * Registration. Whether the name was free is not told: the answer is the same, and so is the work, down to the inserts, which a taken name
 * makes under a name nobody has and takes back.
 */
import { area, Fail, type Platform, staged } from '../../http/handler.ts'
import type { Queryable } from '../../db/db.ts'
import { documents } from '../../crud/documents.ts'
import { insertAccount, nameKey } from './account.ts'
import { defaultRole } from './defaultRole.ts'
import type { Hashing } from './hashing.ts'
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
/** Who registered himself is the author of his own row. */
const nobody = 'registration'

async function create(q: Queryable, platform: Platform, a: Applicant, roleId: string): Promise<string> {
  const id = platform.newId()
  const now = platform.now()
  const { username, name, phone, status } = a
  const data = { username, name, phone, role_id: roleId, org_id: null, expires_on: null, status }
  await users.insert(q, { id, data }, { at: now, by: nobody })
  await insertAccount(q, { user_id: id, username, hash: a.hash, is_default: false }, now)
  return id
}

const taken = async (q: Queryable, username: string): Promise<boolean> => {
  const { rows } = await q.query<{ n: number }>(
    `select (select count(*) from account where username_key = $1) + (select count(*) from r_user where k_username = $1) as n`,
    [nameKey(username)],
  )
  return (rows[0]?.n ?? 0) > 0
}

/** Two who register the same name at once take turns; the second finds it taken. */
async function turn(q: Queryable, engine: string, username: string): Promise<void> {
  if (engine === 'postgres')
    await q.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`register ${nameKey(username)}`])
}

export const registering = (hashing: Hashing) =>
  area({
    'POST /auth/register/': staged(
      async ({ body, platform }): Promise<Applicant> => {
        const s = await systemSettings(platform.settings)
        if (!s.register_button) throw new Fail('registration_closed')
        await checkPassword(platform.settings, body.password, 'password', body)
        const { username, name, phone, password } = body
        return {
          username,
          name,
          phone,
          hash: await hashing.hash(password),
          status: s.register_review ? 'to-audit' : 'normal',
        }
      },
      async ({ q, platform, audit }, applicant) => {
        await turn(q, platform.db.engine, applicant.username)
        const roleId = await defaultRole(q, platform.settings)
        const there = await taken(q, applicant.username)
        await q.query('savepoint applicant')
        const username = there ? platform.random(12).toString('hex') : applicant.username
        const id = await create(q, platform, { ...applicant, username }, roleId)
        await q.query(there ? 'rollback to savepoint applicant' : 'release savepoint applicant')
        const details = { username: applicant.username }
        audit(there ? { entity: 'user', id: '', code: 'name_taken', details } : { entity: 'user', id, details })
        return { status: applicant.status }
      },
    ),
  })
