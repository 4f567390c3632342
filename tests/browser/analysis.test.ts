/** From the figures of an exam to other boundaries of grades and to paper. */
import { app, call, expect, long, signInApi, test } from './support.ts'

test('an exam is analysed, a boundary is tried and saved, and sheets are ready to print', long, async ({ as }) => {
  const { token } = await signInApi('super')
  const { items } = await call<{ items: { id: string }[] }>('GET', `/exams?q=${encodeURIComponent('结业')}`, token)
  const id = items[0]?.id ?? ''
  const page = await as('super')
  await page.goto(app(`/admin/ct/admin/exams/analysis/${id}`))
  const doubtful = page.getByRole('row').filter({ hasText: /Wrong key\? The best chose [A-D]/ })
  await doubtful.first().getByRole('button').click()
  // who chose what, with the option that is said to be right
  await expect(page.getByRole('columnheader', { name: 'Upper third' })).toBeVisible()
  const before = await call<{ c: number }>('GET', `/exams/${id}/grades`, token)
  const c = page.getByLabel('C from, in per cent')
  await c.fill(before.c === 0.4 ? '30' : '40')
  await expect(page.getByText(/candidates? changes? grade\./).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save boundaries' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save boundaries' }).click()
  await expect(page.getByText('These boundaries are in force.')).toBeVisible()
  const after = await call<{ c: number }>('GET', `/exams/${id}/grades`, token)
  expect(after.c).toBe(before.c === 0.4 ? 0.3 : 0.4)
  await page.getByRole('link', { name: 'Print' }).click()
  await expect(page.getByText('39 sheets')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(39)
})
