/** A learner's way through a course, from finding it to its end, on two devices and in both languages. */
import { app, call, expect, newcomer, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'
import type { Browser, Page } from '@playwright/test'

const stamp = Date.now().toString(36)
const name = `Web requests ${stamp}`
const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }

/** A course with a text, slides and a quiz, in two languages, for everybody. @returns its id */
async function layCourse(token: string): Promise<string> {
  const made = (path: string, body: object) => call<{ id: string; version: number }>('POST', path, token, body)
  const set = await made('/theory-sets', { name: `Requests ${stamp}` })
  const question = await made('/theory-questions', {
    title: `Status ${stamp}`,
    stem: 'Which status says that nothing is there?',
    type: 'single',
    set_id: set.id,
    options: [
      { id: 'a', text: '404', correct: true },
      { id: 'b', text: '200' },
    ],
    explanation: 'Not Found, says RFC 9110.',
  })
  const direction = await made('/directions', { name: `Web ${stamp}` })
  const { id } = await made('/courses', {
    name,
    direction_id: direction.id,
    language: 'en-US',
    translation: { name: `网页请求 ${stamp}`, description: '' },
    difficulty: 'advanced',
  })
  const section = (key: string, title: string, title_other: string, kind: string, rule: string, more = {}) => ({
    id: key,
    title,
    title_other,
    kind,
    rule,
    ...more,
  })
  const chapters = [
    {
      id: 'c1',
      title: 'Basics',
      title_other: '基础',
      lessons: [
        {
          id: 'l1',
          title: 'Asking',
          title_other: '请求',
          sections: [
            section('s1', 'How to ask', '如何请求', 'text', 'read'),
            section('s2', 'In pictures', '图示', 'slides', 'read'),
          ],
        },
        {
          id: 'l2',
          title: 'Answering',
          title_other: '响应',
          after: 'l1',
          sections: [section('s3', 'What it means', '含义', 'quiz', 'score', { share: 1 })],
        },
      ],
    },
  ]
  const { version } = await call<{ version: number }>('GET', `/courses/${id}/outline`, token)
  await call('PUT', `/courses/${id}/outline`, token, { version, chapters })
  const paragraph = (n: number) => `Paragraph ${n} of a long text that has to be scrolled to be read to its end.`
  const body = Array.from({ length: 80 }, (_, n) => paragraph(n + 1)).join('\n\n')
  const contents = {
    s1: { kind: 'text', body, body_other: '短文。' },
    s2: { kind: 'slides', body: '# One\n---\n# Two\n---\n# Three' },
    s3: { kind: 'quiz', items: [{ id: 'i0', question_id: question.id, question_version: 1, score: 2 }], attempts: 3 },
  }
  for (const [key, content] of Object.entries(contents))
    await call('PUT', `/courses/${id}/sections/${key}`, token, { content, version: 0 })
  const at = async (path: string) => (await call<{ version: number }>('GET', path, token)).version
  await call('PUT', `/courses/${id}/audience`, token, { ...everybody, version: await at(`/courses/${id}`) })
  await call('PUT', `/courses/${id}/visibility`, token, {
    ...everybody,
    from: null,
    to: null,
    version: await at(`/courses/${id}/visibility`),
  })
  await call('POST', `/courses/${id}/publish`, token, { version: await at(`/courses/${id}`) })
  return id
}

async function device(browser: Browser, tokens: Tokens, language = 'en-US'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addInitScript(
    ({ key, kept, spoken }) => {
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
      localStorage.setItem(key.replace(/session$/, 'language'), spoken)
    },
    { key: sessionKey(), kept: tokens, spoken: language },
  )
  return context.newPage()
}

