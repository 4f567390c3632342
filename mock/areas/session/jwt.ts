/**
 * The `jwt_token`: a short-lived name of a session for services that read JWTs. It holds no rights; whoever shows it is looked up by its
 * session like anybody else, so it dies with the session.
 */
import { jwtVerify, SignJWT } from 'jose'
import { sessionDefaults as times } from '#src/contract/limits.ts'

const names = { issuer: 'range', audience: 'range-api' } as const
/** Three dotted parts; an opaque token has none. */
export const looksLikeJwt = (token: string): boolean => token.split('.').length === 3

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

export interface Jwt {
  sign(session: string, user: string): Promise<string>
  /** Session and user a good token names; undefined for any other text. */
  read(token: string): Promise<{ session: string; user: string } | undefined>
}

export function makeJwt(secret: () => Promise<Uint8Array>, now: () => Date): Jwt {
  return {
    async sign(session, user) {
      const at = seconds(now())
      return new SignJWT({ sid: session })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(user)
        .setIssuer(names.issuer)
        .setAudience(names.audience)
        .setIssuedAt(at)
        .setNotBefore(at)
        .setExpirationTime(at + times.jwt)
        .sign(await secret())
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, await secret(), {
          algorithms: ['HS256'],
          typ: 'JWT',
          ...names,
          currentDate: now(),
          requiredClaims: ['exp', 'nbf', 'iat', 'sub', 'sid'],
          maxTokenAge: times.jwt,
        })
        const { sid, sub, aud } = payload
        return typeof sid === 'string' && typeof sub === 'string' && typeof aud === 'string'
          ? { session: sid, user: sub }
          : undefined
      } catch {
        return undefined
      }
    },
  }
}
