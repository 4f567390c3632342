/** Video and documents in lessons: brought by their author, watched on two devices, searched, noted and loaded in few requests, alone and in a host's page. */
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { pdfOf } from '#mock/seed/course/pdf.ts'
import { seriousOn } from './axe.ts'
import { app, call, expect, newcomer, openAtHost, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'

const stamp = Date.now().toString(36)
const name = `Media ${stamp}`
const clip = path.join(import.meta.dirname, '../../mock/seed/course/clips/arp.webm')
const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }
const pages = Array.from({ length: 6 }, (_, n) => ({
  title: `Chapter ${n + 1}`,
  lines: [n === 4 ? 'Here is the needle of this document.' : 'Hay, and nothing but hay.', 'And a second line.'],
}))
const words =
  'WEBVTT\n\n00:00.500 --> 00:05.500\nWho has this address?\n\n00:12.000 --> 00:17.000\nIts owner answers.\n'

async function newCourse(token: string): Promise<string> {
  const direction = await call<{ id: string }>('POST', '/directions', token, { name: `Media ${stamp}` })
  const { id } = await call<{ id: string }>('POST', '/courses', token, {
    name,
    direction_id: direction.id,
    language: 'en-US',
    translation: { name: `媒体 ${stamp}`, description: '' },
  })
  const chapters = [
    {
      id: 'c1',
      title: 'Only',
      lessons: [
        {
          id: 'l1',
          title: 'Seen and read',
          sections: [
            { id: 'v1', title: 'A short film', title_other: '短片', kind: 'video', rule: 'watched', share: 0.1 },
            { id: 'v2', title: 'In its order', title_other: '按顺序', kind: 'video', rule: 'watched' },
            { id: 'd1', title: 'A document', title_other: '文档', kind: 'document', rule: 'read' },
          ],
        },
      ],
    },
  ]
  await call('PUT', `/courses/${id}/outline`, token, { version: 1, chapters })
  return id
}
async function publish(token: string, id: string): Promise<void> {
  const at = async (p: string) => (await call<{ version: number }>('GET', p, token)).version
  await call('PUT', `/courses/${id}/audience`, token, { ...everybody, version: await at(`/courses/${id}`) })
  await call('PUT', `/courses/${id}/visibility`, token, {
    ...everybody,
    from: null,
    to: null,
    version: await at(`/courses/${id}/visibility`),
  })
  await call('POST', `/courses/${id}/publish`, token, { version: await at(`/courses/${id}`) })
}
async function device(browser: Browser, tokens: Tokens, language = 'en-US'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addInitScript(
    ({ key, kept, spoken }) => {
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
      localStorage.setItem(key.replace(/session$/, 'language'), spoken)
    },
    { key: sessionKey(), kept: tokens, spoken: language },
  )
  return context.newPage()
}
const film = (page: Page) => page.locator('.learn-video-frame video')
const second = (page: Page) => film(page).evaluate((v) => (v as HTMLVideoElement).currentTime)

test.describe.configure({ mode: 'serial' })
let id = ''

test('an author brings a video, captions and a document, and is told of what is none', async ({ as }) => {
  const { token } = await signInApi('admin')
  id = await newCourse(token)
  const page = await as('admin')
  const trouble = watch(page)
  await page.goto(app(`/admin/oj/admin/course/${id}/lesson?at=v1`))
  const video = page.getByRole('group', { name: 'Video', exact: true })
  await video.locator('input[type=file]').setInputFiles({
    name: 'fake.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('<html>no film</html>'),
  })
  await expect(video.locator('.mg-error')).toContainText('fake.mp4: This is no MP4, WebM or Ogg video.')
  await video.locator('input[type=file]').setInputFiles(clip)
  await expect(video.getByText('arp.webm')).toBeVisible()
  await expect(video.getByText('0:30')).toBeVisible()
  const captions = page.getByRole('group', { name: /Captions in English/ })
  await captions.locator('input[type=file]').setInputFiles({
    name: 'en.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(words),
  })
  await expect(captions.locator('.course-file-list')).toContainText('en.vtt')
  await page.getByRole('button', { name: 'Add chapter', exact: true }).click()
  await page.getByLabel('Title of chapter 1', { exact: true }).fill('Asking')
  await page.getByRole('button', { name: 'Add chapter', exact: true }).click()
  await page.getByLabel('Chapter 2 begins at').fill('0:12')
  await page.getByLabel('Title of chapter 2', { exact: true }).fill('Answering')
  await expect(page.getByText('Saved as draft')).toBeVisible()
  await page.goto(app(`/admin/oj/admin/course/${id}/lesson?at=d1`))
  const document_ = page.getByRole('group', { name: 'PDF', exact: true })
  await document_.locator('input[type=file]').setInputFiles({
    name: 'hay.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf(pages, { title: 'Hay', chinese: false }),
  })
  await expect(document_.locator('.course-file-list')).toContainText('hay.pdf')
  await expect(page.getByText('Saved as draft')).toBeVisible()
  await page.goto(app(`/admin/oj/admin/course/${id}/lesson?at=v1`))
  await expect(page.getByLabel('Title of chapter 2', { exact: true })).toHaveValue('Answering')
  await expect(page.getByText('Saved as draft')).toBeVisible()
  const { content } = await call<{ content: object }>('GET', `/courses/${id}/sections/v1`, token)
  await call('PUT', `/courses/${id}/sections/v2`, token, { content: { ...content, free_seek: false }, version: 0 })
  await publish(token, id)
  expect(await seriousOn(page)).toEqual([])
  expect(trouble.list).toEqual([])
})

