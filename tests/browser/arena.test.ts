/** A learner climbs an arena, and makes a team for a contest; its staff find the team. */
import { app, call, expect, signInApi, test } from './support.ts'

const everybody = { all: true, orgs: [], roles: [], teams: [], users: [] }
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('somebody joins an arena, solves a challenge, and stands on its ladder', async ({ as }) => {
  const { token } = await signInApi('teacher')
  const post = <T>(path: string, body: object) => call<T>('POST', path, token, body)
  const word = Date.now().toString(36)
  const set = await post<{ id: string }>('/flag-sets', { name: `Arena ${word}`, practice: false })
  const flag = { kind: 'static', value: 'flag{up}' }
  const question = await post<{ id: string }>('/flag-challenges', { title: `Rung ${word}`, set_id: set.id, flag })
  const arena = await post<{ id: string; version: number }>('/arenas', {
    name: `Ladder ${word}`,
    seasons: [{ name: 'Season of tests', starts_at: at(-180), ends_at: at(60) }],
    items: [{ question_id: question.id, category: 'Misc', most: 500 }],
  })
  await call('PUT', `/arenas/${arena.id}/audience`, token, { ...everybody, version: arena.version })

  const page = await as('student')
  await page.goto(app('/ct/arena'))
  const card = page.getByRole('listitem').filter({ hasText: `Ladder ${word}` })
  await card.getByRole('button', { name: 'Join' }).click()
  await card.getByRole('link', { name: 'Play' }).click()
  await page.getByRole('button', { name: new RegExp(`Rung ${word}`) }).click()
  const place = page.getByRole('complementary', { name: `Rung ${word}` })
  await place.getByRole('textbox', { name: 'Flag' }).fill('flag{up}')
  await page.keyboard.press('Enter')
  await expect(place.getByText('Right! 525 points.')).toBeVisible()
  await page.getByRole('tab', { name: 'Ladder' }).click()
  await page.getByRole('button', { name: /^525: Why this number/ }).click()
  await expect(page.getByRole('dialog')).toContainText('First solver')
  await page.goto(app('/personal?tab=contests'))
  await expect(page.getByRole('row', { name: new RegExp(`Ladder ${word}`) })).toContainText('525')
})

test('somebody creates a team for a contest, and its staff see it with its code', async ({ as }) => {
  const { token } = await signInApi('teacher')
  const word = Date.now().toString(36)
  const contest = await call<{ id: string; version: number }>('POST', '/flag-contests', token, {
    name: `Cup ${word}`,
    mode: 'team',
    starts_at: at(60),
    ends_at: at(120),
  })
  await call('PUT', `/flag-contests/${contest.id}/audience`, token, { ...everybody, version: contest.version })
  const page = await as('student')
  await page.goto(app(`/ct/flag/contest/${contest.id}`))
  await page.getByRole('button', { name: 'My teams' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of a new team' }).fill(`Team ${word}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: `Team ${word}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Register' }).click()
  const entering = page.getByRole('dialog')
  await expect(entering.getByRole('combobox', { name: 'Team' }), 'of several teams none is chosen yet').toContainText(
    'Choose…',
  )
  await entering.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: `Team ${word}` }).click()
  await entering.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText(`Your entry: Team ${word}`)).toBeVisible()

  const staff = await as('teacher')
  await staff.goto(app('/admin/ct/admin/team'))
  await staff.getByRole('link', { name: `Team ${word}` }).click()
  await expect(staff.getByText('Invite code')).toBeVisible()
  await expect(staff.getByText('Registered')).toBeVisible()
})
