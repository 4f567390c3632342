/** Signing in, with a password or with a one-time code, and what a signed-in caller asks about himself. */
import type { z } from 'zod'
import { isApplication } from '#src/contract/session/status.ts'
import type { Session } from '#src/contract/session/session.schema.ts'
import type { Queryable } from '../../db/db.ts'
import { area, type AuditEvent, Fail, type Meta, type Platform, staged } from '../../http/request/handler.ts'
import { type Account, accountByName, accountOf, nameKey } from './account.ts'
import { menuConfig } from '../system/menu.ts'
import { attempt } from './attempts.ts'
import { issueSessionCode, signedByUs, spendSessionCode } from './codes.ts'
import { knownDevice, rememberDevice } from './devices.ts'
import { type Hashing, strangerFrom } from './hashing.ts'
import type { Jwt } from './jwt.ts'
import { meOf } from './me.ts'
import { endSession, endSessions, startSession } from './sessions.ts'
import { policyOf, systemSettings } from './settings.ts'
import { isPublished } from '../../seed/published.ts'
import { createHash } from 'node:crypto'

async function mustChange(platform: Platform, a: Account): Promise<'first' | 'expired' | null> {
  if (a.is_default) return 'first'
  const { expires_days } = await policyOf(platform.settings)
  return expires_days > 0 && Date.parse(a.changed_at) + expires_days * 86_400_000 <= platform.now().getTime()
    ? 'expired'
    : null
}

/** @param published the demonstration's accounts may be used with the passwords everybody knows, on this machine itself */
export function signingIn(hashing: Hashing, jwt: Jwt, published: boolean) {
  async function begin(q: Queryable, platform: Platform, a: Account, meta: Meta): Promise<z.input<typeof Session>> {
    const { token, id, expires_at } = await startSession(q, platform, a.user_id, meta)
    // no edit of the row: its version stays, so that nobody who has it open is told that it changed
    await q.query(
      `update r_user set data = data || jsonb_build_object('last_sign_in', $2::text), k_last_sign_in = $2 where id = $1`,
      [a.user_id, platform.now().toISOString()],
    )
    return {
      token,
      jwt_token: await jwt.sign(id, a.user_id),
      expires_at,
      user: await meOf(q, a.user_id),
      must_change: await mustChange(platform, a),
    }
  }
  /**
   * Of a closed account only whoever knows its password hears more than that the two do not match. An application was made by whoever calls,
   * with a password he chose: were it answered otherwise than a wrong one, a registration would tell whether the name was free.
   */
  const active = (a: Account): void => {
    if (isApplication(a.status)) throw new Fail('wrong_credentials')
    if (a.status !== 'normal') throw new Fail('account_not_active', { status: a.status })
  }

  return area({
    'GET /auth/register/': async ({ platform }) => systemSettings(platform.settings),

    'POST /session': staged(
      async ({ body, platform, meta, audit }) => {
        const { db } = platform
        const now = platform.now()
        // whoever sends one tells nothing of the accounts that are here, and is told nothing
        if (isPublished(body.username, body.password) && !(published && meta.local))
          throw new Fail('published_password')
        const device = await knownDevice(db, body.device, body.username)
        const from = { address: meta.address, device }
        const turn = device === undefined ? strangerFrom(meta) : { known: true, key: device }
        let account: Account | undefined
        // tries that are refused unjudged say on whom as well: so the trail shows an account that is being guessed
        const entry: AuditEvent = { entity: 'user', id: '', details: { username: body.username } }
        audit(entry)
        const right = await attempt(platform, { kind: 'sign-in', key: nameKey(body.username), from }, async () => {
          account = await accountByName(db, body.username, now)
          entry.id = account?.user_id ?? ''
          const good = await hashing.verify(account?.hash, body.password, turn)
          if (!good || !account || !isApplication(account.status)) return good
          // the trail has the true reason; the limit counts it as the wrong password it is answered as
          entry.code = 'account_not_active'
          return false
        })
        if (!account || !right) throw new Fail('wrong_credentials')
        active(account)
        return { checked: account, known: device }
      },
      async ({ q, platform, meta }, { checked, known }) => {
        const account = await accountOf(q, checked.user_id, platform.now())
        // changed between the check and now
        if (!account || account.hash !== checked.hash) throw new Fail('wrong_credentials')
        active(account)
        const device = await rememberDevice(q, platform, account.user_id, known)
        return { ...(await begin(q, platform, account, meta)), ...(device === undefined ? {} : { device }) }
      },
    ),

    'POST /session/exchange': async ({ body, q, platform, meta, audit }) => {
      const id = await signedByUs(platform, body.code)
      const userId = id && (await spendSessionCode(q, id, platform.now()))
      const account = userId ? await accountOf(q, userId, platform.now()) : undefined
      if (!account) throw new Fail('code_invalid')
      audit({ entity: 'user', id: account.user_id, details: { username: account.username } })
      active(account)
      return begin(q, platform, account, meta)
    },

    'GET /session': async ({ who, q, platform }) => {
      const { rows } = await q.query<{ expires_at: string; idle_seconds: number }>(
        'select expires_at, idle_seconds from session where id_hash = $1',
        [who.session],
      )
      const [s] = rows
      if (!s) throw new Fail('unauthenticated')
      return {
        user: await meOf(q, who.id),
        must_change: who.must_change,
        expires_at: s.expires_at,
        idle_seconds: s.idle_seconds,
        server_time: platform.now().toISOString(),
      }
    },

    'GET /session/permissions': async ({ who, platform }) => {
      const grants = who.grants === 'all' ? ('all' as const) : [...who.grants].sort()
      const { at, open, until } = (await platform.licence.current()).standing
      const arrangement = await menuConfig(platform.settings)
      const viewing = who.viewing ?? null
      const stamp = createHash('sha256')
        .update(JSON.stringify([grants, open, at, until, arrangement, viewing]))
        .digest('base64url')
        .slice(0, 22)
      return { grants, modules: [...open], licence: { at, until }, menu: arrangement, viewing, stamp }
    },

    'DELETE /session': async ({ who, q, platform, audit }) => {
      await endSession(q, who, platform.now())
      audit({ entity: 'user', id: who.id })
      return { done: true }
    },

    'DELETE /sessions': async ({ who, q, platform, audit }) => {
      const ended = await endSessions(q, who.id, 'signed-out', platform.now())
      audit({ entity: 'user', id: who.id, details: { sessions: ended } })
      return { done: true }
    },

    'DELETE /session/view': async ({ who, audit }) => {
      if (!who.viewing) throw new Fail('not_allowed_in_state')
      audit({ entity: 'role', id: who.viewing.id, details: { name: who.viewing.name } })
      return { done: true }
    },

    'POST /session/token': async ({ who, audit }) => {
      audit({ entity: 'user', id: who.id })
      return { jwt_token: await jwt.sign(who.session, who.id) }
    },

    'POST /session/code': async ({ who, q, platform, audit }) => {
      audit({ entity: 'user', id: who.id })
      return issueSessionCode(q, platform, who.id)
    },
  })
}
