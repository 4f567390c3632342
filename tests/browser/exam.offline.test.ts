/** An exam whose server is away: offline, busy, silent; what is typed meanwhile arrives, or is shown as what did not. */
import type { BrowserContext, Page } from '@playwright/test'
import { field, goTo, handedIn, isSaved, layHall, onlyWhole, receipt, session, sitDown, stored } from './hall.ts'
import { expect, signInApi, test } from './support.ts'

const away = (page: Page) => page.getByText('The server cannot be reached.')

test.describe('without the server', () => {
  const breaks: Record<string, (page: Page, context: BrowserContext) => Promise<() => Promise<void>>> = {
    offline: async (_page, context) => {
      await context.setOffline(true)
      return () => context.setOffline(false)
    },
    busy: async (page) => {
      await page.route(/exam-attempts/, (r) =>
        r.fulfill({
          status: 503,
          headers: { 'retry-after': '2' },
          contentType: 'application/json',
          body: '{"code":"busy"}',
        }),
      )
      return () => page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    silent: async (page) => {
      await page.route(/exam-attempts/, () => undefined)
      return () => page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  }
  for (const [name, begin] of Object.entries(breaks))
    test(`one is told so, writes on, and all of it arrives in order afterwards: ${name}`, async ({ as }) => {
      if (name !== 'offline') onlyWhole()
      const hall = await layHall()
      const { token } = await signInApi('student')
      const page = await as('student')
      await sitDown(page, hall)
      await field(page).fill('before')
      await isSaved(page)
      const end = await begin(page, page.context())
      await field(page).fill('first')
      await expect(away(page)).toBeVisible()
      await goTo(page, 2)
      await field(page).fill('second')
      await goTo(page, 1)
      await field(page).fill('first, changed')
      await expect(page.getByText('2 questions have not been sent yet.')).toBeVisible()
      expect((await stored(hall, token)).texts).toEqual({ i0: 'before' })
      await end()
      await isSaved(page)
      await expect(away(page)).toBeHidden()
      expect((await stored(hall, token)).texts).toEqual({ i0: 'first, changed', i1: 'second' })
    })

  test('a page that is closed meanwhile, and opened when all is well again, brings it along', async ({ as }) => {
    onlyWhole()
    const hall = await layHall()
    const { token } = await signInApi('student')
    const page = await as('student')
    const context = page.context()
    await sitDown(page, hall)
    await context.setOffline(true)
    await field(page).fill('written alone')
    await goTo(page, 3)
    await field(page).fill('and this')
    await page.close()
    await context.setOffline(false)
    const again = await context.newPage()
    await sitDown(again, hall)
    await expect(again.getByRole('heading', { name: /^Question 3/ })).toBeVisible()
    await isSaved(again)
    expect((await stored(hall, token)).texts).toEqual({ i0: 'written alone', i2: 'and this' })
  })

  test('what did not arrive before the end does not count, and is shown until it was read', async ({ as }) => {
    onlyWhole()
    const hall = await layHall({ seconds: 7 })
    const { token } = await signInApi('student')
    const page = await as('student')
    await sitDown(page, hall)
    const { id } = await stored(hall, token)
    await field(page).fill('in time')
    await page.getByRole('button', { name: 'Next' }).click()
    await isSaved(page)
    await page.context().setOffline(true)
    await field(page).fill('too late')
    await expect(page.getByText('your time is up, and the server cannot be reached')).toBeVisible()
    await page.context().setOffline(false)
    await expect(receipt(page)).toBeVisible()
    expect(await handedIn(hall, id)).toMatchObject({ i0: 'in time', i1: '' })
    const lost = page.getByRole('region', { name: 'Not sent' })
    await expect(lost).toContainText('do not count')
    await expect(lost).toContainText('too late')
    await page.goto(session(hall))
    await expect(lost).toContainText('too late')
    await lost.getByRole('button', { name: 'I have read it' }).click()
    await expect(lost).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(lost).toBeHidden()
  })
})
