/** A candidate and the machines of his question: started from the sheet, used, come back from, gone when he hands in. */
import { env } from '#config/env.ts'
import { begin, keeper, layExam } from './hall.ts'
import { app, call, expect, signInApi, test } from './support.ts'

/** A challenge, as it is called in either language: its scene is called what whoever starts it reads. */
const challenge = ['弱口令的影子', 'The shadow of a weak password']

test('the scene of a question is started from the sheet, its console leads back, and it ends with the sheet', async ({
  as,
}) => {
  const { token } = await signInApi('student')
  const run = await keeper()
  type Exams = { items: { name: string; paper_id: string }[] }
  const { items } = await run<Exams>('GET', '/exams?page_size=100')
  const of = items.find((e) => e.name.startsWith('靶场实操'))
  if (!of) throw new Error('the demonstration has no exam with machines')
  // one of its own: whoever runs this again finds the same
  const exam = await layExam(run, of.paper_id)
  const page = await as('student')
  await page.goto(app(`/ct/contest/exam-guid/${exam}`))
  await begin(page)
  const panel = page.getByRole('region', { name: 'Machines' })
  await panel.getByRole('button', { name: /^Start/ }).click()
  await expect(panel.getByText(/machines on/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Answer' }).fill('flag{found}')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const mine = async () =>
    (await call<{ items: { name: string }[] }>('GET', '/scenes?page_size=100', token)).items.filter((s) =>
      challenge.includes(s.name),
    ).length
  const before = await mine()
  expect(before).toBeGreaterThan(0)
  // machines take their time to come up
  if (env.whole) {
    const consoles = panel.getByRole('link', { name: 'Open the consoles' })
    await expect(consoles).toBeVisible()
    await consoles.click()
    // the machines stand beside the question: the same sheet, its clock, its answer
    const task = page.getByRole('complementary', { name: 'Task' })
    await expect(page.getByRole('navigation', { name: 'Nodes' })).toBeVisible()
    await expect(page.getByRole('timer', { name: /left/i })).toBeVisible()
    await expect(task.getByRole('textbox', { name: 'Answer' })).toHaveValue('flag{found}')
    await task.getByRole('textbox', { name: 'Answer' }).fill('flag{from-the-lab}')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(task.getByRole('textbox', { name: 'Answer' })).toHaveValue('flag{from-the-lab}')
    await page.getByRole('button', { name: 'Back to the exam' }).click()
    await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveValue('flag{from-the-lab}')
  }
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByRole('button', { name: 'Check receipt' })).toBeVisible()
  await expect.poll(mine).toBe(before - 1)
})