test('a course is found, joined, read, walked through, answered wrongly and rightly, and completed; a second device comes back to the same place', async ({
  browser,
}) => {
  const { token } = await signInApi('admin')
  const id = await layCourse(token)
  const who = await newcomer(`learner_${stamp}`.slice(0, 20), 'student')
  const page = await device(browser, who.tokens)
  const trouble = watch(page)

  await page.goto(app('/oj/all-course'))
  await page.getByRole('searchbox').fill(stamp)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Asking'), 'a lesson is no link before one joins').not.toHaveAttribute('href')
  await page.getByRole('button', { name: 'Join the course' }).click()
  await page.getByRole('link', { name: 'Start learning' }).click()

  await expect(page.getByText('Paragraph 1 of')).toBeVisible()
  const main = page.locator('.mg-main')
  await main.evaluate((el) => el.scrollTo(0, el.scrollHeight / 2))
  // a second device, at the same place
  await expect(async () => {
    const { sections } = await call<{ sections: { place: number }[] }>(
      'GET',
      `/learning/courses/${id}/lessons/l1`,
      who.tokens.token,
    )
    expect(sections[0]?.place).toBeGreaterThan(0.2)
  }).toPass()
  const second = await device(browser, who.tokens)
  await second.goto(app(`/oj/course/detail/${id}`))
  await second.getByRole('link', { name: 'Continue' }).click()
  await expect(second.getByText('Paragraph 1 of')).toBeAttached()
  await expect.poll(() => second.locator('.mg-main').evaluate((el) => el.scrollTop)).toBeGreaterThan(400)
  await second.context().close()

  await main.evaluate((el) => el.scrollTo(0, el.scrollHeight))
  await expect(page.locator('.learn-done')).toContainText('Read')
  await page.getByRole('link', { name: /^Next:/ }).click()
  await expect(page.getByRole('heading', { name: 'One' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible()
  await page.waitForTimeout(1000)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Two' }), 'a reload is at the same slide').toBeVisible()
  const next = page.getByRole('button', { name: /^Next:/ })
  await expect(next).toBeDisabled()
  await expect(next).toHaveAttribute('title', 'Opens after “Asking”')
  await page.getByRole('button', { name: 'Next slide' }).click()
  await expect(page.locator('.learn-done')).toBeVisible()
  await page.getByRole('link', { name: /^Next:/ }).click()

  const options = page.locator('.part-question-option input')
  await options.nth(1).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(options.nth(1), 'what was chosen is there after a reload').toBeChecked()
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Not right', { exact: true })).toBeVisible()
  await expect(page.getByText('RFC 9110'), 'the key waits').toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('2 of 3 attempts left')).toBeVisible()
  await options.nth(0).check()
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Right', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('RFC 9110')).toBeVisible()
  await expect(page.getByText('You have completed the course.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the course' }).first().click()
  await expect(page.getByText('3 of 3 sections done').first()).toBeVisible()
  await expect(page.locator('.learn-hero').getByRole('status')).toContainText('Completed')

  const chinese = await device(browser, who.tokens, 'zh-CN')
  await chinese.goto(app('/course'))
  await chinese.getByRole('link', { name: `网页请求 ${stamp}` }).click()
  await expect(chinese.getByText('已学完').first()).toBeVisible()
  await chinese.getByRole('link', { name: '请求', exact: true }).click()
  await chinese.getByRole('link', { name: '图示', exact: true }).click()
  await expect(chinese.locator('.part-course-foreign'), 'slides that are there in English alone say so').toHaveText(
    'English',
  )
  expect(trouble.list).toEqual([])
})

test('whoever writes a course looks at it as a learner before it is published, and is no learner of it', async ({
  as,
}) => {
  const { token } = await signInApi('admin')
  const direction = await call<{ id: string }>('POST', '/directions', token, { name: `Drafts ${stamp}` })
  const { id } = await call<{ id: string }>('POST', '/courses', token, {
    name: `Draft ${stamp}`,
    direction_id: direction.id,
  })
  const sections = [{ id: 's1', title: 'First', kind: 'text', rule: 'ticked' }]
  const chapters = [{ id: 'c1', title: 'Only', lessons: [{ id: 'l1', title: 'Drafted', sections }] }]
  await call('PUT', `/courses/${id}/outline`, token, { version: 1, chapters })
  await call('PUT', `/courses/${id}/sections/s1`, token, {
    content: { kind: 'text', body: 'Written so far' },
    version: 0,
  })
  const page = await as('admin')
  await page.goto(app(`/oj/all-course/detail/${id}?preview=true`))
  await page.getByRole('link', { name: 'Look at the lessons' }).click()
  await expect(page.getByText('Written so far')).toBeVisible()
  await expect(page.getByText(/Preview: you see what is being written/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeDisabled()
  const { items } = await call<{ items: { id: string }[] }>('GET', '/learning/mine', token)
  expect(items.map((c) => c.id)).not.toContain(id)
})
