/** A learner's way through practice: a set, a wrong answer and right ones, mistakes mended, a paper sat and handed in, the record of it all. */
import { href } from '#src/contract/screens/index.ts'
import { app, call, expect, long, signInApi, test } from './support.ts'

interface Key {
  id: string
  right: boolean | null
  key: { correct?: string[] } | null
}
const single = (chosen: string) => ({ type: 'single', chosen: [chosen] })

test('a set is practised until its mistake is mended, a paper is handed in over a reload, and both are in the records', async ({
  as,
}) => {
  const { token } = await signInApi('admin')
  const { items: sets } = await call<{ items: { id: string; name: string; bank: string }[] }>(
    'GET',
    '/practice/sets?type=single',
    token,
  )
  const set = sets.find((s) => s.bank === 'theory')
  if (!set) throw new Error('the demonstration has nothing to practise')
  const { items } = await call<{ items: { id: string; title: string }[] }>(
    'GET',
    `/practice/sets/${set.id}/questions?type=single&state=unsolved`,
    token,
  )
  const question = items[0]
  if (!question) throw new Error('the demonstration has no single choice')
  const { question: shown } = await call<{ question: { version: number; options: { id: string }[] } }>(
    'GET',
    `/practice/questions/${question.id}`,
    token,
  )
  // somebody else finds out what is right, as nobody is told before he answers
  const other = await signInApi('super')
  const tried = await call<Key>('POST', `/practice/questions/${question.id}/tries`, other.token, {
    answer: single(shown.options[0]?.id ?? ''),
    version: shown.version,
  })
  const { key } = await call<Key>('GET', `/practice/tries/${tried.id}`, other.token)
  const right = shown.options.findIndex((o) => key?.correct?.includes(o.id))
  const wrong = right === 0 ? 1 : 0

  const page = await as('admin')
  await page.goto(app(`/oj/practice/rationale/list/${set.id}`))
  await page.getByRole('link', { name: question.title }).click()
  const options = page.locator('.part-question-option input')
  const handIn = page.getByRole('button', { name: 'Hand in' })
  await options.nth(wrong).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(options.nth(wrong), 'what was chosen is there after a reload').toBeChecked()
  await handIn.click()
  await expect(page.getByText('Not right', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show the answer' }).click()
  await expect(page.getByText('Right answer:')).toBeVisible()

  await page.goto(app('/personal?tab=mistakes'))
  const mistake = page.getByRole('link', { name: question.title })
  await expect(mistake).toBeVisible()
  await mistake.click()
  for (const _ of [1, 2]) {
    await options.nth(right).check()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Right', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
  }
  await page.goto(app('/personal?tab=mistakes'))
  const empty = page.getByText('No mistakes to work on').or(page.locator('.personal-message'))
  await expect(empty.filter({ visible: true }).first()).toBeVisible()
  await expect(mistake).toHaveCount(0)

  const { items: papers } = await call<{ items: { id: string; name: string }[] }>('GET', '/practice/papers', token)
  const paper = papers[0]
  if (!paper) throw new Error('the demonstration has no paper to practise on')
  await page.goto(app(`/oj/practice/volume-detail/${paper.id}`))
  await page.getByRole('button', { name: 'Begin with the clock' }).click()
  const sheet = page.getByRole('region', { name: 'Answer sheet' })
  await expect(page.getByRole('timer')).toBeVisible()
  const field = page.locator('.part-question').getByRole('textbox').first()
  if (await options.count()) await options.first().check()
  else await field.fill('In my own words')
  await expect(sheet).toContainText(/1 of \d+ answered/)
  await page.reload()
  await expect(sheet).toContainText(/1 of \d+ answered/)
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Share of the points', { exact: true })).toBeVisible()

  await page.goto(app('/oj/practice/record'))
  const groups = page.getByRole('region', { name: 'By set and paper' })
  await expect(groups.getByRole('link', { name: paper.name })).toBeVisible()
  await expect(page.getByRole('link', { name: question.title }).first()).toBeVisible()
})

test('lists of a learner are as they were after a reload and the way back', long, async ({ as }) => {
  const page = await as('student')
  for (const [at, chip] of [
    [href('exam-list'), 'Ended'],
    [href('practice'), 'Done'],
    [href('practice-record'), 'Papers'],
    [href('personal', undefined, { tab: 'exams' }), 'Ended'],
  ] as const) {
    await page.goto(app(at))
    const chosen = page
      .getByRole('radio', { name: chip })
      .or(page.getByRole('button', { name: chip, exact: true }))
      .first()
    await chosen.click()
    const kept = page.url()
    expect(kept).not.toBe(app(at))
    const is = async () => [await chosen.getAttribute('aria-pressed'), await chosen.getAttribute('aria-checked')].join()
    const was = await is()
    expect(was).toContain('true')
    await page.reload()
    await expect(chosen).toBeVisible()
    expect(await is(), `${at} after a reload`).toBe(was)
    await page.goto(app('/404'))
    await page.goBack()
    await expect(chosen).toBeVisible()
    expect([page.url(), await is()], `${at} after the way back`).toEqual([kept, was])
  }
})
