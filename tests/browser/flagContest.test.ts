/** A learner's way through a flag contest: register, try, take a hint, solve, and see where that puts them. */
import { app, call, expect, signInApi, test } from './support.ts'

const everybody = { all: true, orgs: [], roles: [], teams: [], users: [] }

test('somebody registers, tries a wrong flag, takes a hint, hands in the right flag and stands on the board', async ({
  as,
}) => {
  const { token } = await signInApi('teacher')
  const post = <T>(path: string, body: object) => call<T>('POST', path, token, body)
  const word = Date.now().toString(36)
  const set = await post<{ id: string }>('/flag-sets', { name: `Boxes ${word}`, practice: false })
  const flag = { kind: 'static', value: 'flag{found}' }
  const hints = [{ cost: 30, text: 'Look twice.' }]
  const body = { title: `Box ${word}`, set_id: set.id, flag, hints }
  const question = await post<{ id: string }>('/flag-challenges', body)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const contest = await post<{ id: string; version: number }>('/flag-contests', {
    name: `Evening ${word}`,
    starts_at: at(-1),
    ends_at: at(60),
    register_until: at(60),
    items: [{ question_id: question.id, category: 'Misc', most: 500 }],
  })
  await call('PUT', `/flag-contests/${contest.id}/audience`, token, { ...everybody, version: contest.version })

  const page = await as('student')
  await page.goto(app(`/ct/flag/contest/${contest.id}`))
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
  await page.getByRole('tab', { name: 'Challenges' }).click()
  await page.getByRole('button', { name: new RegExp(`Box ${word}`) }).click()
  const place = page.getByRole('complementary', { name: `Box ${word}` })
  await place.getByRole('textbox', { name: 'Flag' }).fill('flag{lost}')
  await page.keyboard.press('Enter')
  await expect(place.getByText('Not the flag.')).toBeVisible()
  await place.getByRole('button', { name: 'Show Hint 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show for 30 points' }).click()
  await expect(place.getByText('Look twice.')).toBeVisible()
  await place.getByRole('textbox', { name: 'Flag' }).fill('flag{found}')
  await page.keyboard.press('Enter')
  await expect(place.getByText('Right! 495 points.')).toBeVisible()
  await page.getByRole('tab', { name: 'Board' }).click()
  await page.getByRole('button', { name: /^495: Why this number/ }).click()
  await expect(page.getByRole('dialog')).toContainText('First solver')
})
