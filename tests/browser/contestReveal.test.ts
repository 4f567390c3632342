/** From a frozen board to a certificate: staff reveal step by step by keys, a big screen follows, and a learner has their place on paper. */
import { app, call, expect, signInApi, test } from './support.ts'

const everybody = { all: true, orgs: [], roles: [], teams: [], users: [] }

test('staff reveal a frozen board by keys, a big screen shows each step, and certificates follow', async ({ as }) => {
  const [teacher, student] = await Promise.all([signInApi('teacher'), signInApi('student')])
  const post = <T>(path: string, body: object, who = teacher) => call<T>('POST', path, who.token, body)
  const word = Date.now().toString(36)
  const set = await post<{ id: string }>('/flag-sets', { name: `Reveal ${word}`, practice: false })
  const flag = { kind: 'static', value: 'flag{found}' }
  const question = await post<{ id: string }>('/flag-challenges', { title: `Vault ${word}`, set_id: set.id, flag })
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const contest = await post<{ id: string; version: number }>('/flag-contests', {
    name: `Finals ${word}`,
    starts_at: at(-2),
    freeze_at: at(-1),
    ends_at: at(60),
    register_until: at(60),
    items: [{ question_id: question.id, category: 'Misc', most: 500 }],
  })
  await call('PUT', `/flag-contests/${contest.id}/audience`, teacher.token, { ...everybody, version: contest.version })
  const { mine } = await post<{ mine: { name: string } }>(`/contests/${contest.id}/register`, {}, student)
  const { items } = await call<{ items: { id: string }[] }>('GET', `/contests/${contest.id}/items`, student.token)
  await post(`/contest-items/${items[0]?.id}/submit`, { text: 'flag{found}' }, student)
  await post(`/flag-contests/${contest.id}/finish`, {})

  const hall = await as('student')
  await hall.goto(app(`/contest/flag/${contest.id}/reveal`))
  await expect(hall.getByText('The reveal begins soon.')).toBeVisible()
  await expect(hall.getByText(`Vault ${word}`)).toHaveCount(0)

  const staff = await as('teacher')
  await staff.goto(app(`/admin/ct/admin/flag/detail/${contest.id}?part=reveal`))
  const next = staff.getByRole('button', { name: 'Next step' })
  await next.focus()
  await staff.keyboard.press('ArrowRight')
  await expect(hall.getByRole('heading', { name: 'Final values' })).toBeVisible()
  await expect(staff.getByText('Step 1 of')).toBeVisible()
  await staff.keyboard.press('ArrowRight')
  await expect(hall.getByText(`solved Vault ${word}`)).toBeVisible()
  await expect(staff.getByText('Step 2 of')).toBeVisible()
  await staff.keyboard.press('End')
  await expect(hall.getByText('Winner')).toBeVisible()
  await expect(hall.getByRole('heading', { name: mine.name })).toBeVisible()
  await expect(staff.getByText('The board is open to everyone: nothing is left to reveal.')).toBeVisible()

  await staff.getByRole('button', { name: 'Make final' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Make final' }).click()
  await expect(staff.getByRole('dialog')).toHaveCount(0)
  await staff.getByRole('button', { name: 'Certificates' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Issue 1 certificate' }).click()
  await staff
    .getByRole('dialog', { name: 'Issue 1 certificate?' })
    .getByRole('button', { name: 'Issue 1 certificate' })
    .click()
  await expect(dialog.getByText(mine.name).first()).toBeVisible()
  await hall.goto(app('/personal?tab=record'))
  await expect(hall.getByRole('heading', { name: `Finals ${word}` })).toBeVisible()
})
