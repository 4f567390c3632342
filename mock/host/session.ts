import { ownJson } from '#src/contract/lib/typed.ts'
import type { Locale } from '#src/contract/host.ts'

export interface HostSession {
  token: string
  /** Name to show. */
  user: string
}

/** The code of the API's problem catalogue, or `unreachable`. */
export class SignInError extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}

const key = 'fairhaven.session'

/** The session of this tab; a token never goes into storage that outlives it. */
export function keptSession(): HostSession | null {
  try {
    const kept = ownJson<Partial<HostSession> | null>(sessionStorage.getItem(key) ?? 'null')
    return typeof kept?.token === 'string' && typeof kept.user === 'string'
      ? { token: kept.token, user: kept.user }
      : null
  } catch {
    return null
  }
}

export function keepSession(session: HostSession | null): void {
  if (session) sessionStorage.setItem(key, JSON.stringify(session))
  else sessionStorage.removeItem(key)
}

/** Signs in at the range's API. Throws a SignInError. */
export async function signIn(api: string, username: string, password: string, language: Locale): Promise<HostSession> {
  const answer = await call(
    `${api}/session`,
    'POST',
    { 'content-type': 'application/json', 'accept-language': language },
    { username, password },
  )
  const body: {
    code?: string
    token?: string
    user?: { rep_name?: string }
  } = await answer.json().catch(() => ({}))
  if (!answer.ok || body.token === undefined) throw new SignInError(body.code ?? 'unreachable')
  return { token: body.token, user: body.user?.rep_name ?? username }
}

/** Ends the session at the API; a host that cannot reach it forgets the token all the same. */
export async function signOut(api: string, session: HostSession): Promise<void> {
  await call(`${api}/session`, 'DELETE', { authorization: `Bearer ${session.token}` }).catch(() => undefined)
}

async function call(url: string, method: string, headers: Record<string, string>, body?: object): Promise<Response> {
  try {
    return await fetch(url, { method, headers, credentials: 'omit', ...(body ? { body: JSON.stringify(body) } : {}) })
  } catch {
    throw new SignInError('unreachable')
  }
}
