/**
 * G7: a server that takes calls and never answers. On every built screen its user sees, at the limit of the call's class, what went wrong and
 * what can be done; nothing spins for ever, nothing typed is lost, and another try works.
 */
import type { Locator, Page, Request, Route } from '@playwright/test'
import { env } from '#config/env.ts'
import { timeouts } from '#src/contract/limits.ts'
import { type BuiltName, href } from '#src/contract/screens/index.ts'
import { built, choiceOf, paths } from './paths.ts'
import { goInside, type Hang, hang, pageClock } from './faults.ts'
import { accountNamed, app, call, expect, ghdbZip, long, signInApi, test } from './support.ts'

const api = /\/api\/mg\/api\//
/** Of the session itself; they have a test of their own. */
const frame = /\/(session|session\/permissions|auth\/register\/)$/
const isRead = (route: Route) =>
  route.request().method() === 'GET' && !frame.test(new URL(route.request().url()).pathname)
const isWrite = (route: Route) => route.request().method() !== 'GET'

const problem = (page: Page) => page.locator('.mg-problem')
const waiting = (page: Page) => page.locator('.mg-loading, [aria-busy=true]')

/** Screens that ask nothing before somebody writes. */
const silent: readonly BuiltName[] = ['login', 'not-found', 'change-password', 'tool-add', 'paper-add']
/** Forms that work without what they ask for beside: names to pick from, how many calls a role opens. */
const beside: readonly BuiltName[] = ['user-add', 'role-add', 'image-create', 'image-quick-create']
/** Screens that wait for a server by design and keep trying by themselves. */
const patient: readonly BuiltName[] = ['deploy-await', 'course-scene-console']

/** Nothing is said shortly before the limit, and everything that waits has said so shortly after it. */
async function givesUp(page: Page, silence: Hang, limit: number, says = problem(page)): Promise<void> {
  await expect.poll(() => silence.asked.length).toBeGreaterThan(0)
  await page.clock.fastForward(limit - 5000)
  const said = await says.count()
  // the clock also goes by itself: where much else is to do, the limit may have passed by now
  if (silence.waited() < 3000) expect(said, 'said before the limit').toBe(0)
  await page.clock.fastForward(6000)
  await expect(says.first()).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
}

test('G7 the first read of each screen', async ({ as }) => {
  const at = await paths()
  // the limit itself is that of all reads; which screens are asked here, a choice shows
  const reading = choiceOf(
    built.filter((s) => ![...silent, ...beside, ...patient].includes(s.name as BuiltName)),
    2,
  )
  test.setTimeout(180_000 + reading.length * 12_000)
  const page = await as('super')
  await pageClock(page)
  const bad: string[] = []
  const shown = async (name: string) => {
    // a page of its own: answers that another screen has had are not asked for again
    await page.goto(app('/404'))
    await expect(page.locator('.mg-session-number')).toBeVisible()
    const silence = await hang(page, api, isRead)
    await goInside(page, `/page/mg${at.get(name)}`)
    try {
      await givesUp(page, silence, timeouts.read)
    } finally {
      await silence.answer()
    }
    // one may go by itself meanwhile, where the page asks again now and then
    await expect(async () => {
      const left = await problem(page).count()
      if (left === 0) return
      await problem(page).first().getByRole('button', { name: 'Try again' }).click({ timeout: 2000 })
      await expect.poll(() => problem(page).count(), { timeout: 10_000 }).toBeLessThan(left)
      expect(await problem(page).count(), name).toBe(0)
    }).toPass()
    await expect(waiting(page), name).toHaveCount(0)
    await expect(page.locator('.mg-app h1').first(), name).toBeVisible()
  }
  for (const { name } of reading)
    await shown(name).catch((e: unknown) => bad.push(`${name}: ${String(e).slice(0, 600)}`))
  expect(bad).toEqual([])
  console.log(`G7: the first reads of ${reading.length} screens`)
})

test('G7 the session and its rights', long, async ({ as }) => {
  const page = await as('super')
  await pageClock(page)
  const silence = await hang(page, /\/session(\/permissions)?$/)
  await page.goto(app('/personal'))
  await expect(page.locator('.mg-starting:not(.mg-wordless)')).toBeVisible()
  await givesUp(page, silence, timeouts.read, page.getByRole('heading', { name: 'The server is not responding' }))
  await silence.answer()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.announcement').first()).toBeVisible()
})

interface Form {
  button: Locator
  /** What was typed or chosen stands there. */
  kept: () => Promise<void>
  done: () => Promise<void>
  /** What is sent twice is done once. */
  once?: boolean
  says?: Locator
}

/** Sends a form to nobody, and then to the server that answers again. */
async function sends(page: Page, screen: BuiltName, { button, kept, done, once, says }: Form): Promise<void> {
  const keys: (string | undefined)[] = []
  const note = (r: Request) => {
    if (r.method() !== 'GET' && api.test(r.url())) keys.push(r.headers()['idempotency-key'])
  }
  page.on('request', note)
  const silence = await hang(page, api, isWrite)
  await button.click()
  await givesUp(page, silence, timeouts.write, says)
  await kept()
  await silence.answer()
  await button.click()
  await done()
  page.off('request', note)
  expect(keys).toHaveLength(2)
  if (once) expect(keys[1], screen).toBe(keys[0])
}

