/** A licence runs out under people's hands: its module is closed step by step, nothing is lost, and a new one brings it back. */
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { toSecond } from '#src/contract/license/licence.ts'
import { asFile } from '../contract/support/licence.ts'
import { testServer, type TestServer } from '../contract/support/server.ts'
import { long } from './support.ts'

const day = 86_400
const dist = fileURLToPath(new URL('../../dist', import.meta.url))

test(
  'a licence that ends closes its module and loses nothing, and a new one brings everything back',
  long,
  async ({ browser }) => {
    // a clock of its own, so a server of its own
    const s: TestServer = await testServer({ dist, cheapPasswords: true, config: { development: true } })
    try {
      await s.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = s.app.server.address() as AddressInfo
      const base = `http://127.0.0.1:${port}`
      const { serial } = await s.ok('GET /license', {}, 'super')
      const context = await browser.newContext()
      /** The page as somebody opens it today. */
      const open = async (path: string): Promise<Page> => {
        for (const p of context.pages()) await p.close()
        const page = await context.newPage()
        const token = await s.token('super')
        await page.addInitScript(
          ([key, session]) => sessionStorage.setItem(key ?? '', session ?? ''),
          [`range:http://127.0.0.1:${port}:session`, JSON.stringify({ token, jwt_token: '' })],
        )
        await page.goto(`${base}/page/mg${path}`)
        return page
      }
      const activate = async (page: Page, sequence: number, term: number) => {
        const now = s.clock.now().getTime()
        const [from, to] = [toSecond(now), toSecond(now + term * day * 1000)]
        const text = asFile({ serial, sequence, from, to, issued_at: from, modules: ['library'] })
        await page.locator('input[type=file]').setInputFiles({
          name: 'harbour.lic',
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        })
        await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      const entry = (page: Page) =>
        page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tools' })
      const add = (page: Page) => page.getByRole('link', { name: 'Add', exact: true }).first()

      let page = await open('/admin/system/activation')
      await expect(page.getByText('Demonstration', { exact: true })).toBeVisible()
      await activate(page, 1, 20)
      await expect(page.getByText('Ends soon', { exact: true }).first()).toBeVisible()
      await expect(page.getByText('What stops, and when')).toBeVisible()
      await s.ok('POST /tool-categories', { body: { name: 'Kept through it' } }, 'super')

      s.clock.advance(21 * day)
      page = await open('/admin/resource/tool')
      await expect(page.getByText('Licensed modules are read-only until')).toBeVisible()
      await expect(entry(page)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Manage categories' })).toBeVisible()
      await expect(add(page)).toBeHidden()
      const late = await s.call('POST /tool-categories', { body: { name: 'Too late' } }, 'super')
      expect(late.status, late.problem.code).toBe(403)

      s.clock.advance(14 * day)
      page = await open('/admin/resource/tool')
      await expect(page.getByText('This module is closed')).toBeVisible()
      await expect(entry(page)).toBeHidden()
      // the wall is the server's
      for (const call of ['GET /tools', 'GET /tool-categories'] as const)
        expect((await s.call(call, {}, 'super')).problem.code, call).toBe('module_not_licensed')

      await page.getByRole('main').getByRole('link', { name: 'Product activation' }).click()
      await activate(page, 2, 365)
      // the menu of the open page follows by itself
      await entry(page).click()
      await expect(page.getByRole('heading', { name: 'Tools' })).toBeVisible()
      await expect(add(page)).toBeVisible()
      await page.getByRole('link', { name: 'Manage categories' }).click()
      await expect(page.getByText('Kept through it')).toBeVisible()
      await expect(page.getByText('The licence has expired')).toBeHidden()
      await context.close()
    } finally {
      await s.close()
    }
  },
)
