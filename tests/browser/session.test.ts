/** A7, C6: Signing in, out and back, as a person does it. */
import { env } from '#config/env.ts'
import {
  account,
  accountNamed,
  app,
  call,
  expect,
  long,
  openAtHost,
  sessionKey,
  signInApi,
  test,
  watch,
} from './support.ts'

const student = () => account('student')

async function signIn(page: import('@playwright/test').Page, who = student()) {
  await page.getByLabel('User name').fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

test('a visitor is asked to sign in and comes back to where he wanted to go', async ({ page }) => {
  const trouble = watch(page)
  await page.goto(app('/vuln/ghdb_library?q=index'))
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page)
  await expect(page).toHaveURL(/\/vuln\/ghdb_library\?q=index/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(trouble.list).toEqual([])
})

test('a new tab of the browser is signed in as the open one is, and out with it', async ({
  page,
  context,
  browser,
}) => {
  await page.goto(app('/personal'))
  await signIn(page)
  // the page one signs in on has a heading too
  await expect(page.getByRole('button', { name: student().name })).toBeVisible()
  const second = await context.newPage()
  await second.goto(app('/vuln/ghdb_library?q=index'))
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(second).toHaveURL(/\/vuln\/ghdb_library\?q=index/)
  await page.getByRole('button', { name: student().name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await second.reload()
  await expect(second).toHaveURL(/\/login/)
  // another browser has nothing of it
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(app('/personal'))
  await expect(stranger).toHaveURL(/\/login/)
})

test('a page asked for by its address is drawn each time, in whatever order its parts come', async ({ as }) => {
  for (let visit = 0; visit < (env.whole ? 5 : 2); visit++) {
    const page = await as('admin')
    await page.goto(app('/admin/resource/tool'))
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await page.context().close()
  }
})

test('a wrong password says so without saying which half is wrong', async ({ page }) => {
  await page.goto(app('/login'))
  await signIn(page, { ...student(), password: 'Wrong-pass-1' })
  await expect(page.getByText('User name or password is wrong.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('signing out ends the session of its tab alone; ending all of them is noticed by every tab', async ({ as }) => {
  const one = await as('referee')
  const two = await as('referee')
  await one.goto(app('/personal'))
  await two.goto(app('/personal'))
  await expect(two.getByRole('heading', { level: 1 })).toBeVisible()
  await one.getByRole('button', { name: account('referee').name }).click()
  await one.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(one).toHaveURL(/\/login/)
  await two.reload()
  await expect(two.getByRole('heading', { level: 1 })).toBeVisible()
  await call('DELETE', '/sessions', (await signInApi('referee')).token)
  await two.reload()
  await expect(two).toHaveURL(/\/login/)
})

const runs = Number(process.env['RUNS'] ?? (env.whole ? 3 : 1))
test(`A7 a session that dies while typing loses nothing, ${runs} times`, async ({ as }) => {
  test.setTimeout(180_000 + runs * 5000)
  // an account of its own: the sessions of the others' are in use beside this test
  const page = await as('keeper_demo')
  await page.clock.install()
  await page.goto(app('/admin/resource/tool/add'))
  const name = `Typed ${Date.now() % 1e8}`
  await page.getByLabel(/^Name/).fill(name)
  await page.getByLabel(/^Category/).fill('Scan')
  await page.clock.runFor(500)
  await page.getByRole('option', { name: /Scanning/ }).click()
  const summary = page.getByLabel(/^Summary/)
  const overlay = page.getByRole('dialog')
  /** How the page learns that its session is over. */
  const finds = [
    // by itself, looking at its rights once a minute
    () => page.clock.runFor(61_000),
    async () => {
      await page.getByLabel(/^Category/).fill(`Scan${' '.repeat(1 + (written.length % 9))}`, { timeout: 2000 })
      await page.clock.runFor(500)
    },
    () => page.getByRole('button', { name: 'Add', exact: true }).first().click({ timeout: 2000 }),
  ]
  let written = ''
  let typed = 0
  for (let run = 0; run < runs; run++) {
    const words = `${run}: half before, half after 会话. `
    const [before, between] = [1 + ((run * 17) % 12), 14 + ((run * 23) % 10)]
    await summary.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(words.slice(0, before))
    const token = await page.evaluate(
      (key) => (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { token: string }).token,
      sessionKey(),
    )
    await call('DELETE', '/session', token)
    await page.keyboard.type(words.slice(before, between))
    // the stream of events may have told before: the rest went to the dialog then
    if (!(await overlay.isVisible())) await finds[run % finds.length]?.().catch(() => {})
    await expect(overlay).toBeVisible()
    const password = overlay.getByLabel('Password', { exact: true })
    await password.fill(accountNamed('keeper_demo').password)
    await password.press('Enter')
    await expect(overlay).toBeHidden()
    await summary.focus()
    await page.keyboard.press('Control+End')
    const kept = (await summary.inputValue()).slice(written.length)
    expect(kept.length, `typed before the session died, run ${run}`).toBeGreaterThanOrEqual(before)
    expect(words.slice(0, between).startsWith(kept), `“${kept}” in run ${run}`).toBe(true)
    await page.keyboard.type(words.slice(kept.length))
    written += words
    typed += words.length
    expect(await summary.inputValue(), `after run ${run}`).toBe(written)
  }
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await expect(page).toHaveURL(/\/admin\/resource\/tool(\?|$)/)
  const { token } = await signInApi('keeper_demo')
  const { items } = await call<{ items: { summary: string }[] }>('GET', `/tools?q=${encodeURIComponent(name)}`, token)
  expect(items.map((i) => i.summary)).toEqual([written])
  console.log(`A7: ${runs} runs, ${typed} characters typed, 0 lost`)
})

test('a newcomer must change the default password, and signs in with the new one', async ({ page }) => {
  const newcomer = accountNamed('newcomer_demo')
  await page.goto(app('/login'))
  await signIn(page, newcomer)
  await expect(page).toHaveURL(/\/change-password\/first/)
  await page.goto(app('/personal'))
  await expect(page).toHaveURL(/\/change-password\/first/)
})

test('who changed the password they were given arrives at home, and is not asked again', async ({ page }) => {
  const { token } = await signInApi('admin')
  const { items } = await call<{ items: { id: string; key: string }[] }>('GET', '/roles?page_size=200', token)
  const person = {
    username: `first_${Date.now() % 1e8}`,
    name: 'Person at the first sign-in',
    role_id: items.find((r) => r.key === 'normal')?.id,
    org_id: null,
    expires_on: null,
    password: 'First-Lantern-7',
  }
  await call('POST', '/users', token, person)
  const newer = 'Lantern-Street-88'
  await page.goto(app('/personal'))
  await signIn(page, { ...student(), ...person })
  await expect(page).toHaveURL(/\/change-password\/first/)
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password').fill(newer)
  await page.getByLabel('Repeat the password').fill(newer)
  await page.getByLabel('Repeat the password').press('Enter')
  await expect(page.getByText('The password was changed. Sign in with the new one.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, { ...student(), ...person, password: newer })
  await expect(page).toHaveURL(/\/personal$/)
  for (const left of ['first', 'expired']) {
    await page.goto(app(`/change-password/${left}`))
    await expect(page).toHaveURL(/\/personal$/)
  }
})

test('A4 a one-time code signs in once and leaves the address', async ({ page, browser }) => {
  const { token } = await signInApi('teacher')
  const { code } = await call<{ code: string }>('POST', '/session/code', token)
  await page.goto(app(`/${code}`))
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.goBack().catch(() => {})
  expect(page.url()).not.toContain(code)
  const again = await browser.newPage()
  await again.goto(app(`/${code}`))
  await expect(again.getByText('The one-time code is wrong, used or expired')).toBeVisible()
  await again.close()
})

test('C6 the page to return to is inside the app, whatever the address says', long, async ({ page }) => {
  await page.goto(app('/login?redirect=%2F%2Fevil.example%2Fx'))
  await signIn(page)
  await expect(page).toHaveURL(/\/page\/mg\/personal$/)
})

test('unknown addresses are not found', async ({ as }) => {
  const page = await as('student')
  for (const path of ['/nothing', '/no/such/page', '/admin/system-operation/cluster']) {
    await page.goto(app(path))
    await expect(page).toHaveURL(/\/404$/)
  }
})

test('a screen without a right says so', long, async ({ as }) => {
  const page = await as('student')
  await page.goto(app('/admin/resource/tool'))
  await expect(page.getByText(/do not have (?:access|permission)/i).first()).toBeVisible()
})

// every session of the account ends with it, so it is here, among the tests of the same account
test('signing out at the host asks about unsaved words first', async ({ page }) => {
  await openAtHost(page, 'keeper_demo', '/admin/resource/tool/add')
  const name = page.locator('.fh-frame').getByLabel(/^Name/)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await name.fill('Half a thought')
  await page.getByRole('button', { name: /^Sign out/ }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Half a thought')
  await page.getByRole('button', { name: /^Sign out/ }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})
