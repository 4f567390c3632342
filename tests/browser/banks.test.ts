/** A bank by hand: a file of questions comes in, is found, edited, looked at and tagged, and goes out again; a picture is shown under a host. */
import { readFileSync } from 'node:fs'
import { png } from '../support/pictures.ts'
import { app, call, expect, long, openAtHost, range, signInApi, test, watch } from './support.ts'

test('a GIFT file comes in as planned, is worked on, and goes out with what was done', long, async ({ as }) => {
  const page = await as('super')
  const trouble = watch(page)
  const word = `Lantern ${Date.now()}`
  const gift = `$CATEGORY: $course$/${word}\n\n::${word} one::Which port does SSH use? {=22 ~23}\n\n::${word} two::SSH is encrypted. {T}\n`
  await page.goto(app('/admin/oj/admin/theory'))
  await page.getByRole('link', { name: 'Import' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lantern.gift', mimeType: 'text/plain', buffer: Buffer.from(gift) })
  await expect(page.getByRole('tab', { name: /New/ })).toContainText('3')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()

  await page.goto(app(`/admin/oj/admin/theory?q=${encodeURIComponent(word)}`))
  await page.getByRole('link', { name: `${word} one` }).click()
  await page.getByLabel(/^Title/).fill(`${word} first`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).not.toHaveURL(/edit/)

  const row = page.getByRole('row', { name: `${word} first` })
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Preview as a learner' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Which port does SSH use?')).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await page.keyboard.press('Escape')

  for (const name of ['first', 'two'])
    await page
      .getByRole('row', { name: `${word} ${name}` })
      .getByRole('checkbox')
      .check()
  await page.getByRole('button', { name: 'Tags…' }).click()
  await dialog.getByLabel('Add', { exact: true }).fill('harbour')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toHaveCount(0)

  await page
    .getByRole('region', { name: /selected/ })
    .getByRole('button', { name: 'Export' })
    .click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'GIFT' }).click()
  const text = readFileSync(await (await coming).path(), 'utf8')
  expect(text).toContain(`::${word} first::`)
  expect(text).toContain(`::${word} two::`)
  expect(text.match(/tag:harbour/g)).toHaveLength(2)
  expect(trouble.list).toEqual([])
})

test('a picture of a question is shown in its preview, under a host of another origin too', long, async ({ page }) => {
  const { token } = await signInApi('super')
  const sent = await fetch(`${range()}/api/mg/api/pictures?use=text&name=a.png`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(png(12, 9)),
  })
  const { id } = (await sent.json()) as { id: string }
  const set = await call<{ id: string }>('POST', '/theory-sets', token, { name: `Pictures ${Date.now()}` })
  const stem = `Look: ![a sign](/pictures/${id})`
  const body = { type: 'true-false', title: `Signs ${Date.now()}`, stem, set_id: set.id }
  const made = await call<{ id: string }>('POST', '/theory-questions', token, body)
  await openAtHost(page, 'super', `/admin/oj/admin/theory/edit/${made.id}`)
  await page.getByRole('button', { name: 'Preview as a learner' }).click()
  const picture = page.getByRole('img', { name: 'a sign' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(12)
})
