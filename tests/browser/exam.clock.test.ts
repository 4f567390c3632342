/**
 * E1: the server's clock decides. A page whose clock is wrong, that was hidden with its timers held back, or whose machine slept shows the right
 * time as soon as it is seen again; what is chosen in time counts, what is chosen later does not.
 */
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { testServer, type TestServer } from '../contract/support/server.ts'
import { begin } from './hall.ts'
import { long } from './support.ts'
import { layExam, layPaper, storedOf } from '../support/exam.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** Ten minutes before clocks are put back in New York. */
const began = Date.parse('2026-11-01T05:50:00Z')
const zone = 'America/New_York'

let s: TestServer
let base = ''
let paper = ''
test.beforeAll(async () => {
  // a clock of its own, so a server of its own
  s = await testServer({ dist, cheapPasswords: true, config: { development: true } })
  s.clock.set(new Date(began))
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(s.app.server.address() as AddressInfo).port}`
  paper = await layPaper(s, 2)
})
test.afterAll(() => s.close())

/** A candidate at his sheet. @param off by how many milliseconds the clock of his machine is wrong */
async function sit(browser: Browser, off = 0): Promise<{ page: Page; attempt: string }> {
  const exam = await layExam(s, paper)
  const context = await browser.newContext({ timezoneId: zone, locale: 'en-US' })
  const page = await context.newPage()
  await page.clock.install({ time: s.clock.now().getTime() + off })
  // Chrome says that a page is hidden and holds its timers back; here the test does both
  await page.addInitScript(() => {
    let hidden = false
    Object.defineProperty(document, 'hidden', { get: () => hidden })
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
    Object.assign(window, {
      hide(to: boolean) {
        hidden = to
        document.dispatchEvent(new Event('visibilitychange'))
      },
    })
  })
  const token = await s.token('student')
  await page.addInitScript(
    ([key, session]) => sessionStorage.setItem(key ?? '', session ?? ''),
    [`range:${base}:session`, JSON.stringify({ token, jwt_token: '' })],
  )
  await page.goto(`${base}/page/mg/ct/contest/exam/${exam}`)
  await begin(page)
  const { attempt } = await s.ok(
    'POST /my-exams/:id/begin',
    { params: { id: exam }, body: { writer: 'looks-only-here' } },
    'student',
  )
  return { page, attempt }
}
const hide = (page: Page, to: boolean) =>
  page.evaluate((h) => (window as never as { hide(h: boolean): void }).hide(h), to)
const pick = async (page: Page, option: string) => {
  await page.getByRole('radio', { name: option }).check()
  // the pause after a choice, by the page's own clock
  await page.clock.runFor(2100)
}

/** As `layPaper` has them. */
const options = ['This', 'That', 'Neither']
const seconds = (clock: string) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
async function deadlineOf(attempt: string): Promise<number> {
  const { rows } = await s.db.query<{ at: string }>('select deadline_at as at from exam_attempt where id = $1', [
    attempt,
  ])
  return Date.parse(rows[0]?.at ?? '')
}
/** How many seconds the countdown is away from the server's. */
async function drift(page: Page, attempt: string): Promise<number> {
  const left = ((await deadlineOf(attempt)) - s.clock.now().getTime()) / 1000
  return Math.abs(seconds(await page.getByRole('timer').innerText()) - left)
}
/** Seen again: what it shows by the time the server has been asked. */
async function shown(page: Page): Promise<void> {
  const asked = page.waitForResponse(/\/state$/)
  await hide(page, false)
  await (await asked).finished()
}

type Away = (page: Page) => Promise<void>
const aways = {
  'hidden for ten minutes, its timers once a minute': async (page) => {
    await hide(page, true)
    for (let n = 0; n < 10; n++) {
      s.clock.advance(60)
      await page.clock.fastForward(minute)
    }
  },
  'asleep for ten minutes, its running clock as well': async (page) => {
    await hide(page, true)
    s.clock.advance(600)
    await page.clock.setSystemTime(s.clock.now())
  },
  'asleep for ten minutes, its running clock awake': async (page) => {
    await hide(page, true)
    s.clock.advance(600)
    await page.clock.fastForward(10 * minute)
  },
  'put back by a day and an hour': async (page) => page.clock.setSystemTime(s.clock.now().getTime() - day - hour),
} satisfies Record<string, Away>

for (const [name, off] of Object.entries({ ahead: day, behind: -day }))
  test(
    `E1 a page of a machine that is a day ${name} shows the server’s time after whatever kept it, and what counts is by it`,
    long,
    async ({ browser }) => {
      // both pass the hour that comes twice
      s.clock.set(new Date(began))
      const { page, attempt } = await sit(browser, off)
      expect(await drift(page, attempt)).toBeLessThanOrEqual(1)
      for (const [n, [how, away]] of Object.entries(aways).entries()) {
        await away(page)
        if (await page.evaluate(() => document.hidden)) await shown(page)
        await expect.poll(() => drift(page, attempt), how).toBeLessThanOrEqual(1)
        await pick(page, options[n % 2] ?? '')
        await expect.poll(() => storedOf(s, attempt), how).toEqual({ i0: 'ab'[n % 2] })
      }
      const end = await deadlineOf(attempt)
      s.clock.set(new Date(end - minute))
      await pick(page, 'This')
      await expect.poll(() => storedOf(s, attempt)).toEqual({ i0: 'a' })
      // by what the page was told last there is time left
      s.clock.set(new Date(end))
      await pick(page, 'Neither')
      await expect(page.getByRole('heading', { name: 'Handed in' })).toBeVisible()
      expect(await storedOf(s, attempt)).toEqual({ i0: 'a' })
      await expect(page.getByRole('region', { name: 'Not sent' })).toContainText('Neither')
      await page.context().close()
    },
  )