test('G7 the forms over resources', async ({ as }) => {
  const page = await as('super')
  await pageClock(page)
  const name = `Hang ${Date.now() % 1e8}`
  const inDialog = (label: string) => page.getByRole('dialog').getByRole('button', { name: label, exact: true })
  const onPage = (label: string) => page.getByRole('button', { name: label, exact: true }).first()

  await page.goto(app(href('tool-add')))
  await page.getByLabel(/^Name/).fill(name)
  await page.getByLabel(/^Category/).fill('Scan')
  await page.clock.runFor(500)
  await page.getByRole('option', { name: /Scanning/ }).click()
  await sends(page, 'tool-add', {
    button: onPage('Add'),
    once: true,
    kept: () => expect(page.getByLabel(/^Name/)).toHaveValue(name),
    done: () => expect(page).toHaveURL(/\/admin\/resource\/tool$/),
  })
  const { token } = await signInApi('super')
  const made = await call<{ total: number; items: { id: string }[] }>(
    'GET',
    `/tools?q=${encodeURIComponent(name)}`,
    token,
  )
  expect(made.total).toBe(1)

  // one that adds; those that change, and dialogs, when the whole is asked for
  if (!env.whole) return
  await page.goto(app(href('tool-edit', { id: made.items[0]?.id ?? '' })))
  await page.getByLabel(/^Summary/).fill('Half a thought')
  await sends(page, 'tool-edit', {
    button: onPage('Save'),
    once: true,
    kept: () => expect(page.getByLabel(/^Summary/)).toHaveValue('Half a thought'),
    done: () => expect(page).toHaveURL(/\/admin\/resource\/tool$/),
  })

  await page.goto(app(`${href('tool-manage')}?q=${encodeURIComponent(name)}`))
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: /Who may see it/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Only selected/ })
    .check()
  await sends(page, 'tool-manage', {
    button: inDialog('Save'),
    kept: () => expect(page.getByRole('dialog').getByRole('radio', { name: /Only selected/ })).toBeChecked(),
    done: () => expect(page.getByRole('dialog')).toHaveCount(0),
  })
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: /Remove/ }).click()
  await sends(page, 'tool-manage', {
    button: inDialog('Remove'),
    kept: () => expect(page.getByRole('dialog')).toContainText(name),
    done: () => expect(page.getByRole('link', { name })).toHaveCount(0),
  })

  await page.goto(app(href('tool-category')))
  await page.getByRole('button', { name: 'Add a category' }).click()
  await page.getByRole('dialog').getByLabel(/^Name/).fill(name)
  await sends(page, 'tool-category', {
    button: inDialog('Add'),
    once: true,
    kept: () => expect(page.getByRole('dialog').getByLabel(/^Name/)).toHaveValue(name),
    done: () => expect(page.getByRole('dialog')).toHaveCount(0),
  })
})

test('G7 signing in, registering, a new password and a signed link', long, async ({ page, as }) => {
  const field = (of: Page, label: string) => of.getByLabel(label, { exact: true })
  await pageClock(page)
  const { username, password } = accountNamed('super_demo')
  await page.goto(app(href('login')))
  await page.getByRole('button', { name: /No account/ }).click()
  await field(page, 'User name').fill(`hang_${Date.now() % 1e8}`)
  await field(page, 'Full name').fill('Hang Ing')
  await field(page, 'Password').fill('Quiet-Otter-4711')
  await field(page, 'Repeat the password').fill('Quiet-Otter-4711')
  await sends(page, 'login', {
    button: page.getByRole('button', { name: 'Register', exact: true }),
    kept: () => expect(field(page, 'Full name')).toHaveValue('Hang Ing'),
    done: () => expect(page.getByText('Registration received')).toBeVisible(),
  })

  await page.goto(app(href('login')))
  await field(page, 'User name').fill(username)
  await field(page, 'Password').fill(password)
  await sends(page, 'login', {
    button: page.getByRole('button', { name: 'Sign in', exact: true }),
    says: page.getByRole('alert'),
    kept: async () => {
      await expect(field(page, 'User name')).toHaveValue(username)
      // as after any try that did not work
      await field(page, 'Password').fill(password)
    },
    done: () => expect(page.locator('.mg-side-menu')).toBeVisible(),
  })

  const mine = await as('super')
  await pageClock(mine)
  await mine.goto(app(href('change-password', { type: 'own' })))
  await field(mine, 'Current password').fill('Not-my-password-1')
  await field(mine, 'New password').fill('Quiet-Otter-4711')
  await field(mine, 'Repeat the password').fill('Quiet-Otter-4711')
  await sends(mine, 'change-password', {
    button: mine.getByRole('button', { name: 'Change the password' }),
    kept: () => expect(field(mine, 'New password')).toHaveValue('Quiet-Otter-4711'),
    // a wrong one, so that the account stays as it is for others
    done: () => expect(mine.locator('.mg-problem, .mg-error').first()).toContainText(/password/),
  })

  const { token } = await signInApi('super')
  const { code } = await call<{ code: string }>('POST', '/session/code', token)
  const silence = await hang(page, api, isWrite)
  await page.goto(app(`/${code}`))
  await givesUp(page, silence, timeouts.write)
  await expect(page.getByRole('link', { name: 'Go to the sign-in page' })).toBeVisible()
})

test('G7 an import: the first word of an upload, and its application', long, async ({ as }) => {
  const page = await as('super')
  await pageClock(page)
  const now = Date.now()
  const name = `hang-${now}.zip`
  // dorks that nobody has yet, so that nothing is asked about duplicates
  const file = { name, mimeType: 'application/zip', buffer: ghdbZip(3, name, now % 1e9) }
  await page.goto(app(href('resource-import')))
  const silence = await hang(page, api, isWrite)
  await page.locator('input[type=file]').setInputFiles(file)
  await givesUp(page, silence, timeouts.write, page.getByText('The server did not answer in time'))
  await silence.answer()
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await sends(page, 'resource-import', {
    button: page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }),
    kept: () => expect(page.getByRole('dialog')).toBeVisible(),
    done: () => expect(page.getByText('Imported', { exact: true })).toBeVisible(),
  })
})