test('a learner watches it, comes back on another device, follows the words, and takes a note that leads back', async ({
  browser,
}) => {
  const who = await newcomer(`viewer_${stamp}`.slice(0, 20), 'student')
  await call('POST', `/learning/courses/${id}/join`, who.tokens.token, {})
  const page = await device(browser, who.tokens)
  const trouble = watch(page)
  const ranges: string[] = []
  page.on('request', (r) => r.url().includes('/course-media/') && ranges.push(r.headers()['range'] ?? ''))
  await page.goto(app(`/oj/all-course/lesson/${id}/l1?section=v1`))
  await expect(film(page)).toBeVisible()
  await page.locator('.vjs-big-play-button').click()
  await expect.poll(() => second(page)).toBeGreaterThan(1)
  await expect(page.locator('.learn-video-frame').getByText('Who has')).toHaveCount(0)
  await page.getByText('Transcript (English)').click()
  await expect(page.getByRole('button', { name: /Who has this address/ })).toHaveAttribute('aria-current', 'true')

  // the words lead where they are said, and few requests are enough for it
  const before = ranges.length
  await page.getByRole('button', { name: /Its owner answers/ }).click()
  await expect.poll(() => second(page)).toBeGreaterThan(11.9)
  expect(ranges.length - before).toBeLessThanOrEqual(4)
  expect(ranges.every((r) => r.startsWith('bytes='))).toBe(true)
  await page.getByLabel('New note, only for you').fill('The answer proves nothing')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('button', { name: /A short film · 0:1\d/ })).toBeVisible()
  await expect.poll(() => second(page)).toBeGreaterThan(14.5)
  await page.locator('.learn-video-frame .video-js').focus()
  await page.keyboard.press('c')
  const shown = () =>
    film(page).evaluate((v) =>
      [...(v as HTMLVideoElement).textTracks].flatMap((x) => (x.mode === 'showing' ? x.cues?.length : [])),
    )
  await expect.poll(shown, 'captions of the browser’s own').toEqual([2])
  await page.keyboard.press('k')
  await expect.poll(() => film(page).evaluate((v) => (v as HTMLVideoElement).paused)).toBe(true)
  await expect(page.locator('.learn-done'), 'three seconds of thirty were enough').toContainText('Watched')

  const at = await second(page)
  const other = await device(browser, who.tokens, 'zh-CN')
  await other.goto(app(`/oj/course/lesson/${id}/l1?section=v1`))
  await expect(film(other)).toBeVisible()
  await expect.poll(() => second(other)).toBeGreaterThan(at - 2)
  await expect(other.locator('.vjs-play-control')).toHaveAttribute('title', '播放')
  await other.context().close()

  await page.getByRole('button', { name: /A short film · 0:1\d/ }).click()
  await expect.poll(() => second(page)).toBeLessThan(at)
  expect(await seriousOn(page)).toEqual([])

  // what may not be skipped is not, by keys or by words; the place is kept
  await page.getByRole('link', { name: 'In its order', exact: true }).click()
  await expect(film(page)).toBeVisible()
  await page.locator('.vjs-big-play-button').click()
  await expect.poll(() => second(page)).toBeGreaterThan(1)
  await page.locator('.learn-video-frame .video-js').focus()
  await page.keyboard.press('l')
  await expect(page.getByText('You can skip ahead once')).toBeVisible()
  expect(await second(page)).toBeLessThan(8)
  expect(trouble.list).toEqual([])
})

test('a document is turned, searched and read to its end; its place comes back', async ({ browser }) => {
  const who = await newcomer(`reader_${stamp}`.slice(0, 20), 'student')
  await call('POST', `/learning/courses/${id}/join`, who.tokens.token, {})
  const page = await device(browser, who.tokens)
  const trouble = watch(page)
  await page.goto(app(`/oj/all-course/lesson/${id}/l1?section=d1`))
  const number = page.getByRole('textbox', { name: 'Page, of 6' })
  await expect(number).toHaveValue('1')
  await expect(page.locator('.textLayer').first()).toContainText('Chapter 1')
  await page.getByRole('searchbox', { name: 'Search in the document' }).fill('needle')
  await expect(number).toHaveValue('5')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await page.waitForTimeout(1200)
  await page.reload()
  await expect(number, 'a reload is at the same page').toHaveValue('5')
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.getByRole('button', { name: 'Chapter 2' }).click()
  await expect(number).toHaveValue('2')
  await expect(page.getByText('Download')).toHaveCount(0)
  await number.fill('6')
  await number.press('Enter')
  await expect(page.locator('.learn-done')).toContainText('Read')
  await page.getByRole('button', { name: 'Chapter 4' }).click()
  const fourth = page.locator('.page[data-page-number="4"]')
  await expect(fourth.locator('.textLayer')).toContainText('Chapter 4')
  // once more, to a page that stands there already
  await page.getByRole('button', { name: 'Chapter 4' }).click()
  const width = () => fourth.locator('canvas').evaluate((c) => (c as HTMLCanvasElement).width)
  const before = await width()
  const closer = page.getByRole('button', { name: 'Zoom in' })
  await closer.click()
  await expect.poll(width).toBeGreaterThan(before)
  await expect(fourth.locator('.textLayer')).toBeVisible()
  await expect(closer, 'a page that the contents led to takes no focus when it is drawn again').toBeFocused()
  expect(await seriousOn(page)).toEqual([])
  expect(trouble.list).toEqual([])
})

test('both play in a host’s page, which is of another origin', async ({ page }) => {
  const { token } = await signInApi('student')
  await call('POST', `/learning/courses/${id}/join`, token, {})
  await openAtHost(page, 'student', `/oj/all-course/lesson/${id}/l1`)
  await expect(film(page)).toBeVisible()
  await expect.poll(() => film(page).evaluate((v) => (v as HTMLVideoElement).readyState)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'A document', exact: true }).click()
  await expect(page.locator('.textLayer').first()).toContainText('Chapter')
})
