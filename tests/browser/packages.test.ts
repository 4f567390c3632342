/** Packages of lessons in a browser: half done, resumed in another, completed, in the record; several parts; and hostile ones, which reach nothing. */
import type { Page } from '@playwright/test'
import { hostilePage, hostilePages } from '../support/hostilePages.ts'
import { manifest12, packageOf, simple12, simple2004 } from '../support/package.ts'
import { seriousOn } from './axe.ts'
import { content, device, layCourse, lesson, saved, stamp } from './packageGround.ts'
import { app, call, expect, newcomer, range, signInApi, test, watch } from './support.ts'

/** A frame of another site that goes away under a look at it takes the look with it: it is looked at again. */
const shows = (page: Page, what: string, text: string) =>
  expect(() => expect(content(page).locator(what)).toHaveText(text, { timeout: 10_000 })).toPass({ timeout: 60_000 })

test.describe.configure({ mode: 'serial' })
let course = ''
let hostile = ''

test('an author brings a package and sees what is in it; what is none is refused by a sentence', async ({ as }) => {
  const { token } = await signInApi('admin')
  course = await layCourse(token, `Packages ${stamp}`, [
    { id: 'p1', title: 'Half and half', bytes: simple12([{ id: 'one', title: 'Only part' }]) },
    {
      id: 'p2',
      title: 'In parts',
      bytes: simple2004([
        { id: 'g', kind: 'group', title: 'First chapter', items: [{ id: 'a', title: 'Part A' }] },
        { id: 'b', title: 'Part B' },
      ]),
    },
  ])
  const page = await as('admin')
  const trouble = watch(page)
  await page.goto(app(`/admin/oj/admin/course/${course}/lesson?at=p2`))
  const items = page.locator('.course-package-items li')
  await expect(items).toHaveText([/First chapter/, /Part A.*reports progress/, /Part B/])
  await expect(page.locator('.course-package')).toContainText('SCORM 2004')
  const other = page.getByRole('group', { name: 'Package in the other language' })
  await other.locator('input[type=file]').setInputFiles({
    name: 'gone.zip',
    mimeType: 'application/zip',
    buffer: packageOf(manifest12([{ id: 'a', href: 'gone.html' }])),
  })
  await expect(other.locator('.mg-error')).toContainText('opens “gone.html”, which is not in the package')
  await other.locator('input[type=file]').setInputFiles({
    name: 'link.zip',
    mimeType: 'application/zip',
    buffer: packageOf(manifest12([{ id: 'a' }]), { 'index.html': 'x' }, [{ name: '../x', data: 'x' }]),
  })
  await expect(other.locator('.mg-error')).toContainText('A path leads out of the archive.')
  await seriousOn(page)
  expect(trouble.list).toEqual([])
})

test('half done in one browser, it goes on in another, is completed and stands in the record', async ({ browser }) => {
  const { tokens } = await newcomer(`packages_${stamp}`)
  await call('POST', `/learning/courses/${course}/join`, tokens.token, {})
  const one = await device(browser, tokens)
  const trouble = watch(one)
  await one.goto(lesson(course, 'p1'))
  await one.getByRole('button', { name: 'Start', exact: true }).click()
  await shows(one, '#entry', 'ab-initio')
  await content(one).locator('#next').click()
  await content(one).locator('#next').click()
  await shows(one, '#place', '2')
  await saved(one)
  await expect(one.locator('.package-line')).toContainText('In progress')
  // without a connection it is said, and sent again
  await one.context().setOffline(true)
  await content(one).locator('#next').click()
  await expect(one.locator('.package-bar')).toContainText('Not saved yet')
  await one.context().setOffline(false)
  await saved(one)

  const two = await device(browser, tokens, { theme: 'theme-light' })
  await two.goto(lesson(course, 'p1'))
  await two.getByRole('button', { name: 'Continue', exact: true }).click()
  await shows(two, '#place', '3')
  await shows(two, '#data', 'seen:3')
  await shows(two, '#entry', 'resume')
  // the older window is told
  await content(one).locator('#next').click()
  await expect(one.getByText('The package was opened in another window')).toBeVisible()
  await content(two).locator('#finish').click()
  await expect(two.locator('.package-line')).toContainText('Completed')
  await expect(two.locator('.package-line')).toContainText('This section is done.')
  await seriousOn(two)
  const record = await call<{ items: { part_title: string; result: number }[] }>(
    'GET',
    '/learning/record',
    tokens.token,
  )
  expect(record.items).toMatchObject([{ part_title: 'Half and half', result: 0.9 }])
  // several parts: each has its own data, what one left is kept before the next begins
  await two.goto(lesson(course, 'p2'))
  await two.getByRole('button', { name: 'Start', exact: true }).click()
  await content(two).locator('#next').click()
  await shows(two, '#place', '1')
  await two.getByRole('button', { name: /Part B/ }).click()
  await shows(two, '#place', '0')
  await content(two).locator('#finish').click()
  await saved(two)
  await two.getByRole('button', { name: /Part A/ }).click()
  await shows(two, '#place', '1')
  // closing the tab keeps what was done a moment before
  await content(two).locator('#next').click()
  await content(two).locator('#next').click()
  await two.close()
  const three = await device(browser, tokens, { language: 'zh-CN' })
  await three.goto(lesson(course, 'p2'))
  await three.getByRole('button', { name: '继续', exact: true }).click()
  await shows(three, '#place', '3')
  await content(three).locator('#finish').click()
  await expect(three.locator('.package-line')).toContainText('已通过')
  // both versions report a score, and it counts: why, it says
  await three.goto(app(`/oj/course/detail/${course}`))
  await expect(three.getByRole('status').filter({ hasText: '%' })).toHaveText(/90%\s*A/)
  await three.getByRole('button', { name: '成绩如何得出？' }).click()
  await expect(three.getByRole('row', { name: /已评定.*90 \/ 100/ })).toHaveCount(2)
  expect(trouble.list.filter((x) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(x))).toEqual([])
})

