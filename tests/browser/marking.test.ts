/** From two sheets to published results: one marker by keys, a second who differs, a third, a key that was wrong, and who moves by it. */
import { call, app, expect, signInApi, test } from './support.ts'

interface Made {
  id: string
  version: number
}
const writer = 'page-number-one'

/** An exam of a choice and a short answer that needs two markers, sat by two candidates and over. */
async function sat(): Promise<string> {
  const { token } = await signInApi('super')
  const post = <T>(path: string, body: object, as = token) => call<T>('POST', path, as, body)
  const word = Math.random().toString(36).slice(2, 8)
  const set = await post<Made>('/theory-sets', { name: `Marking ${word}` })
  const options = ['DNS', 'ARP'].map((text, n) => ({ id: 'ab'[n], text, correct: n === 0 }))
  const asked = [
    { title: `Names ${word}`, stem: 'Which one?', type: 'single', set_id: set.id, options },
    {
      title: `Why ${word}`,
      stem: 'Why?',
      type: 'short',
      set_id: set.id,
      rubric: [
        { text: 'Says why', points: 3 },
        { text: 'Gives an example', points: 2 },
      ],
    },
  ]
  const items = []
  for (const [n, body] of asked.entries()) {
    const q = await post<Made>('/theory-questions', body)
    items.push({ id: `i${n}`, bank: 'theory', question_id: q.id, question_version: q.version, score: 5 })
  }
  const papers = await post<Made>('/paper-sets', { name: `Marking ${word}` })
  const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }]
  const paper = await post<Made>('/papers', { name: `Marking ${word}`, set_id: papers.id, variants })
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const exam = await post<Made>('/exams', {
    name: `Marking ${word}`,
    paper_id: paper.id,
    starts_at: at(-5),
    ends_at: at(60),
    double: true,
    threshold: 0.2,
  })
  const everybody = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await call('PUT', `/exams/${exam.id}/audience`, token, everybody)
  for (const [n, who] of (['student', 'referee'] as const).entries()) {
    const own = (await signInApi(who)).token
    const { attempt } = await post<{ attempt: string }>(`/my-exams/${exam.id}/begin`, { writer }, own)
    const answers = [
      { item: 'i0', marked: false, answer: { type: 'single', chosen: [n === 0 ? 'a' : 'b'] } },
      { item: 'i1', marked: false, answer: { type: 'short', text: n === 0 ? 'Because it is' : '不知道' } },
    ]
    await post(`/exam-attempts/${attempt}/save`, { epoch: 1, seq: 1, writer, answers }, own)
    await post(`/exam-attempts/${attempt}/hand-in`, { epoch: 1, writer }, own)
  }
  await post(`/exams/${exam.id}/end`, { reason: 'Everybody is done' })
  return exam.id
}

test('two markers differ, a third settles, a wrong key is changed after a look at who moves, results are published', async ({
  as,
}) => {
  const exam = await sat()
  const rapid = app(`/admin/ct/admin/exams/rapid-marking/${exam}?item=i1`)
  // the first: an answer that says nothing by the dozen, the other by keys
  const first = await as('super')
  await first.goto(rapid)
  await first.getByRole('button', { name: 'Give no points to the 1 that says nothing' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Give no points to 1' }).click()
  await expect(first.getByText('1 answer left for you')).toBeVisible()
  await first.keyboard.press('a')
  await expect(first.getByLabel('Points', { exact: true })).toHaveValue('3')
  // in the field a point is a point; on the desk it is a half
  await first.locator('[data-desk]').focus()
  await first.keyboard.press('.')
  await first.reload()
  // what was typed is still there
  await expect(first.getByLabel('Points', { exact: true })).toHaveValue('3.5')
  await first.keyboard.press('Enter')
  await expect(first.getByText('Nothing left for you on this question')).toBeVisible()
  // back to his own last mark
  await first.keyboard.press('ArrowLeft')
  await expect(first.getByText('Because it is')).toBeVisible()
  await first.keyboard.press('4')
  await first.keyboard.press('Enter')
  await expect(first.getByText('Nothing left for you on this question')).toBeVisible()

  const { token } = await signInApi('admin')
  const { items } = await call<{ items: { attempt: string; open: number }[] }>('GET', `/exams/${exam}/sheets`, token)
  for (const { attempt } of items)
    await call('POST', `/exam-sheets/${attempt}/marks`, token, { item: 'i1', points: 1, round: 2, comment: 'Thin' })
  // 4 and 1 of 5 differ by more than a fifth, 0 and 1 do not
  const third = await as('keeper_demo')
  await third.goto(rapid)
  await expect(third.getByText('Third marker: the two before differ by too much')).toBeVisible()
  await third.keyboard.press('2')
  await third.keyboard.press('Enter')
  await expect(third.getByText('Nothing left for you on this question')).toBeVisible()

  await first.goto(app(`/admin/ct/admin/exams/score/${exam}?tab=questions`))
  await first.getByRole('button', { name: 'Change the key of question 1' }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Other right options/ }).check()
  await dialog.getByRole('checkbox', { name: 'ARP' }).check()
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByRole('row', { name: /0 → 5 .*0\.5 → 5\.5/ })).toBeVisible()
  await dialog.getByLabel('Reason').fill('Both answer the question')
  await dialog.getByRole('button', { name: 'Judge 2 sheets again' }).click()
  await expect(first.getByText('2 sheets judged again')).toBeVisible()

  await first.getByRole('link', { name: 'Results' }).click()
  await expect(first.getByRole('row', { name: /^1 .* 7 70%/ })).toBeVisible()
  await expect(first.getByRole('row', { name: /^2 .* 5\.5 55%/ })).toBeVisible()
  await first.getByRole('button', { name: 'Publish results' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Publish results' }).click()
  await expect(first.getByText('Published', { exact: true })).toBeVisible()
})
