/** Setting a new password: one's own, or with an administrator's code. Every session of the user ends with it. */
import { area, Fail, staged } from '../../http/request/handler.ts'
import { accountByName, accountOf, nameKey, replaceHash } from './account.ts'
import { attempt, forgetAttempts } from './attempts.ts'
import { resetCodeWorks, useResetCode } from './codes.ts'
import { type Hashing, signedInTurn } from './hashing.ts'
import { checkNotUsed, checkPassword } from './passwordRules.ts'
import { endSessions } from './sessions.ts'
import { policyOf } from './settings.ts'

export const changingPasswords = (hashing: Hashing) =>
  area({
    'PUT /account/password': staged(
      async ({ body, who, platform, meta, audit }) => {
        const { db, settings } = platform
        const now = platform.now()
        audit({ entity: 'user', id: who.id })
        const account = await accountOf(db, who.id, now)
        const right = await attempt(platform, { kind: 'password', key: who.id, from: meta }, () =>
          hashing.verify(account?.hash, body.current, signedInTurn(who)),
        )
        if (!account || !right) throw new Fail('password_wrong')
        await checkPassword(settings, body.next, 'next', account)
        await checkNotUsed(hashing, settings, account, body.next)
        return { account, hash: await hashing.hash(body.next, signedInTurn(who)) }
      },
      async ({ q, platform }, { account, hash }) => {
        const { history } = await policyOf(platform.settings)
        if (!(await replaceHash(q, account, hash, history, platform.now()))) throw new Fail('password_wrong')
        await forgetAttempts(q, account.user_id)
        await endSessions(q, account.user_id, 'password-changed', platform.now())
        return { done: true }
      },
    ),

    'POST /account/reset': staged(
      async ({ body, platform, meta, audit }) => {
        const { db, settings } = platform
        const now = platform.now()
        const account = await accountByName(db, body.username, now)
        audit({ entity: 'user', id: account?.user_id ?? '', details: { username: body.username } })
        const works = await attempt(platform, { kind: 'reset', key: nameKey(body.username), from: meta }, () =>
          resetCodeWorks(db, account?.user_id ?? '', body.code, now),
        )
        if (!account || !works) throw new Fail('code_invalid')
        await checkPassword(settings, body.next, 'next', account)
        await checkNotUsed(hashing, settings, account, body.next)
        return { account, hash: await hashing.hash(body.next) }
      },
      async ({ body, q, platform }, { account, hash }) => {
        const { history } = await policyOf(platform.settings)
        if (!(await useResetCode(q, account.user_id, body.code, platform.now()))) throw new Fail('code_invalid')
        if (!(await replaceHash(q, account, hash, history, platform.now()))) throw new Fail('code_invalid')
        await forgetAttempts(q, account.user_id)
        await endSessions(q, account.user_id, 'password-changed', platform.now())
        return { done: true }
      },
    ),
  })
