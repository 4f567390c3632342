/** E7: One writer among machines and tabs, a session that ends meanwhile, and what the invigilator changes. */
import { expectClock, field, isSaved, layHall, onlyWhole, session, sitDown, stored } from './hall.ts'
import { accountNamed, call, expect, sessionKey, signInApi, test } from './support.ts'

test('E7 of two machines one writes; the other is told at once, and what it had not sent is shown and put nowhere by itself', async ({
  as,
}) => {
  onlyWhole()
  const hall = await layHall()
  const { token } = await signInApi('student')
  const one = await as('student')
  await sitDown(one, hall)
  await field(one).fill('by the first')
  await isSaved(one)
  await one.context().setOffline(true)
  await field(one).fill('by the first, not sent')
  const two = await as('student')
  await two.goto(session(hall))
  await expect(two.getByText('This exam is open on another page')).toBeVisible()
  await expect(two.locator('.part-question')).toHaveCount(0)
  await two.getByRole('button', { name: 'Continue here' }).click()
  await field(two).fill('by the second')
  await isSaved(two)
  await one.context().setOffline(false)
  await expect(one.getByText('Continued elsewhere')).toBeVisible()
  await expect(one.getByRole('region', { name: 'Not sent' })).toContainText('by the first, not sent')
  expect((await stored(hall, token)).texts['i0']).toBe('by the second')
  // back on the first, which puts its own back by hand
  await one.getByRole('button', { name: 'Continue here' }).click()
  await expect(field(one)).toHaveValue('by the second')
  await expect(two.getByText('Continued elsewhere')).toBeVisible()
  await one.getByRole('button', { name: 'Restore' }).click()
  await expect(field(one)).toHaveValue('by the first, not sent')
  await isSaved(one)
  expect((await stored(hall, token)).texts['i0']).toBe('by the first, not sent')
})

for (const locks of [true, false])
  test(`E7 a copy of a tab, which brings its storage with it, is a page of its own: ${locks ? 'by locks' : 'by asking'}`, async ({
    as,
  }) => {
    onlyWhole()
    const hall = await layHall()
    const one = await as('student')
    // browsers have no locks for pages that came over no secure connection
    if (!locks)
      await one.context().addInitScript(() => {
        Reflect.deleteProperty(Navigator.prototype, 'locks')
      })
    await sitDown(one, hall)
    const [two] = await Promise.all([
      one.context().waitForEvent('page'),
      one.evaluate(() => void window.open(location.href)),
    ])
    await expect(two.getByText('This exam is open on another page')).toBeVisible()
    await field(one).fill('still mine')
    await isSaved(one)
  })

test('E7 a second tab of one browser asks first, and goes on where the first is gone', async ({ as }) => {
  onlyWhole()
  const hall = await layHall()
  const one = await as('student')
  await sitDown(one, hall)
  const two = await one.context().newPage()
  await two.goto(session(hall))
  await expect(two.getByText('This exam is open on another page')).toBeVisible()
  await one.close()
  await two.reload()
  // the tab that wrote is gone: this one goes on
  await expect(two.locator('.part-question')).toBeVisible()
})

test('what the invigilator does shows at once, and after a time without connection as well', async ({ as }) => {
  onlyWhole()
  const hall = await layHall({ more: { duration: 1 }, seconds: 3600 })
  const { token } = await signInApi('student')
  const page = await as('student')
  await sitDown(page, hall)
  const me = (await call<{ user: { resource_id: string } }>('GET', '/session', token)).user.resource_id
  const say = (text: string) => hall.run('POST', `/exams/${hall.exam}/message`, { user_ids: [], text })
  await say('Question 2 has a misprint')
  await expect(page.getByText('Question 2 has a misprint')).toBeVisible()
  await hall.run('POST', `/exams/${hall.exam}/pause`, {})
  await expect(page.getByText('The exam is paused.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand in' })).toBeDisabled()
  await hall.run('POST', `/exams/${hall.exam}/recover`, {})
  await expect(page.locator('.part-question')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand in' })).toBeEnabled()
  await page.context().setOffline(true)
  await field(page).fill('written meanwhile')
  await hall.run('POST', `/exams/${hall.exam}/extra`, { user_ids: [me], minutes: 30, reason: 'Was ill' })
  await say('You have more time')
  await page.context().setOffline(false)
  await expect(page.getByText(/^Your time was extended: you have until/)).toBeVisible()
  await expect(page.getByText('You have more time')).toBeVisible()
  await expectClock(page, await stored(hall, token))
  await isSaved(page)
  const { id, texts } = await stored(hall, token)
  expect(texts['i0']).toBe('written meanwhile')
  await hall.run('POST', `/exam-attempts/${id}/hand-in-for`, { reason: 'Left the room' })
  await expect(page.getByText(/^Handed in by an invigilator/)).toBeVisible()
})

test('a session that ends while one writes: signed in again one goes on; another person sends nothing of it', async ({
  as,
}) => {
  onlyWhole()
  const hall = await layHall()
  const { run } = hall
  const { token } = await signInApi('student')
  const page = await as('student')
  await sitDown(page, hall)
  await field(page).fill('mine')
  await isSaved(page)
  const name = 'keeper_demo'
  expect(accountNamed(name).username).toBe(name)
  // the token is one that the server does not know
  await page.route(/exam-attempts/, (r) =>
    r.fulfill({ status: 401, contentType: 'application/json', body: '{"code":"unauthenticated","request_id":""}' }),
  )
  await field(page).fill('mine, and more')
  const overlay = page.getByRole('dialog')
  await expect(overlay).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await overlay.getByLabel('Password', { exact: true }).fill(accountNamed('student_demo').password)
  await overlay.getByLabel('Password', { exact: true }).press('Enter')
  await isSaved(page)
  expect((await stored(hall, token)).texts['i0']).toBe('mine, and more')
  // another person on the same browser begins with nothing
  await page.context().setOffline(true)
  await field(page).fill('mine, not sent')
  await page.close()
  await page.context().setOffline(false)
  const other = await page.context().newPage()
  const tokens = await signInApi('teacher')
  await other.addInitScript(
    ([key, kept]) => sessionStorage.setItem(key as string, kept as string),
    [sessionKey(), JSON.stringify(tokens)],
  )
  await sitDown(other, hall)
  await expect(field(other)).toHaveValue('')
  await expect(other.getByText('not sent')).toHaveCount(0)
  expect((await stored(hall, tokens.token)).texts).toEqual({})
  expect(await run('GET', `/exams/${hall.exam}`)).toBeTruthy()
})
