/** The learner's own side: a goal for the week, reminders, and asking for a course that one finds and may not take. */
import { app, call, expect, newcomer, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'
import type { Browser, Page } from '@playwright/test'

const stamp = Date.now().toString(36)
const name = `Closed course ${stamp}`
const nobody = { all: false, orgs: [], roles: [], users: [], teams: [] }

/** Everybody finds it, and one person may take it. */
async function layClosed(token: string, taker: string): Promise<string> {
  const made = (path: string, body: object) => call<{ id: string; version: number }>('POST', path, token, body)
  const direction = await made('/directions', { name: `Closed ${stamp}` })
  const { id } = await made('/courses', { name, direction_id: direction.id })
  const section = { id: 's1', title: 'One', kind: 'text', rule: 'read' }
  const chapters = [{ id: 'c1', title: 'Begin', lessons: [{ id: 'l1', title: 'First', sections: [section] }] }]
  await call('PUT', `/courses/${id}/outline`, token, { version: 1, chapters })
  const content = { kind: 'text', body: 'Read me.', body_other: '' }
  await call('PUT', `/courses/${id}/sections/s1`, token, { content, version: 0 })
  const { version } = await call<{ version: number }>('GET', `/courses/${id}`, token)
  await call('PUT', `/courses/${id}/audience`, token, { ...nobody, users: [taker], version })
  await call('PUT', `/courses/${id}/visibility`, token, { ...nobody, all: true, from: null, to: null, version: 1 })
  const now = await call<{ version: number }>('GET', `/courses/${id}`, token)
  await call('POST', `/courses/${id}/publish`, token, { version: now.version })
  return id
}

async function device(browser: Browser, tokens: Tokens): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } })
  await context.addInitScript(
    ({ key, kept }) => {
      sessionStorage.setItem(key, JSON.stringify(kept))
      localStorage.setItem('lang', 'en-US')
    },
    { key: sessionKey(), kept: tokens },
  )
  return context.newPage()
}

test('a learner sets a goal and reminders, asks for a closed course, and takes it once its keeper lets them in', async ({
  browser,
}) => {
  const keeper = await signInApi('super')
  const id = await layClosed(keeper.token, (await newcomer(`takes_${stamp}`, 'student')).id)
  const learner = await newcomer(`asks_${stamp}`, 'student')
  const page = await device(browser, learner.tokens)
  const trouble = watch(page)

  await page.goto(app('/personal?tab=statistics'))
  await page.getByRole('button', { name: 'Set a goal' }).click()
  const goal = page.getByRole('dialog', { name: 'This week' })
  await goal.getByLabel('Goal for a week').fill('5')
  await expect(goal.getByText('A whole number from 10 to 3000.')).toBeVisible()
  await goal.getByLabel('Goal for a week').fill('90')
  await goal.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('progressbar', { name: 'Progress towards the week goal' })).toBeVisible()
  await page.getByRole('button', { name: 'Weeks' }).click()
  await expect(page).toHaveURL(/by=week/)

  await page.goto(app('/personal?tab=schedule'))
  await page.getByRole('button', { name: 'Reminders' }).click()
  await page.getByLabel('A day before').uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Reminders' }).click()
  await expect(page.getByLabel('A day before')).not.toBeChecked()
  await expect(page.getByLabel('An hour before')).toBeChecked()
  await page.keyboard.press('Escape')

  await page.goto(app(`/oj/all-course/detail/${id}`))
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await page.getByRole('textbox', { name: 'A word to the teacher' }).fill('I need it for my work.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('You asked for access:')).toBeVisible()

  const desk = await device(browser, keeper)
  const deskTrouble = watch(desk)
  await desk.goto(app(`/admin/oj/admin/course?q=${encodeURIComponent(name)}`))
  await expect(desk.getByText('1 request')).toBeVisible()
  await desk
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: /more|actions/i })
    .click()
  await desk.getByRole('menuitem', { name: 'Requests' }).click()
  const requests = desk.getByRole('dialog', { name: new RegExp(name) })
  await expect(requests.getByText('I need it for my work.')).toBeVisible()
  await requests.getByRole('button', { name: /^Approve:/ }).click()
  await expect(requests.getByText('Approved', { exact: true })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Join the course' }).click()
  await expect(page.getByRole('link', { name: 'Start learning' })).toBeVisible()
  expect([...trouble.list, ...deskTrouble.list]).toEqual([])
})
