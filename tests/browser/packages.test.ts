/** Packages of lessons in a browser: half done, resumed in another, completed, in the record; several parts; and hostile ones, which reach nothing. */
import type { Browser, FrameLocator, Page } from '@playwright/test'
import { hostilePage, hostilePages } from '../support/hostilePages.ts'
import { manifest12, packageOf, simple12, simple2004 } from '../support/package.ts'
import { seriousOn } from './axe.ts'
import { app, call, expect, newcomer, range, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'

const stamp = Date.now().toString(36)
const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }
const api = '/api/mg/api'

interface Section {
  id: string
  title: string
  bytes: Buffer
}
async function send(token: string, course: string, { title, bytes }: Section) {
  const name = `${title}.zip`
  const file = await call<{ file: string; name: string; size: number }>('POST', `/courses/${course}/files`, token, {
    use: 'package',
    name,
    size: bytes.length,
  })
  const { id } = await call<{ id: string }>('POST', '/deposits', token, {
    kind: 'course-file',
    target: file.file,
    name,
    size: bytes.length,
  })
  const res = await fetch(`${range()}${api}/deposits/${id}/content`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  expect(res.status).toBe(204)
  await expect
    .poll(async () => (await call<{ state: string }>('GET', `/courses/${course}/files/${file.file}`, token)).state)
    .toBe('here')
  return file
}
async function layCourse(token: string, name: string, sections: Section[]): Promise<string> {
  const direction = await call<{ id: string }>('POST', '/directions', token, { name: name.slice(0, 20) })
  const { id } = await call<{ id: string }>('POST', '/courses', token, {
    name,
    direction_id: direction.id,
    language: 'en-US',
    translation: { name: `课件 ${stamp}`, description: '' },
  })
  await call('PUT', `/courses/${id}/outline`, token, {
    version: 1,
    chapters: [
      {
        id: 'c1',
        title: 'Only',
        lessons: [
          {
            id: 'l1',
            title: 'Played',
            sections: sections.map((s) => ({ id: s.id, title: s.title, kind: 'package', rule: 'completed' })),
          },
        ],
      },
    ],
  })
  for (const s of sections) {
    const pack = await send(token, id, s)
    await call('PUT', `/courses/${id}/sections/${s.id}`, token, {
      version: 0,
      content: { kind: 'package', pack, pack_other: null },
    })
  }
  const at = async (p: string) => (await call<{ version: number }>('GET', p, token)).version
  await call('PUT', `/courses/${id}/audience`, token, { ...everybody, version: await at(`/courses/${id}`) })
  const seen = { ...everybody, from: null, to: null, version: await at(`/courses/${id}/visibility`) }
  await call('PUT', `/courses/${id}/visibility`, token, seen)
  await call('POST', `/courses/${id}/publish`, token, { version: await at(`/courses/${id}`) })
  return id
}
async function device(browser: Browser, tokens: Tokens, o: { language?: string; theme?: string } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addInitScript(
    ({ key, kept, language, theme }) => {
      // of the app's own pages: a package has a storage of its own
      if (window !== top) return
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
      localStorage.setItem(key.replace(/session$/, 'language'), language)
      localStorage.setItem(key.replace(/session$/, 'theme'), theme)
    },
    { key: sessionKey(), kept: tokens, language: o.language ?? 'en-US', theme: o.theme ?? 'theme-dark' },
  )
  return context.newPage()
}
const content = (page: Page): FrameLocator => page.frameLocator('.package-frame').frameLocator('iframe')
const lesson = (course: string, section: string) => app(`/oj/course/lesson/${course}/l1?section=${section}`)
const saved = (page: Page) => expect(page.locator('.package-bar')).toContainText('Saved')

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
  await expect(content(one).locator('#entry')).toHaveText('ab-initio')
  await content(one).locator('#next').click()
  await content(one).locator('#next').click()
  await expect(content(one).locator('#place')).toHaveText('2')
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
  await expect(content(two).locator('#place')).toHaveText('3')
  await expect(content(two).locator('#data')).toHaveText('seen:3')
  await expect(content(two).locator('#entry')).toHaveText('resume')
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
  await expect(content(two).locator('#place')).toHaveText('1')
  await two.getByRole('button', { name: /Part B/ }).click()
  await expect(content(two).locator('#place')).toHaveText('0')
  await content(two).locator('#finish').click()
  await saved(two)
  await two.getByRole('button', { name: /Part A/ }).click()
  await expect(content(two).locator('#place')).toHaveText('1')
  // closing the tab keeps what was done a moment before
  await content(two).locator('#next').click()
  await content(two).locator('#next').click()
  await two.close()
  const three = await device(browser, tokens, { language: 'zh-CN' })
  await three.goto(lesson(course, 'p2'))
  await three.getByRole('button', { name: '继续', exact: true }).click()
  await expect(content(three).locator('#place')).toHaveText('3')
  await content(three).locator('#finish').click()
  await expect(three.locator('.package-line')).toContainText('已通过')
  expect(trouble.list.filter((x) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(x))).toEqual([])
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
