/** Homework from its lesson to its marks: written in two tabs and without a network, handed in with a receipt, marked by keys, and read again. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { app, call, expect, newcomer, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'

const stamp = Date.now().toString(36)
const title = `Homework ${stamp}`
const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }

/** A course with a choice and a text as homework. @returns its id */
async function layCourse(token: string): Promise<string> {
  const made = (path: string, body: unknown) => call<{ id: string }>('POST', path, token, body)
  const set = await made('/theory-sets', { name: `Homework set ${stamp}`, parent_id: null })
  const asked = { set_id: set.id, language: 'en-US' }
  const choice = await made('/theory-questions', {
    ...asked,
    title: `Which port ${stamp}`,
    stem: 'Which port does HTTPS use?',
    type: 'single',
    options: [
      { id: 'a', text: '443', correct: true },
      { id: 'b', text: '80' },
    ],
  })
  const essay = await made('/theory-questions', {
    ...asked,
    title: `Why a salt ${stamp}`,
    stem: 'Why is a salt added to a password?',
    type: 'short',
    score: 4,
    reference: 'Equal passwords have other hashes',
    rubric: [
      { text: 'Equal passwords differ', points: 3 },
      { text: 'Tables are worth nothing', points: 1 },
    ],
  })
  const direction = await made('/directions', { name: `Homework ${stamp}`.slice(0, 20), parent_id: null })
  const { id } = await made('/courses', { name: `Course ${stamp}`, language: 'en-US', direction_id: direction.id })
  const at = async (path: string) => (await call<{ version: number }>('GET', path, token)).version
  const section = { id: 's1', title, kind: 'homework', rule: 'answered' }
  const chapters = [{ id: 'c1', title: 'One', lessons: [{ id: 'l1', title: 'Secrets', sections: [section] }] }]
  await call('PUT', `/courses/${id}/outline`, token, { version: await at(`/courses/${id}/outline`), chapters })
  const item = (n: number, question_id: string, score: number) => ({
    id: `i${n}`,
    question_id,
    question_version: 1,
    score,
  })
  const content = { kind: 'homework', items: [item(0, choice.id, 2), item(1, essay.id, 4)], attempts: 2 }
  await call('PUT', `/courses/${id}/sections/s1`, token, { content, version: 0 })
  await call('PUT', `/courses/${id}/audience`, token, { ...everybody, version: await at(`/courses/${id}`) })
  await call('PUT', `/courses/${id}/visibility`, token, {
    ...everybody,
    from: null,
    to: null,
    version: await at(`/courses/${id}/visibility`),
  })
  await call('POST', `/courses/${id}/publish`, token, { version: await at(`/courses/${id}`) })
  return id
}

async function machine(browser: Browser, tokens: Tokens, language = 'en-US'): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addInitScript(
    ({ key, kept, spoken }) => {
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
      localStorage.setItem(key.replace(/session$/, 'language'), spoken)
    },
    { key: sessionKey(), kept: tokens, spoken: language },
  )
  return context
}
const text = (page: Page) => page.locator('.part-question textarea')

test('homework is written in one tab at a time and without a network, handed in, marked and read again', async ({
  browser,
}) => {
  const { token } = await signInApi('admin')
  const id = await layCourse(token)
  const who = await newcomer(`homework_${stamp}`.slice(0, 20), 'student')
  await call('POST', `/learning/courses/${id}/join`, who.tokens.token, {})
  const own = await machine(browser, who.tokens)
  const page = await own.newPage()
  const trouble = watch(page)

  await page.goto(app(`/oj/course/lesson/${id}/l1`))
  await expect(page.getByText('2 of 2 attempts left')).toBeVisible()
  await page.getByRole('link', { name: 'Start the homework' }).click()
  await expect(page.getByText('Which port does HTTPS use?')).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('Alt+n')
  await text(page).fill('So that')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // another tab of the same browser does not write over it
  const other = await own.newPage()
  await other.goto(page.url())
  await expect(other.getByText('This homework is open somewhere else')).toBeVisible()
  await other.close()

  // the network goes, more is typed, the window is closed
  expect(trouble.list).toEqual([])
  await own.setOffline(true)
  await text(page).fill('So that equal passwords have different hashes')
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await page.close()
  await own.setOffline(false)
  const again = await own.newPage()
  const later = watch(again)
  await again.goto(app(`/oj/course/lesson/${id}/l1/s1`))
  await expect(again.locator('.part-question input').first(), 'what was saved').toBeChecked()
  await again.getByRole('button', { name: 'Next' }).click()
  await expect(text(again), 'what was typed without a network').toHaveValue(/different hashes$/)
  await expect(again.getByText('Saved', { exact: true })).toBeVisible()

  await again.getByRole('button', { name: 'Hand in' }).click()
  const dialog = again.getByRole('dialog')
  await expect(dialog).toContainText('You can hand in once more after this.')
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect(again.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await again.getByRole('button', { name: 'Check receipt' }).click()
  await expect(again.getByText('The receipt is genuine')).toBeVisible()
  await expect(again.getByText('1 answer waits for a teacher.')).toBeVisible()

  const desk = await machine(browser, await signInApi('admin'))
  const marker = await desk.newPage()
  await marker.goto(app(`/admin/oj/admin/course/${id}/practice`))
  await marker.getByRole('link', { name: title }).click()
  await marker.getByRole('link', { name: 'Mark 1 answer' }).click()
  await expect(marker.locator('.marking-paper')).toContainText('different hashes')
  await marker.keyboard.press('a')
  await expect(marker.locator('[data-points]')).toHaveValue('3')
  await marker.keyboard.press('Enter')
  await expect(marker.getByText('Nothing left for you on this question')).toBeVisible()

  await again.reload()
  await expect(again.getByRole('heading', { name: '5 of 6 points' })).toBeVisible()
  await expect(again.getByText('Equal passwords differ')).toBeVisible()
  await expect(again.getByText('Equal passwords have other hashes'), 'it may be handed in again').toHaveCount(0)
  await again.getByRole('button', { name: 'Hand in again' }).click()
  await expect(again.locator('.part-question input').first(), 'begun with what was handed in').toBeChecked()
  expect(later.list).toEqual([])

  const chinese = await (await machine(browser, who.tokens, 'zh-CN')).newPage()
  await chinese.goto(app(`/oj/course/detail/${id}`))
  await chinese.getByRole('button', { name: '成绩如何得出？' }).click()
  await expect(chinese.getByText('作业：83%，占成绩的 100%')).toBeVisible()
  for (const context of [own, desk, chinese.context()]) await context.close()
})
