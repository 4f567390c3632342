/** What every browser suite needs: the server's address, a session for each demonstration account, and a page that reports what went wrong in it. */
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
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

/** Somebody of the test's own, signed in with a password he chose: whoever changes an account of the demonstration changes it for others. */
export async function newcomer(name: string, role: RoleKey = 'normal'): Promise<{ id: string; tokens: Tokens }> {
  const password = 'Lantern-Street-88'
  const { token } = await signInApi('admin')
  const { items } = await call<{ items: { id: string; key: string }[] }>('GET', '/roles?page_size=200', token)
  const role_id = items.find((r) => r.key === role)?.id
  const body = {
    username: name,
    name: `Person ${name}`,
    role_id,
    org_id: null,
    expires_on: null,
    password: 'First-Lantern-7',
  }
  const { id } = await call<{ id: string }>('POST', '/users', token, body)
  const first = await call<Tokens>('POST', '/session', undefined, { username: name, password: 'First-Lantern-7' })
  await call('PUT', '/account/password', first.token, { current: 'First-Lantern-7', next: password })
  return { id, tokens: await call<Tokens>('POST', '/session', undefined, { username: name, password }) }
}

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

/** Opens the host platform of another origin at a path inside the app, its user signed in already. */
export async function openAtHost(page: Page, who: Who, path = '', o: { ready?: boolean } = {}): Promise<void> {
  const { token } = await signInApi(who)
  await page.addInitScript(
    (session) => {
      if (!sessionStorage.getItem('fairhaven.session')) sessionStorage.setItem('fairhaven.session', session)
    },
    JSON.stringify({ token, user: who }),
  )
  const entry = encodeURIComponent(`${range()}/page/mg/`)
  await page.goto(`${hostOrigin()}/host/app${path}?entry=${entry}`)
  if (o.ready !== false) await expect(page.locator('.fh-frame .mg-app h1').first()).toBeVisible()
}

/** A zip of dorks as the database of dorks is handed out; their titles are the given word and their number. */
export function ghdbZip(n: number, word: string, from = 1000): Buffer {
  const rows = Array.from({ length: n }, (_, i) => `${from + i}`).map((id) => ({
    id,
    date: '2025-01-02',
    url_title: `<a href="\\/ghdb\\/${id}">intitle:&quot;${word} ${id}&quot;</a>`,
    cat_id: ['1', 'Footholds'],
    author_id: ['2', 'Range'],
    author: { id: '2', name: 'Range' },
    category: { cat_id: '1', cat_title: 'Footholds' },
  }))
  const page = { draw: 1, recordsTotal: n, recordsFiltered: n, data: rows }
  return Buffer.from(zipSync({ 'ghdb.json': strToU8(JSON.stringify(page)) }))
}

/** One more of a class that another test stands for: `npm run test:whole`. */
export const long = { tag: '@long' }

interface Fixtures {
  /** A context signed in as a role, without going through the sign-in page. */
  as: (who: Who, o?: { language?: 'en-US' | 'zh-CN'; theme?: 'theme-dark' | 'theme-light' }) => Promise<Page>
}
export const test = base.extend<Fixtures>({
  as: async ({ browser }, give) => {
    const contexts: BrowserContext[] = []
    await give(async (who, o = {}) => {
      const tokens = await signInApi(who)
      const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, acceptDownloads: true })
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
export { expect }
