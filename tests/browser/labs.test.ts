/**
 * A lab of a lesson: its machines beside its steps, a step that ticks itself, a report with what was seen on a console, and what its teacher
 * does with it: returned, handed in again, marked; the certificate of the course that is earned by it; and the scene on the monitor, put off and
 * ended with a reason.
 */
import type { Page } from '@playwright/test'
import { app, call, expect, newcomer, sessionKey, signInApi, test, watch } from './support.ts'

interface Lab {
  course: string
  lesson: string
  section: string
}
type Titled = { items: { id: string; name: string }[] }
type Outline = { chapters: { lessons: { id: string; sections: { id: string; kind: string }[] }[] }[] }
const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }
/** The course of the demonstration that has a lab, written anew with a certificate, authorised and published. */
async function author(name: string): Promise<Lab> {
  const { token } = await signInApi('super')
  const { items } = await call<Titled>('GET', '/courses?q=hardening', token)
  const teacher = await call<{ user: { resource_id: string } }>('GET', '/session', (await signInApi('teacher')).token)
  const { id } = await call<{ id: string }>('POST', `/courses/${items[0]?.id}/copy`, token, {})
  const at = async (path: string) => (await call<{ version: number }>('GET', path, token)).version
  const { direction_id } = await call<{ direction_id: string }>('GET', `/courses/${id}`, token)
  const said = { name, direction_id, language: 'en-US', description: 'A lab, a report and a certificate.' }
  const version = await at(`/courses/${id}`)
  await call('PUT', `/courses/${id}`, token, {
    ...said,
    lecturers: [teacher.user.resource_id],
    certificate: { months: 12 },
    version,
  })
  await call('PUT', `/courses/${id}/audience`, token, { ...everybody, version: await at(`/courses/${id}`) })
  const seen = { ...everybody, from: null, to: null, version: await at(`/courses/${id}/visibility`) }
  await call('PUT', `/courses/${id}/visibility`, token, seen)
  await call('POST', `/courses/${id}/publish`, token, { version: await at(`/courses/${id}`) })
  const { draft } = await call<{ draft: Outline }>('GET', `/courses/${id}/outline`, token)
  for (const l of draft.chapters.flatMap((c) => c.lessons))
    for (const s of l.sections) if (s.kind === 'lab') return { course: id, lesson: l.id, section: s.id }
  throw new Error('the course has no lab')
}
/** All of the course but its lab, read to the end. */
async function readRest({ course }: Lab, token: string): Promise<void> {
  await call('POST', `/learning/courses/${course}/join`, token, {})
  const { chapters } = await call<Outline>('GET', `/learning/courses/${course}`, token)
  for (const l of chapters.flatMap((c) => c.lessons))
    for (const s of l.sections)
      if (s.kind !== 'lab')
        await call('POST', `/learning/courses/${course}/sections/${s.id}/done`, token, { revision: 1 })
}
const type = async (page: Page, line: string, wants: RegExp) => {
  // a console that is still being opened takes no keys, and its cover says so
  await expect(page.locator('.xterm-rows')).toContainText(/[#$:?]/)
  await page.locator('.xterm-helper-textarea').focus()
  await page.keyboard.type(`${line}\n`)
  await expect(page.locator('.xterm-rows')).toContainText(wants)
}

test('a lab is worked in beside its consoles, and its report comes back and is marked', async ({ as, browser }) => {
  test.setTimeout(240_000)
  // somebody of the test's own: whoever runs this again finds the same
  const username = `lab_${Date.now().toString(36)}`.slice(0, 20)
  const name = `Person ${username}`
  const { tokens } = await newcomer(username, 'student')
  const certified = `Doors ${username}`
  const laid = await author(certified)
  await readRest(laid, tokens.token)
  const { course, lesson, section } = laid
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addInitScript(([key, kept]) => sessionStorage.setItem(key ?? '', kept ?? ''), [
    sessionKey(),
    JSON.stringify(tokens),
  ] as const)
  const page = await context.newPage()
  const trouble = watch(page)
  await page.goto(app(`/oj/course/lesson/${course}/${lesson}?section=${section}`))
  await page.getByRole('button', { name: /^Start the scene/ }).click()
  await page.getByRole('link', { name: 'Open the consoles' }).click({ timeout: 90_000 })

  // a flag that is wrong, and one that is right
  const task = page.getByRole('complementary', { name: 'Task' })
  await task.getByRole('textbox', { name: 'Flag' }).first().fill('ssh')
  await task.getByRole('button', { name: 'Hand in' }).first().click()
  await expect(task.getByText('That is not it.')).toBeVisible()
  await task.getByRole('textbox', { name: 'Flag' }).first().fill('ftp')
  await task.getByRole('button', { name: 'Hand in' }).first().click()
  await expect(task.getByText('1 of 5 steps · 10 of 80 points')).toBeVisible()

  // the node is not yet as it should be; then it is, and nobody has to ask
  await task.getByRole('button', { name: 'Check', exact: true }).first().click()
  await expect(task.getByText('Not yet as it should be.').first()).toBeVisible()
  await type(page, 'ssh ops@shop', /fingerprint/)
  await type(page, 'yes', /password:/)
  await type(page, 'harbour-nine', /ops@shop:~\$/)
  await type(page, 'sudo systemctl stop vsftpd; systemctl is-active vsftpd', /inactive/)
  await expect(task.getByText('2 of 5 steps · 30 of 80 points')).toBeVisible({ timeout: 60_000 })

  // consoles change their place, and stay open
  await page.getByRole('button', { name: 'Consoles below the task' }).click()
  await expect(page.locator('.xterm-rows')).toContainText('inactive')
  await page.getByRole('button', { name: 'Consoles beside the task' }).click()

  // what is seen goes into the report by one click
  await task.getByRole('tab', { name: 'Report' }).click()
  const text = task.getByRole('textbox', { name: 'Your text' })
  await expect(text).toHaveValue(/## What was open/)
  await page.getByRole('button', { name: 'Add these lines to the report' }).click()
  await expect(text).toHaveValue(/systemctl stop vsftpd/)
  await page.getByRole('button', { name: 'Add a screenshot to the report' }).click()
  await expect(task.getByRole('button', { name: '[1] Screenshot of desk' })).toBeVisible()
  await expect(task.getByText('Saved', { exact: true })).toBeVisible()

  // what was passed and written is there after a reload, without the consoles too
  await page.reload()
  await expect(page.getByText('2 of 5 steps · 30 of 80 points')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the lesson' }).click()
  await page.getByRole('button', { name: 'Hand in the report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in the report' }).click()
  await expect(page.getByText('Handed in', { exact: true })).toBeVisible()

  const teacher = await as('teacher')
  const trouble2 = watch(teacher)
  await teacher.goto(app('/admin/oj/admin/course/report'))
  await teacher.getByRole('searchbox').fill(username)
  await teacher.getByRole('link', { name }).click()
  await expect(teacher.getByText('systemctl stop vsftpd')).toBeVisible()
  await teacher.getByRole('button', { name: '[1] Screenshot of desk' }).click()
  // beside the text and the rubric, over neither
  const shown = teacher.getByRole('region', { name: '[1] Screenshot of desk' })
  await expect(shown.getByRole('img')).toBeVisible()
  await expect(teacher.getByText('systemctl stop vsftpd')).toBeVisible()
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(shown).toBeHidden()
  await teacher.getByRole('button', { name: 'Return', exact: true }).click()
  const dialog = teacher.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Say why you stopped it.')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await expect(teacher.getByText('Returned', { exact: true })).toBeVisible()

  // the author hears of it, and hands it in again
  await expect(page.getByText('Say why you stopped it.')).toBeVisible({ timeout: 30_000 })
  await page
    .getByRole('textbox', { name: 'Your text' })
    .fill('FTP was open to everybody; nobody needs it, so I stopped it.')
  await page.getByRole('button', { name: 'Hand it in again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in the report' }).click()
  await expect(page.getByText('Handed in', { exact: true })).toBeVisible()

  // marked by keys alone
  await teacher.reload()
  await expect(teacher.getByText('nobody needs it')).toBeVisible()
  await teacher.locator('[data-desk]').focus()
  await teacher.keyboard.press('3')
  await teacher.keyboard.press('5')
  await teacher.keyboard.press('Enter')
  await teacher.keyboard.press('+')
  await teacher.keyboard.press('1')
  await teacher.keyboard.press('0')
  await expect(teacher.getByText('85 of 100')).toBeVisible()
  await teacher.keyboard.press('Control+Enter')
  await expect(page.getByText('85 of 100')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('This lab is done.')).toBeVisible()

  // it was the last of the course: what it gives is there
  await page.goto(app('/personal?tab=record'))
  const card = page.getByRole('listitem').filter({ hasText: certified }).filter({ hasText: 'Valid until' })
  await expect(card).toContainText('Valid')
  // and the line of the report leads to it
  await page.getByRole('link', { name: 'Close the doors', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/${lesson}\\?section=${section}`))

  // and the scene on the monitor
  await teacher.goto(app('/admin/oj/admin/course/monitor'))
  const row = teacher.getByRole('row', { name: new RegExp(username) })
  await expect(row).toContainText('2/5')
  await row.getByRole('button', { name: /^Extend the scene/ }).click()
  await dialog.getByRole('textbox').fill('The network was down.')
  await dialog.getByRole('button', { name: 'Extend' }).click()
  await expect(dialog).toBeHidden()
  await row.getByRole('button', { name: /^Stop the scene/ }).click()
  await dialog.getByRole('textbox').fill('The lesson is over.')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(row).toBeHidden()
  await context.close()
  expect(trouble.list).toEqual([])
  expect(trouble2.list).toEqual([])
})
