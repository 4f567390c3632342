/** A class from its form to an hour with three learners: who is there, who asks, who is called, and what stands in their schedules. */
import { app, call, expect, newcomer, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'
import type { Browser, Page } from '@playwright/test'
import { seriousOn } from './axe.ts'

const stamp = Date.now().toString(36)

async function layCourse(token: string): Promise<string> {
  const made = (path: string, body: object) => call<{ id: string; version: number }>('POST', path, token, body)
  const direction = await made('/directions', { name: `Classes ${stamp}` })
  const { id } = await made('/courses', {
    name: `Taught in class ${stamp}`,
    direction_id: direction.id,
    language: 'en-US',
  })
  const section = (key: string, title: string) => ({ id: key, title, kind: 'text', rule: 'ticked' })
  const chapters = [
    {
      id: 'c1',
      title: 'Only',
      lessons: [
        {
          id: 'l1',
          title: 'Ports',
          with_hour: true,
          sections: [section('s1', 'What a port is'), section('s2', 'Which are open')],
        },
      ],
    },
  ]
  const { version } = await call<{ version: number }>('GET', `/courses/${id}/outline`, token)
  await call('PUT', `/courses/${id}/outline`, token, { version, chapters })
  for (const key of ['s1', 's2'])
    await call('PUT', `/courses/${id}/sections/${key}`, token, {
      content: { kind: 'text', body: `Text of ${key}` },
      version: 0,
    })
  const course = await call<{ version: number }>('GET', `/courses/${id}`, token)
  await call('POST', `/courses/${id}/publish`, token, { version: course.version })
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

test('a class is made, begun and given a timetable; its hour is led, attended by lesson and by code, and ends in everybody’s schedule', async ({
  browser,
}) => {
  const { token } = await signInApi('admin')
  const course = await layCourse(token)
  const teacher = await newcomer(`teach_${stamp}`.slice(0, 20), 'teacher')
  const learners = await Promise.all(
    ['one', 'two', 'six'].map((n) => newcomer(`${n}_${stamp}`.slice(0, 20), 'student')),
  )
  const name = `Evening class ${stamp}`
  const made = await call<{ id: string; version: number }>('POST', '/classes', token, {
    name,
    courses: [course],
    teachers: [teacher.id],
    room: 'Hall 3',
  })
  await call('PUT', `/classes/${made.id}/audience`, token, {
    all: false,
    orgs: [],
    roles: [],
    teams: [],
    users: learners.map((l) => l.id),
    version: made.version,
  })

  const page = await device(browser, await signInApi('admin'))
  const trouble = watch(page)
  await page.goto(app(`/admin/oj/admin/classroom?class=${made.id}`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByText('Ongoing', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Timetable' }).click()
  await page.getByRole('button', { name: 'Add a time' }).click()
  await page.getByRole('textbox', { name: 'Begin of time 1' }).fill('25:00')
  await expect(page.getByRole('button', { name: 'Preview' })).toHaveAttribute('title', /^Times are written as 09:00/)
  await page.getByRole('textbox', { name: 'Begin of time 1' }).fill('09:00')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/hours are new, 0 moved, 0 removed/)).toBeVisible()
  await page.getByRole('button', { name: 'Save and make the hours' }).click()
  await expect(page.getByText('The timetable is saved')).toBeVisible()
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(
    page
      .getByRole('cell', { name: `two_${stamp}` })
      .or(page.getByRole('rowheader', { name: `two_${stamp}` }))
      .first(),
  ).toBeVisible()

  const now = Date.now()
  const hour = await call<{ id: string }>('POST', `/classes/${made.id}/hours`, token, {
    starts_at: new Date(now - 60_000).toISOString(),
    ends_at: new Date(now + 3_600_000).toISOString(),
    teacher_id: teacher.id,
    course_id: course,
    lesson_id: 'l1',
    anyway: true,
  })
  const led = await device(browser, teacher.tokens)
  const [first, second] = learners
  if (!first || !second) throw new Error('nobody learns')
  const there = await device(browser, first.tokens)
  await there.goto(app(`/oj/course/detail/${course}`))
  await expect(there.getByText('Opens with its class hour').first()).toBeVisible()

  await led.goto(app(`/admin/oj/admin/classroom/monitor/${hour.id}`))
  await expect(led.getByRole('heading', { level: 1, name })).toBeVisible()
  await led.getByRole('button', { name: 'Begin the hour' }).click()
  await led.getByRole('dialog').getByRole('button', { name: 'Begin the hour' }).click()
  await expect(led.getByText('Ongoing', { exact: true })).toBeVisible()
  await expect(led.getByRole('button', { name: 'Not there 3' })).toBeVisible()

  await there.goto(app(`/oj/course/lesson/${course}/l1`))
  await expect(there.getByText('Text of s1')).toBeVisible()
  const bar = there.getByRole('region', { name })
  await expect(bar.getByText('Present')).toBeVisible()
  // told by the stream: nobody reloads
  await expect(led.getByRole('button', { name: 'Not there 2' })).toBeVisible()
  await expect(led.getByRole('row', { name: new RegExp(`one_${stamp}`) })).toContainText('What a port is')
  await bar.getByRole('button', { name: 'Raise hand' }).click()
  await there.getByRole('dialog').getByRole('textbox').fill('Why 443?')
  await there.getByRole('dialog').getByRole('button', { name: 'Call the teacher' }).click()
  await expect(led.getByText('Why 443?')).toBeVisible()
  await led.getByRole('button', { name: 'Answer', exact: true }).click()
  await led.getByRole('dialog').getByRole('textbox').fill('That is what browsers ask.')
  await led.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(there.getByText('That is what browsers ask.')).toBeVisible()
  await led.getByRole('button', { name: 'Everybody here' }).click()
  await led.getByRole('dialog').getByLabel('Section').selectOption({ label: 'Which are open' })
  await led.getByRole('dialog').getByRole('button', { name: 'Call everybody' }).click()
  await there.getByRole('alert').getByRole('link', { name: 'Go there' }).click()
  await expect(there.getByText('Text of s2')).toBeVisible()
  await expect(led.getByRole('row', { name: new RegExp(`one_${stamp}`) })).toContainText('Which are open')

  await led.getByRole('button', { name: 'Code', exact: true }).click()
  const said = await led.locator('.class-code-digits').innerText()
  await led.getByRole('button', { name: 'Close' }).first().click()
  const far = await device(browser, second.tokens)
  await far.goto(app(`/personal?tab=schedule&view=list`))
  await far.getByRole('textbox', { name: 'Code' }).fill('000000')
  await far.getByRole('button', { name: 'Check in' }).click()
  await expect(far.getByText('Not the code that is shown.').or(far.getByText('Present', { exact: true }))).toBeVisible()
  await far.getByRole('textbox', { name: 'Code' }).fill(said.replace(/\D/g, ''))
  await far.getByRole('button', { name: 'Check in' }).click()
  await expect(far.getByText('Present', { exact: true }).first()).toBeVisible()
  await expect(led.getByRole('button', { name: 'Not there 1' })).toBeVisible()

  await led.getByRole('button', { name: 'End the hour' }).click()
  await led.getByRole('dialog').getByRole('button', { name: 'End the hour' }).click()
  await expect(led.getByText('Present 2 · Absent 1')).toBeVisible()
  await far.goto(app(`/personal?tab=schedule&view=week`))
  await expect(far.locator('.mg-calendar-entry').filter({ hasText: name }).first()).toBeVisible()
  await led.goto(app(`/admin/oj/admin/course/class-card?class=${made.id}`))
  await expect(led.getByRole('heading', { name: `one_${stamp}` })).toBeVisible()
  expect(trouble.list).toEqual([])
})

for (const is of [
  { language: 'en-US', theme: 'theme-dark' },
  { language: 'zh-CN', theme: 'theme-light' },
] as const)
  test(`axe finds nothing serious on the pages of classes, ${is.language} ${is.theme}`, async ({ as }) => {
    const { token } = await signInApi('teacher')
    const { items } = await call<{ items: { id: string }[] }>(
      'GET',
      '/classes?status=ongoing&q=网络安全基础一班',
      token,
    )
    const id = items[0]?.id ?? ''
    const hours = await call<{ items: { id: string }[] }>('GET', `/classes/${id}/hours`, token)
    const page = await as('teacher', is)
    const trouble = watch(page)
    for (const path of [
      `/admin/oj/admin/classroom?class=${id}`,
      `/admin/oj/admin/classroom?class=${id}&tab=timetable`,
      `/admin/oj/admin/classroom?class=${id}&tab=members`,
      `/admin/oj/admin/classroom/monitor/${hours.items[0]?.id}`,
      `/admin/oj/admin/course/class-card?class=${id}`,
      `/admin/oj/admin/course/report?tab=courses&class_id=${id}`,
      '/personal?tab=schedule&view=week',
      '/personal?tab=schedule&view=month',
      '/personal?tab=schedule&view=list',
    ]) {
      await page.goto(app(path))
      await expect(page.locator('.mg-app h1').first()).toBeVisible()
      await expect(page.locator('.mg-loading')).toHaveCount(0)
      expect(await seriousOn(page), path).toEqual([])
    }
    expect(trouble.list).toEqual([])
  })
