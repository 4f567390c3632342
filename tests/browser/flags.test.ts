/** A way through a flag challenge: from its set over a hint and a wrong answer to the solve, with a note and a place in a folder. */
import { href } from '#src/contract/screens/index.ts'
import { seriousOn } from './axe.ts'
import { app, call, expect, signInApi, test, watch } from './support.ts'

test('a challenge is found in its set, hinted at, got wrong, solved, noted and collected', async ({ as }) => {
  const { token } = await signInApi('super')
  const word = `Journey ${Date.now() % 1_000_000}`
  const set = await call<{ id: string }>('POST', '/flag-sets', token, { name: word, practice: true })
  const made = await call<{ id: string }>('POST', '/flag-challenges', token, {
    title: `${word} box`,
    stem: 'Read the flag of the box.',
    set_id: set.id,
    score: 100,
    hints: [{ text: 'It is in the attic.', cost: 25 }],
    flag: { kind: 'static', value: 'flag{in_the_attic}' },
  })
  const everybody = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await call('PUT', `/flag-challenges/${made.id}/audience`, token, everybody)
  const page = await as('student')
  const trouble = watch(page)
  await page.goto(app(href('practice-capture-flag')))
  await page.getByRole('link', { name: word, exact: true }).click()
  await expect(page.getByText('0 of 1 solved')).toBeVisible()
  await page.getByRole('link', { name: `${word} box` }).click()

  await page.getByRole('button', { name: 'Show Hint 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show it for 25 points' }).click()
  await expect(page.getByText('It is in the attic.')).toBeVisible()
  await page.getByLabel('Your flag').fill('flag{in_the_cellar}')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('That is not it.')).toBeVisible()
  await page.getByLabel('Your flag').fill('flag{in_the_attic}')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Solved, and you were the first')).toBeVisible()
  await expect(page.getByText('75 points', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByRole('textbox', { name: 'Your note' }).fill(`The attic of ${word}`)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Collect', exact: true }).click()
  await page.getByLabel('Folder').fill(word)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: `Collected in ${word}` })).toBeVisible()
  expect(await seriousOn(page)).toEqual([])

  await page.goto(app(href('personal', undefined, { tab: 'collections' })))
  await page.getByRole('button', { name: `${word} 1`, exact: true }).click()
  await expect(page.getByRole('link', { name: `${word} box` })).toBeVisible()
  await page.goto(app(href('personal', undefined, { tab: 'notes' })))
  await expect(page.getByText(`The attic of ${word}`)).toBeVisible()
  await page.goto(app(href('capture-flag-record', { id: set.id })))
  await expect(page.getByRole('row').filter({ hasText: `${word} box` })).toHaveCount(2)
  expect(trouble.list).toEqual([])
})
