/** A candidate's way through an exam: read about it, write, come back after a reload, go on elsewhere, hand in, look back. */
import { begin, layHall, session } from './hall.ts'
import { app, expect, test } from './support.ts'

test('an exam is sat over a reload and on a second machine, handed in with a receipt, and looked back at', async ({
  as,
}) => {
  // of its own: whoever runs this again finds the same
  const hall = await layHall({ asks: ['single', 'short', 'completion'], more: { attempts: 2 } })
  const first = await as('student')
  await first.goto(app(`/ct/contest/exam-guid/${hall.exam}`))
  await begin(first)
  const answers = (page: typeof first) => page.getByRole('region', { name: 'Answer sheet' })
  await expect(answers(first)).toContainText(/0 of \d+ answered/)
  const fill = async (page: typeof first) => {
    const field = page.locator('.part-question').getByRole('textbox').first()
    const option = page.locator('.part-question').locator('input[type=radio], input[type=checkbox]').first()
    if (await option.count()) await option.check()
    else await field.fill('In my own words')
  }
  await fill(first)
  await expect(answers(first)).toContainText(/1 of \d+ answered/)
  await expect(first.getByText('Saved', { exact: true })).toBeVisible()
  await first.reload()
  await expect(answers(first)).toContainText(/1 of \d+ answered/)

  const second = await as('student')
  await second.goto(session(hall))
  await second.getByRole('button', { name: 'Continue here' }).click()
  await expect(answers(second)).toContainText(/1 of \d+ answered/)
  await second.getByRole('button', { name: 'Next' }).click()
  await expect(second.getByRole('heading', { name: /^Question 2 of/ })).toBeVisible()
  await fill(second)
  await expect(second.getByText('Saved', { exact: true })).toBeVisible()
  // the page that wrote before learns it at once and writes no more
  await expect(first.getByText('Continued elsewhere')).toBeVisible()

  await second.getByRole('button', { name: 'Hand in' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await second.getByRole('button', { name: 'Check receipt' }).click()
  await expect(
    second.getByText('The receipt is genuine, and what is stored is still what you handed in.'),
  ).toBeVisible()
  await expect(second.getByText(/: 2 answered, 0 partly answered/).first()).toBeVisible()
  await second.getByRole('link', { name: 'Back to exam' }).click()
  await expect(second.getByText('You can begin now.')).toBeVisible()
})
