/** An exam by the keyboard alone: sat with every kind of question, and invigilated. */
import type { Page } from '@playwright/test'
import { layHall, onlyWhole, receipt, stored } from './hall.ts'
import { app, expect, signInApi, test } from './support.ts'

/** Tabs on until what has the focus has that name. Never more than a page has. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const seen: string[] = []
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press(key)
    const has = await page.evaluate(() => {
      const e = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
      return [e.getAttribute('aria-label'), e.labels?.[0]?.innerText, e.innerText].find((t) => t?.trim()) ?? ''
    })
    if (name.test(has.trim())) return
    seen.push(has.trim().slice(0, 30))
  }
  throw new Error(`no way by ${key} to ${name}: ${seen.join(' | ')}`)
}
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((p, k) => p.then(() => page.keyboard.press(k)), Promise.resolve())
const question = (page: Page, n: number) =>
  expect(page.getByRole('heading', { name: new RegExp(`^Question ${n} of`) })).toBeVisible()

test('every kind of question is answered, marked, handed in and its receipt checked by the keyboard alone', async ({
  as,
}) => {
  onlyWhole()
  const hall = await layHall({ asks: ['single', 'multiple', 'true-false', 'completion', 'short', 'operation'] })
  const { token } = await signInApi('student')
  const page = await as('student')
  await page.goto(app(`/ct/contest/exam-guid/${hall.exam}`))
  await expect(page.getByRole('button', { name: 'Begin now' })).toBeVisible()
  await tabTo(page, /^Begin now$/)
  await press(page, 'Enter')
  await tabTo(page, /^Begin the attempt$/)
  await press(page, 'Enter')
  await question(page, 1)
  await press(page, 'Tab', 'Tab', 'Space')
  await press(page, 'Alt+m', 'Alt+n')
  await question(page, 2)
  await press(page, 'Tab', 'Tab', 'Space', 'Tab', 'Space', 'Alt+n')
  await question(page, 3)
  await press(page, 'Tab', 'Tab', 'Space', 'Alt+n')
  await question(page, 4)
  await press(page, 'Tab', 'Tab')
  await page.keyboard.type('first')
  await press(page, 'Tab')
  await page.keyboard.type('second')
  await press(page, 'Alt+n')
  await question(page, 5)
  await press(page, 'Tab', 'Tab')
  await page.keyboard.type('In my own words')
  await press(page, 'Alt+p')
  await question(page, 4)
  await press(page, 'Alt+n', 'Alt+n')
  await question(page, 6)
  await press(page, 'Tab', 'Tab')
  await page.keyboard.type('What I did')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const sheet = page.getByRole('region', { name: 'Answer sheet' })
  await expect(sheet).toContainText('6 of 6 answered')
  await expect(sheet.getByRole('button', { name: 'Question 1: Answered, Marked' })).toBeVisible()
  // back by the answer sheet
  await tabTo(page, /^Question 1:/)
  await press(page, 'Enter')
  await question(page, 1)
  expect(Object.keys((await stored(hall, token)).answers)).toHaveLength(6)
  await tabTo(page, /^Hand in$/, 'Shift+Tab')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toContainText('1 question is marked')
  await tabTo(page, /^Hand in$/)
  await press(page, 'Enter')
  await expect(receipt(page)).toBeVisible()
  await tabTo(page, /^Check receipt$/)
  await press(page, 'Enter')
  await expect(page.getByText('The receipt is genuine')).toBeVisible()
  await tabTo(page, /^Back to exam$/)
  await press(page, 'Enter')
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()
})

test('a candidate is spoken to, given time, paused, handed in for and let in again by the keyboard alone', async ({
  as,
}) => {
  onlyWhole()
  const hall = await layHall({ asks: ['short'] })
  const { token } = await signInApi('student')
  const { id } = await stored(hall, token)
  const page = await as('super')
  await page.goto(app(`/admin/ct/admin/exams?watch=${hall.exam}`))
  await expect(page.getByText('student_demo')).toBeVisible()
  /** A deed of the candidate's menu. */
  const deed = async (name: RegExp) => {
    await page.locator('body').press('Tab')
    await tabTo(page, /^Actions for/)
    await press(page, 'Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    for (let n = 0; n < 8; n++) {
      const at = await page.evaluate(() => (document.activeElement as HTMLElement).innerText)
      if (name.test(at)) break
      await press(page, 'ArrowDown')
    }
    await press(page, 'Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  const done = async (button: RegExp) => {
    await tabTo(page, button)
    await press(page, 'Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await deed(/^Message/)
  await page.keyboard.type('Mind the time')
  await done(/^Send/)
  const before = await stored(hall, token)
  await deed(/time/)
  await tabTo(page, /^Reason/)
  await page.keyboard.type('Was ill')
  await done(/^Give/)
  await expect
    .poll(async () => Date.parse((await stored(hall, token)).deadline_at) - Date.parse(before.deadline_at))
    .toBe(600_000)
  await tabTo(page, /^Pause$/, 'Shift+Tab')
  await press(page, 'Enter')
  await done(/^Pause$/)
  await tabTo(page, /^Continue$/, 'Shift+Tab')
  await press(page, 'Enter')
  await done(/^Continue$/)
  await deed(/^Hand in/)
  await page.keyboard.type('Left the room')
  await done(/^Hand in/)
  await expect
    .poll(async () => (await hall.run<{ status: string }>('GET', `/exam-sheets/${id}`)).status)
    .not.toBe('ongoing')
  await deed(/again/)
  await tabTo(page, /^Reason/)
  await page.keyboard.type('It was a mistake')
  await done(/^Reopen/)
  expect((await stored(hall, token)).id).toBe(id)
})
