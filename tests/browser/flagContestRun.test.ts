/** Running a flag contest: a question is answered, and what was judged wrong is judged again once its flag is put right. */
import { app, call, expect, signInApi, test } from './support.ts'

const everybody = { all: true, orgs: [], roles: [], teams: [], users: [] }

test('staff answer a question, and judge again what a wrong flag in the bank refused', async ({ as }) => {
  const { token } = await signInApi('teacher')
  const word = Date.now().toString(36)
  const set = await call<{ id: string }>('POST', '/flag-sets', token, { name: `Drawers ${word}`, practice: false })
  const flag = (value: string) => ({ kind: 'static', value })
  const planned = { title: `Drawer ${word}`, set_id: set.id, flag: flag('flag{typo}') }
  const question = await call<{ id: string; version: number }>('POST', '/flag-challenges', token, planned)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const contest = await call<{ id: string; version: number }>('POST', '/flag-contests', token, {
    name: `Afternoon ${word}`,
    starts_at: at(-1),
    ends_at: at(60),
    register_until: at(60),
    items: [{ question_id: question.id, category: 'Misc', most: 500 }],
  })
  await call('PUT', `/flag-contests/${contest.id}/audience`, token, { ...everybody, version: contest.version })
  const { token: own } = await signInApi('student')
  await call('POST', `/contests/${contest.id}/register`, own, {})
  const { items } = await call<{ items: { id: string }[] }>('GET', `/contests/${contest.id}/items`, own)
  await call('POST', `/contest-items/${items[0]?.id}/submit`, own, { text: 'flag{type}' })
  await call('PUT', `/flag-challenges/${question.id}`, token, {
    ...planned,
    flag: flag('flag{type}'),
    version: question.version,
  })

  const learner = await as('student')
  await learner.goto(app(`/ct/flag/contest/${contest.id}?part=news`))
  await learner.getByRole('textbox', { name: 'Your question' }).fill('Is the flag right?')
  await learner.getByRole('button', { name: 'Ask the staff' }).click()
  await expect(learner.getByText('No answer yet.')).toBeVisible()

  const staff = await as('teacher')
  await staff.goto(app(`/admin/ct/admin/flag/detail/${contest.id}?part=questions`))
  await staff.getByRole('button', { name: 'Claim', exact: true }).click()
  await staff.getByRole('textbox', { name: 'Answer' }).fill('It was not. We judge again.')
  await staff.getByRole('button', { name: 'Answer everyone' }).click()
  await expect(learner.getByText('It was not. We judge again.')).toBeVisible()

  await staff.getByRole('tab', { name: 'Decisions' }).click()
  await staff.getByRole('button', { name: 'Re-judge…' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The bank had a typo')
  await dialog.getByRole('button', { name: 'Change 1 verdict' }).click()
  await expect(staff.getByRole('cell', { name: 'The bank had a typo' })).toBeVisible()
  await learner.getByRole('tab', { name: 'Board' }).click()
  await expect(learner.getByRole('button', { name: /^525: Why this number/ })).toBeVisible()
})
