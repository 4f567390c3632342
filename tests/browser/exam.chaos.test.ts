/** E2, E3: An exam loses nothing when its page ends while one types, and when its machine is another or has a clock that is wrong. */
import type { Page } from '@playwright/test'
import {
  expectClock,
  field,
  goTo,
  handedIn,
  isSaved,
  layHall,
  onlyWhole,
  receipt,
  runs,
  session,
  sitDown,
  stored,
} from './hall.ts'
import { expect, signInApi, test } from './support.ts'

const rounds = runs || 1
const letters = 'etaoin shrdlu cmfwyp'
const word = (n: number) =>
  Array.from({ length: n }, () => letters[Math.floor(Math.random() * letters.length)]).join('')

/** Ways in which a page ends. */
const ends = {
  left: async (page: Page) => {
    const gone = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await gone
  },
  crashed: async (page: Page) => {
    const cdp = await page.context().newCDPSession(page)
    await Promise.race([cdp.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')])
    await page.close()
  },
  closed: (page: Page) => page.close({ runBeforeUnload: false }),
  reloaded: async (page: Page) => {
    await page.reload({ waitUntil: 'commit' })
    await page.close()
  },
} satisfies Record<string, (page: Page) => Promise<unknown>>
const ways = Object.keys(ends) as (keyof typeof ends)[]

test(`E2 a page that ends while one types loses nothing, ${rounds} times`, async ({ as }) => {
  test.setTimeout(180_000 + rounds * 15_000)
  const hall = await layHall({ asks: ['short'], seconds: 6 * 3600 })
  const { token } = await signInApi('student')
  const first = await as('student')
  const context = first.context()
  let typed = ''
  let [asked, late] = [0, 0]
  for (let n = 0; n < rounds; n++) {
    const page = n === 0 ? first : await context.newPage()
    await sitDown(page, hall)
    // what was typed before the last end is there again, and on its way
    await expect(field(page)).toHaveValue(typed)
    if (typed) await isSaved(page)
    let confirmed = typed
    page.on('response', (r) => {
      if (r.url().endsWith('/save') && r.ok())
        confirmed = (r.request().postDataJSON() as Body).answers[0]?.answer?.text ?? confirmed
    })
    if (typed.length > 900) {
      await field(page).fill('')
      typed = ''
      await expect.poll(async () => (await stored(hall, token)).texts['i0']).toBe('')
    }
    await field(page).press('ControlOrMeta+End')
    const at: number[] = []
    const more = word(1 + Math.floor(Math.random() * (runs ? 60 : 15)))
    for (const c of more) {
      await page.keyboard.insertText(c)
      typed += c
      at.push(Date.now())
      await page.waitForTimeout(Math.random() * (Math.random() < 0.05 ? 900 : 120))
    }
    const end = Date.now()
    const way = ways[n % ways.length] ?? 'left'
    await ends[way](page)
    // a tab that is closed has sent it on its way
    if (way === 'left') await expect.poll(async () => (await stored(hall, token)).texts['i0']).toBe(typed)
    const { texts } = await stored(hall, token)
    const has = texts['i0'] ?? ''
    expect(typed.startsWith(has), 'what is stored is what was typed').toBe(true)
    expect(has.length, 'what was confirmed is stored').toBeGreaterThanOrEqual(Math.min(confirmed.length, typed.length))
    asked++
    // the pause after a key and the way to the server, by a measure that a busy machine keeps as well
    if (has.length < typed.length - at.filter((t) => t > end - 3000).length) late++
  }
  const page = await context.newPage()
  await sitDown(page, hall)
  await expect(field(page)).toHaveValue(typed)
  await isSaved(page)
  expect((await stored(hall, token)).texts['i0']).toBe(typed)
  test
    .info()
    .annotations.push({ type: 'kills', description: `${asked}, of which ${late} were behind by three seconds` })
  expect(late).toBeLessThanOrEqual(rounds > 20 ? rounds / 100 : 0)
})
interface Body {
  answers: { item: string; answer: { text?: string } | null }[]
}

test('E2 what was typed in the last second of an exam is handed in with it, also from a page that is hidden', async ({
  as,
}) => {
  onlyWhole()
  const hall = await layHall({ asks: ['short', 'short'], seconds: 9 })
  const page = await as('student')
  await sitDown(page, hall)
  const { token } = await signInApi('student')
  const { id, deadline_at } = await stored(hall, token)
  await field(page).fill('early')
  await page.waitForTimeout(Math.max(0, Date.parse(deadline_at) - Date.now() - 1300))
  await field(page).pressSequentially(' and late', { delay: 20 })
  await expect(receipt(page)).toBeVisible()
  expect((await handedIn(hall, id))['i0']).toBe('early and late')
  await expect(page.getByText('Not sent')).toHaveCount(0)
  // whoever loads the page again sees his receipt
  await page.reload()
  await expect(receipt(page)).toBeVisible()
})

/** A page of the same person on another machine. */
const few = Math.ceil(runs / 4)
const elsewhere = async (as: (who: 'student') => Promise<Page>) => as('student')

test(`E3 another machine goes on where the first was: order, answers, time, ${few} times`, async ({ as }) => {
  onlyWhole()
  test.setTimeout(180_000 + few * 15_000)
  const hall = await layHall({ asks: ['single', 'short', 'multiple', 'short'], seconds: 6 * 3600 })
  const { token } = await signInApi('student')
  let page = await as('student')
  await sitDown(page, hall)
  const order = (s: Awaited<ReturnType<typeof stored>>) =>
    s.sections.flatMap((x) => x.items.map((i) => [i.id, i.question?.options.map((o) => o.id)]))
  const before = await stored(hall, token)
  const shown = async (on: Page) => {
    await expect(on.getByText('Say what you know of case 0.')).toBeVisible()
    return on.locator('.part-question').innerText()
  }
  const question = await shown(page)
  for (let n = 0; n < few; n++) {
    await goTo(page, 2)
    const text = `Round ${n} ${word(8)}`
    await field(page).fill(text)
    await page.getByRole('button', { name: 'Next' }).click()
    await isSaved(page)
    await ends.crashed(page)
    page = await elsewhere(as)
    await page.goto(session(hall))
    await page.getByRole('button', { name: 'Continue here' }).click()
    await expect(page.locator('.part-question')).toBeVisible()
    expect(await shown(page)).toBe(question)
    await goTo(page, 2)
    await expect(field(page)).toHaveValue(text)
    const now = await stored(hall, token)
    expect(order(now)).toEqual(order(before))
    expect(now.deadline_at).toBe(before.deadline_at)
    await expectClock(page, now)
    if (n > 0) await page.context().pages()[0]?.bringToFront()
  }
})