test('in a window of its own it goes on where it was, and in the lesson again when that window is closed', async ({
  browser,
}) => {
  const { tokens } = await newcomer(`apart_${stamp}`)
  await call('POST', `/learning/courses/${course}/join`, tokens.token, {})
  const page = await device(browser, tokens)
  const trouble = watch(page)
  await page.goto(lesson(course, 'p1'))
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  // what was done a moment before is kept before it moves
  await content(page).locator('#next').click()
  const [own] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open in its own window' }).click(),
  ])
  await shows(own, '#place', '1')
  await shows(own, '#entry', 'resume')
  await expect(page.getByText('The package is open in its own window')).toBeVisible()
  await content(own).locator('#next').click()
  await saved(page)
  // and so is what was done just before its window was closed
  await content(own).locator('#next').click()
  await own.close({ runBeforeUnload: true })
  await shows(page, '#place', '3')
  await content(page).locator('#finish').click()
  await expect(page.locator('.package-line')).toContainText('This section is done.')
  // it goes with its section
  const [again] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open in its own window' }).click(),
  ])
  await expect(content(again).locator('#place')).toBeVisible()
  await Promise.all([again.waitForEvent('close'), page.getByRole('link', { name: 'In parts' }).first().click()])
  expect(trouble.list).toEqual([])
})

test('hostile packages reach nothing of the app', async ({ browser }) => {
  const { token } = await signInApi('admin')
  const items = hostilePages.map((h, n) => ({ id: `h${n}`, title: h.name, href: `h${n}.html` }))
  const files = Object.fromEntries(hostilePages.map((h, n) => [`h${n}.html`, hostilePage(h, range())]))
  hostile = await layCourse(token, `Hostile ${stamp}`, [
    { id: 'p1', title: 'Hostile', bytes: packageOf(manifest12(items), { ...files, 'worker.js': 'self.x=1' }) },
  ])
  const { tokens } = await newcomer(`hostile_${stamp}`)
  await call('POST', `/learning/courses/${hostile}/join`, tokens.token, {})
  const page = await device(browser, tokens)
  await page.goto(lesson(hostile, 'p1'))
  /** What frames of packages got from the app's origin. */
  const reached: string[] = []
  page.on('response', (r) => {
    if (r.url().startsWith(range()) && r.frame() !== page.mainFrame()) reached.push(r.url())
  })
  const windows: string[] = []
  page.context().on('page', (p) => windows.push(p.url()))
  const home = page.url()
  const came: string[] = []
  for (const [n, { name }] of hostilePages.entries()) {
    if (n === 0) await page.getByRole('button', { name: 'Start', exact: true }).click()
    else await page.locator('.package-parts button').nth(n).click()
    await expect(page.locator('.package-parts button').nth(n)).toHaveAttribute('aria-current', 'true')
    const result = content(page).locator('#result')
    await expect(result, name).not.toHaveText('waiting', { timeout: 15_000 })
    if ((await result.textContent()) !== 'stayed') came.push(name)
    expect(page.url(), name).toBe(home)
  }
  expect(came).toEqual([])
  expect(reached).toEqual([])
  expect(windows).toEqual([])
  // nothing that they said of themselves was believed
  await expect(page.locator('.package-line')).not.toContainText('Passed')
  await expect(page.getByText('You have completed the course')).toHaveCount(0)
  const { member } = await call<{ member: { state: string } }>('GET', `/learning/courses/${hostile}`, tokens.token)
  expect(member.state).toBe('learning')
})
