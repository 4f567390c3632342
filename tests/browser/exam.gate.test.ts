/** Beginning an exam asks first, by whatever way one comes to it; looking uses up nothing, and what runs already goes on. */
import { begin, layHall, session } from './hall.ts'
import { app, call, expect, long, signInApi, test } from './support.ts'

test('by its address an exam asks before an attempt is used up, and begins once its declaration is accepted', async ({
  as,
}) => {
  const declaration = 'I work alone and use **no other help**.'
  const hall = await layHall({ asks: ['short'], more: { attempts: 2, duration: 30, declaration } })
  const { token } = await signInApi('student')
  const used = async () => (await call<{ mine: unknown[] }>('GET', `/my-exams/${hall.exam}`, token)).mine.length
  const page = await as('student')
  // the guide says how it goes and begins
  await page.goto(app(`/ct/contest/exam-guid/${hall.exam}`))
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeVisible()
  await page.getByRole('button', { name: 'Begin now' }).click()
  await expect(page.getByRole('alert')).toHaveText('Accept the declaration before you begin.')
  // by its address one is asked as well
  await page.goto(session(hall))
  await expect(page.getByText('This will be attempt 1 of 2.')).toBeVisible()
  await expect(page.getByText('You then have 30 min')).toBeVisible()
  await expect(page.getByText('no other help')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Begin now' })).toBeVisible()
  expect(await used()).toBe(0)

  // what is not accepted is not begun, and says why
  await page.getByRole('button', { name: 'Begin now' }).click()
  await expect(page.getByRole('alert')).toHaveText('Accept the declaration before you begin.')
  await expect(page.getByRole('checkbox')).toBeFocused()
  expect(await used()).toBe(0)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Begin now' }).click()
  await expect(page.locator('.part-question')).toBeVisible()
  expect(await used()).toBe(1)

  // an attempt that runs goes on without being asked about
  await page.reload()
  await expect(page.locator('.part-question')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Begin now' })).toBeHidden()

  // loading it anew is not leaving it; going elsewhere is, and is told; leaving it within the app asks
  await expect(page.getByText(/You left this page/)).toBeHidden()
  await page.goto(app('/404'))
  await page.goto(session(hall))
  await expect(page.getByText('You left this page once.')).toBeVisible()
  await page.getByRole('link', { name: 'All courses' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave the running exam?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.part-question')).toBeVisible()

  // the next attempt asks again
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByRole('heading', { name: 'Handed in' })).toBeVisible()
  await page.goto(session(hall))
  await expect(page.getByText('You have one attempt left.')).toBeVisible()
  expect(await used()).toBe(1)
})

test(
  'the guide begins by one click while attempts are left: neither a reload nor the way back uses up the next attempt',
  long,
  async ({ as }) => {
    const hall = await layHall({ asks: ['short'], more: { attempts: 2 } })
    const { token } = await signInApi('student')
    const used = async () => (await call<{ mine: unknown[] }>('GET', `/my-exams/${hall.exam}`, token)).mine.length
    const page = await as('student')
    await page.goto(app(`/ct/contest/exam-guid/${hall.exam}`))
    // said to all while he waits, and there when he writes
    await hall.run('POST', `/exams/${hall.exam}/message`, { user_ids: [], text: 'The room is open' })
    const said = page.getByRole('log', { name: 'Messages from invigilators' })
    await expect(said).toContainText('The room is open')
    await page.getByRole('button', { name: 'Begin now' }).click()
    await expect(page.locator('.part-question')).toBeVisible()
    await expect(said).toContainText('The room is open')
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
    await expect(page.getByRole('heading', { name: 'Handed in' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Handed in' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Begin now' })).toBeVisible()
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'Handed in' })).toBeVisible()
    expect(await used()).toBe(1)
  },
)

test('a page that lost its server over the beginning asks once it is back', long, async ({ as }) => {
  const hall = await layHall({ asks: ['short'] })
  const page = await as('student')
  const silent = /\/my-exams\/[^/]+$/
  let broken = true
  await page.route(silent, (route) => (broken ? route.abort() : route.continue()))
  await page.goto(session(hall))
  await page.waitForTimeout(500)
  broken = false
  await begin(page)
})

test('an exam that asks for the whole screen gives it to the sheet', long, async ({ as }) => {
  const hall = await layHall({ asks: ['short'], more: { full_screen: true } })
  const page = await as('student')
  await page.goto(session(hall))
  await begin(page)
  const ask = page.getByRole('button', { name: 'Full screen' })
  await ask.click()
  await expect(ask).toBeHidden()
  expect(
    await page.locator('.part-question').evaluate((sheet) => document.fullscreenElement?.contains(sheet) === true),
  ).toBe(true)
})
