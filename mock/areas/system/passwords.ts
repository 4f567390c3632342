/**
 * Passwords that somebody else gives: of a new user, and made up for those who forgot theirs. They are told once, in the answer, and must
 * be changed at the first sign-in. Hashing is slow and comes before the transaction.
 */
import { documents } from '#mock/crud/documents.ts'
import { Fail, area, type Platform, staged } from '#mock/http/request/handler.ts'
import { takeUnderLimit } from '../license/limits.ts'
import { userCount } from '../license/used.ts'
import { giveHash, insertAccount } from '../session/account.ts'
import { forgetAttempts } from '../session/attempts.ts'
import type { Hashing } from '../session/hashing.ts'
import { madePassword } from '../session/madePassword.ts'
import { checkPassword } from '../session/passwordRules.ts'
import { endSessions } from '../session/sessions.ts'
import { policyOf } from '../session/settings.ts'
import { actOnEach } from '#mock/crud/act.ts'
import { user, userSetting } from './user.ts'

const users = documents('user')

interface Given {
  password: string
  hash: string
}

async function made(platform: Platform, hashing: Hashing): Promise<Given> {
  const password = madePassword((n) => platform.random(n), await policyOf(platform.settings))
  return { password, hash: await hashing.hash(password) }
}

export const givingPasswords = (hashing: Hashing) =>
  area({
    'POST /users': staged(
      async ({ body, platform }): Promise<Given> => {
        if (body.password === '') return made(platform, hashing)
        await checkPassword(platform.settings, body.password, 'password', body)
        return { password: body.password, hash: await hashing.hash(body.password) }
      },
      async (ctx, { password, hash }) => {
        const { password: _, ...body } = ctx.body
        const { username } = body
        await takeUnderLimit(ctx.q, ctx.platform, 'users', userCount)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of a user has no password
        const row = await user['POST /users']({ ...ctx, body } as typeof ctx)
        const account = { user_id: row.id, username, hash, is_default: true }
        await insertAccount(ctx.q, account, ctx.platform.now())
        return { ...row, password }
      },
    ),

    'POST /users/reset-password': staged(
      async ({ body, platform }) => {
        const out = new Map<string, Given>()
        // an id that nobody has costs no hash
        for (const id of (await users.byIds(platform.db, body.ids)).keys()) out.set(id, await made(platform, hashing))
        return out
      },
      async (c, given) => {
        const now = c.platform.now()
        const reply = await actOnEach(userSetting, c, c.body.ids, { action: 'reset-password' })
        const found = await users.byIds(c.q, reply.done)
        const passwords = []
        for (const id of reply.done) {
          const [doc, mine] = [found.get(id), given.get(id)]
          // made between the two stages
          if (!doc || !mine) throw new Fail('busy')
          await giveHash(c.q, id, mine.hash, now)
          await forgetAttempts(c.q, id)
          await endSessions(c.q, id, 'password-changed', now)
          const { username = '', name = '' } = doc.data
          passwords.push({ id, username, name, password: mine.password })
        }
        return { ...reply, passwords }
      },
    ),
  })
