/** What every browser suite needs: the server's address, a session for each demonstration account, and a page that reports what went wrong in it. */
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import type { DemoAccount } from '#mock/seed/accounts.ts'
import { accountNamed, accountOf } from '../support/demo.ts'

export const range = () => process.env['RANGE_TEST_URL'] ?? 'http://127.0.0.1:8080'
export const hostOrigin = () => process.env['RANGE_TEST_HOST_URL'] ?? 'http://localhost:8080'
export const app = (path: string) => `${range()}/page/mg${path}`
const api = () => `${range()}/api/mg/api`

type RoleKey = DemoAccount['role']
type Who = RoleKey | `${string}_demo`
export const account = accountOf
export { accountNamed }

export interface Tokens {
  token: string
  jwt_token: string
}
/** Calls the API as somebody. Rejects with the problem. */
export async function call<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${api()}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const data = (await answer.json()) as T
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(data)}`)
  return data
}
/** A new session of a role's first account, or of the account with that user name. */
export const signInApi = (who: Who): Promise<Tokens> => {
  const { username, password } = who.endsWith('_demo') ? accountNamed(who) : account(who as RoleKey)
  return call<Tokens>('POST', '/session', undefined, { username, password })
}
export const sessionKey = () => `range:${new URL(range()).protocol}//${new URL(range()).host}:session`

/** Everything that should not happen on a page: errors, raw message keys, policy violations. */
export interface Trouble {
  list: string[]
}
export function watch(page: Page): Trouble {
  const trouble: Trouble = { list: [] }
  page.on('pageerror', (e) => trouble.list.push(`error: ${e.message}`))
  page.on('console', (m) => {
    if (m.type() === 'error' && !/Failed to load resource/.test(m.text())) trouble.list.push(`console: ${m.text()}`)
  })
  return trouble
}

interface Fixtures {
  /** A context signed in as a role, without going through the sign-in page. */
  as(who: Who, o?: { language?: 'en-US' | 'zh-CN'; theme?: 'theme-dark' | 'theme-light' }): Promise<Page>
}
export const test = base.extend<Fixtures>({
  as: async ({ browser }, give) => {
    const contexts: BrowserContext[] = []
    await give(async (who, o = {}) => {
      const tokens = await signInApi(who)
      const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, acceptDownloads: true })
      contexts.push(context)
      await context.addInitScript(
        ({ key, tokens: kept, scope, language, theme }) => {
          if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
          localStorage.setItem(`${scope}language`, language)
          localStorage.setItem(`${scope}theme`, theme)
        },
        {
          key: sessionKey(),
          tokens,
          scope: sessionKey().replace(/session$/, ''),
          language: o.language ?? 'en-US',
          theme: o.theme ?? 'theme-dark',
        },
      )
      return context.newPage()
    })
    for (const c of contexts) await c.close()
  },
})
export { expect } from '@playwright/test'
