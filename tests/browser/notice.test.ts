/** An announcement to one organisation, from the form of whoever writes it to the bell of whoever it is for. */
import { href } from '#src/contract/screens/index.ts'
import { app, expect, long, openAtHost, test, watch } from './support.ts'

test('announced to one organisation, only they see it, live in the bell and without a reload', long, async ({ as }) => {
  const title = `Room change ${Date.now() % 1_000_000}`
  const [writer, student, other] = await Promise.all([as('admin'), as('student'), as('referee')])
  const trouble = watch(student)
  const streams = [student, other].map((page) =>
    page.waitForResponse((r) => new URL(r.url()).pathname.endsWith('/events')),
  )
  await Promise.all([student.goto(app(href('tool-magazine'))), other.goto(app(href('tool-magazine')))])
  await writer.goto(app(href('notice-add')))
  await writer.getByLabel('Title').fill(title)
  await writer
    .getByRole('textbox', { name: 'Text' })
    .fill('The course moves to **room five**. <img src=x onerror=alert(1)>')
  await expect(writer.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('room five')
  await writer.getByText('Chosen organisations').click()
  await writer.getByRole('treeitem', { name: '信安 2401 班' }).click()
  for (const r of await Promise.all(streams)) expect(r.status()).toBe(200)
  await writer.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(writer.getByRole('row', { name: title })).toContainText('Published')

  const bell = student.getByRole('button', { name: /^Messages and announcements/ })
  await expect(bell).toHaveAccessibleName(/[1-9]\d* unread/)
  await bell.click()
  const panel = student.getByRole('dialog', { name: 'Messages and announcements' })
  await expect(panel.getByRole('link', { name: title })).toBeVisible()
  await panel.getByRole('link', { name: title }).click()
  await expect(student.locator('h1')).toHaveText(title)
  await expect(student.locator('.mg-prose strong')).toHaveText('room five')
  await expect(student.locator('.mg-prose img')).toHaveCount(0)

  await other.getByRole('button', { name: /^Messages and announcements/ }).click()
  const theirs = other.getByRole('dialog', { name: 'Messages and announcements' })
  await expect(theirs.getByRole('heading', { name: 'Announcements', exact: true })).toBeVisible()
  await expect(theirs.getByText(title)).toHaveCount(0)
  expect(trouble.list).toEqual([])
})

test('the stream of events ends when the host puts the app away', async ({ page }) => {
  const opened = page.waitForResponse((r) => new URL(r.url()).pathname.endsWith('/events'))
  await openAtHost(page, 'student')
  expect((await opened).status()).toBe(200)
  const ended = page.waitForEvent('requestfailed', (r) => new URL(r.url()).pathname.endsWith('/events'))
  await page.locator('a[href="/host/"]').first().click()
  await ended
  await expect(page.locator('.mg-app')).toHaveCount(0)
})
