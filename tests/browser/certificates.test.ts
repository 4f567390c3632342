/** A certificate from the course to the paper: earned, looked at, printed, checked, made out to another name, revoked. */
import { readFileSync } from 'node:fs'
import { app, call, expect, newcomer, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'
import type { Browser } from '@playwright/test'

const stamp = Date.now().toString(36)
const name = `Certified ${stamp}`
const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }

/** A course of one text, for everybody, that gives a certificate. @returns its id */
async function layCourse(token: string): Promise<string> {
  const made = (path: string, body: object) => call<{ id: string }>('POST', path, token, body)
  const direction = await made('/directions', { name: `Given ${stamp}` })
  const body = { name, direction_id: direction.id, language: 'en-US', credit: 0.5, certificate: { months: 12 } }
  const { id } = await made('/courses', { ...body, translation: { name: `证书课程 ${stamp}`, description: '' } })
  const at = async (path: string) => (await call<{ version: number }>('GET', path, token)).version
  const section = { id: 's1', title: 'All of it', kind: 'text', rule: 'read' }
  const chapters = [{ id: 'c1', title: 'One', lessons: [{ id: 'l1', title: 'Only', theory: 2, sections: [section] }] }]
  await call('PUT', `/courses/${id}/outline`, token, { version: await at(`/courses/${id}/outline`), chapters })
  const content = { kind: 'text', body: 'Short.', body_other: '' }
  await call('PUT', `/courses/${id}/sections/s1`, token, { content, version: 0 })
  await call('PUT', `/courses/${id}/audience`, token, { ...everybody, version: await at(`/courses/${id}`) })
  const version = await at(`/courses/${id}/visibility`)
  await call('PUT', `/courses/${id}/visibility`, token, { ...everybody, from: null, to: null, version })
  await call('POST', `/courses/${id}/publish`, token, { version: await at(`/courses/${id}`) })
  return id
}

async function pageOf(browser: Browser, tokens: Tokens) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.addInitScript(
    ({ kept, key }) => {
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
    },
    { kept: tokens, key: sessionKey() },
  )
  return { page, trouble: watch(page).list, close: () => context.close() }
}

test('a certificate is earned, printed, checked, reissued and revoked', async ({ browser }) => {
  const keeper = await signInApi('super')
  const id = await layCourse(keeper.token)
  const { tokens, id: person } = await newcomer(`cert_${stamp}`, 'student')
  await call('POST', `/learning/courses/${id}/join`, tokens.token, {})
  await call('POST', `/learning/courses/${id}/sections/s1/done`, tokens.token, { revision: 1 })

  const holder = await pageOf(browser, tokens)
  const { page } = holder
  await page.goto(app('/personal?tab=record'))
  const card = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Valid until' })
  await expect(card).toContainText('Valid')
  const number = (await card.locator('.mg-mono').textContent()) ?? ''

  await card.getByRole('button', { name: 'View and print' }).click()
  const paper = page.locator('.certificate-paper')
  for (const part of [`Person cert_${stamp}`, name, `证书课程 ${stamp}`, '2 theory, 0 lab', number])
    await expect(paper).toContainText(part)
  for (const [way, format] of [
    ['Landscape', { width: 297, height: 210 }],
    ['Portrait', { width: 210, height: 297 }],
  ] as const) {
    await page.getByRole('button', { name: way }).click()
    // one page of that shape, and nothing of the app on it
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect(Math.abs(Number(width) / Number(height) - format.width / format.height)).toBeLessThan(0.01)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden()
  await expect(paper).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Signed file' }).click(),
  ])
  const file = readFileSync(await download.path(), 'utf8')

  await page.getByRole('button', { name: 'Check a certificate' }).click()
  const dialog = page.getByRole('dialog')
  const check = async (to: () => Promise<void>, says: string | RegExp) => {
    await to()
    await expect(dialog.getByRole('status')).toContainText(says)
  }
  const byFile = (text: string) => () =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'c.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await check(async () => {
    await dialog.getByLabel('Certificate number').fill(number.toLowerCase())
    await page.keyboard.press('Enter')
  }, 'Genuine and valid.')
  await expect(dialog.getByRole('status')).toContainText(`Person cert_${stamp}`)
  await check(
    byFile(file.replace(/"holder": "[^"]*"/, '"holder": "Somebody"')),
    /Forged or changed.*differs in: holder/,
  )
  await check(byFile(file), 'Genuine and valid.')
  await page.keyboard.press('Escape')

  // another name
  const row = await call<Record<string, unknown>>('GET', `/users/${person}`, keeper.token)
  const { username, role_id, org_id, expires_on, version } = row
  await call('PUT', `/users/${person}`, keeper.token, {
    username,
    role_id,
    org_id,
    expires_on,
    version,
    name: `Renamed ${stamp}`,
  })
  await page.reload()
  await card.getByRole('button', { name: 'Reissue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reissue' }).click()
  await expect(page.getByText('The certificate was reissued.')).toBeVisible()
  await expect(card).toHaveCount(2)
  await expect(card.filter({ hasText: `Renamed ${stamp}` })).toContainText('Valid')
  await expect(card.filter({ hasText: number })).toContainText('Replaced')

  const desk = await pageOf(browser, keeper)
  await desk.page.goto(app(`/admin/oj/admin/course?q=${stamp}`))
  const line = desk.page.getByRole('row').filter({ hasText: name })
  await line.getByRole('button', { name: /actions|more/i }).click()
  await desk.page.getByRole('menuitem', { name: 'Certificates' }).click()
  const list = desk.page.getByRole('dialog', { name: `Certificates of “${name}”` })
  await list.getByRole('button', { name: new RegExp(`^Revoke: Renamed ${stamp}`) }).click()
  const ask = desk.page.getByRole('dialog', { name: /^Revoke the certificate/ })
  await ask.getByRole('button', { name: 'Revoke' }).click()
  await expect(ask).toBeVisible()
  await ask.getByRole('textbox', { name: 'Reason' }).fill('Issued by mistake')
  await ask.getByRole('button', { name: 'Revoke' }).click()
  await expect(ask).toBeHidden()
  await expect(list).toContainText('Issued by mistake')

  await page.reload()
  await expect(card.filter({ hasText: `Renamed ${stamp}` })).toContainText('Issued by mistake')
  expect([...holder.trouble, ...desk.trouble]).toEqual([])
  await holder.close()
  await desk.close()
})
