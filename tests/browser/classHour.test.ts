/**
 * A class hour with machines and three learners: who is there, machines started for all, a hand raised and taken, a console watched and taken
 * over by consent and given back, machines locked, everybody called to a section, and the end with what is said of it.
 */
import type { Browser, Page } from '@playwright/test'
import { seriousOn } from './axe.ts'
import { app, call, expect, newcomer, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'

const stamp = Date.now().toString(36)

async function device(browser: Browser, tokens: Tokens): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addInitScript(
    ({ key, kept }) => {
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
      localStorage.setItem(key.replace(/session$/, 'language'), 'en-US')
    },
    { key: sessionKey(), kept: tokens },
  )
  return context.newPage()
}

interface Taught {
  course: string
  lesson: string
  lab: string
  text: string
}
/** A course with a lesson that has the lab of the demonstration, and a text before it. */
async function layCourse(token: string): Promise<Taught> {
  type Sections = { id: string; kind: string }[]
  type Outline = { draft: { chapters: { lessons: { id: string; sections: Sections }[] }[] }; version: number }
  const { items } = await call<{ items: { id: string }[] }>('GET', '/courses?q=hardening', token)
  let content: object | undefined
  for (const { id } of items) {
    const { draft } = await call<Outline>('GET', `/courses/${id}/outline`, token)
    const lab = draft.chapters
      .flatMap((c) => c.lessons)
      .flatMap((l) => l.sections)
      .find((s) => s.kind === 'lab')
    if (lab) ({ content } = await call<{ content: object }>('GET', `/courses/${id}/sections/${lab.id}`, token))
  }
  if (!content) throw new Error('the demonstration has no lab')
  const made = (path: string, body: object) => call<{ id: string }>('POST', path, token, body)
  const direction = await made('/directions', { name: `Hands on ${stamp}` })
  const { id } = await made('/courses', { name: `Hands on ${stamp}`, direction_id: direction.id, language: 'en-US' })
  const sections = [
    { id: 's1', title: 'Before you begin', kind: 'text', rule: 'ticked' },
    { id: 's2', title: 'Close the doors', kind: 'lab', rule: 'checks' },
  ]
  const { version } = await call<Outline>('GET', `/courses/${id}/outline`, token)
  const chapters = [{ id: 'c1', title: 'Only', lessons: [{ id: 'l1', title: 'Doors', sections }] }]
  await call('PUT', `/courses/${id}/outline`, token, { version, chapters })
  const text = { kind: 'text', body: 'Read this first.' }
  await call('PUT', `/courses/${id}/sections/s1`, token, { content: text, version: 0 })
  await call('PUT', `/courses/${id}/sections/s2`, token, { content, version: 0 })
  const course = await call<{ version: number }>('GET', `/courses/${id}`, token)
  await call('POST', `/courses/${id}/publish`, token, { version: course.version })
  return { course: id, lesson: 'l1', lab: 's2', text: 's1' }
}
const type = async (page: Page, line: string, wants: string | RegExp) => {
  // a console that is still being opened takes no keys, and its cover says so
  await expect(page.locator('.xterm-rows').first()).toContainText(/[#$:?]/)
  await page.locator('.xterm-helper-textarea').first().focus()
  await page.keyboard.type(`${line}\n`)
  await expect(page.locator('.xterm-rows').first()).toContainText(wants)
}

test('a class hour is led with machines for all, a console is watched and taken over, and all of it ends with the hour', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { token } = await signInApi('admin')
  const at = await layCourse(token)
  const teacher = await newcomer(`lead_${stamp}`.slice(0, 20), 'teacher')
  const learners = await Promise.all(
    ['ann', 'bob', 'cem'].map((n) => newcomer(`${n}_${stamp}`.slice(0, 20), 'student')),
  )
  const [ann, bob, cem] = learners
  if (!ann || !bob || !cem) throw new Error('nobody learns')
  const name = `Hands-on class ${stamp}`
  const made = await call<{ id: string; version: number }>('POST', '/classes', token, {
    name,
    courses: [at.course],
    teachers: [teacher.id],
  })
  const nobody = { all: false, orgs: [], roles: [], teams: [] }
  await call('PUT', `/classes/${made.id}/audience`, token, {
    ...nobody,
    users: learners.map((l) => l.id),
    version: made.version,
  })
  const { version } = await call<{ version: number }>('GET', `/classes/${made.id}`, token)
  await call('POST', `/classes/${made.id}/begin`, token, { version })
  const now = Date.now()
  const hour = await call<{ id: string }>('POST', `/classes/${made.id}/hours`, token, {
    starts_at: new Date(now - 60_000).toISOString(),
    ends_at: new Date(now + 3_600_000).toISOString(),
    teacher_id: teacher.id,
    course_id: at.course,
    lesson_id: at.lesson,
    anyway: true,
  })

  const led = await device(browser, teacher.tokens)
  const trouble = watch(led)
  await led.goto(app(`/admin/oj/admin/classroom/monitor/${hour.id}`))
  await led.getByRole('button', { name: 'Begin the hour' }).click()
  await led.getByRole('dialog').getByRole('button', { name: 'Begin the hour' }).click()
  await expect(led.getByText('Ongoing', { exact: true })).toBeVisible()

  // one enters by the lesson, one by the code
  const first = await device(browser, ann.tokens)
  const trouble2 = watch(first)
  await first.goto(app(`/oj/course/lesson/${at.course}/${at.lesson}?section=${at.lab}`))
  await expect(first.getByRole('region', { name }).getByText('Present')).toBeVisible()
  await led.getByRole('button', { name: 'Code', exact: true }).click()
  const code = (await led.locator('.class-code-digits').innerText()).replace(/\D/g, '')
  await led.getByRole('button', { name: 'Close' }).first().click()
  await call('POST', `/my-class-hours/${hour.id}/code`, bob.tokens.token, { code })
  await expect(led.getByRole('button', { name: 'Not there 1' })).toBeVisible()

  // machines for all, step by step
  await led
    .getByRole('button', { name: 'Each their own' })
    .or(led.getByRole('radio', { name: 'Each their own' }))
    .click()
  await led.getByRole('button', { name: 'Start machines' }).click()
  await led.getByRole('dialog').getByRole('button', { name: 'Start machines' }).click()
  await expect(led.getByText('3 scenes are running')).toBeVisible({ timeout: 60_000 })
  await expect(led.getByRole('row', { name: new RegExp(`cem_${stamp}`) })).toContainText('Running', { timeout: 60_000 })

  // the learner's page has them without being asked
  await first.getByRole('link', { name: 'Open the consoles' }).click({ timeout: 60_000 })
  await type(first, 'echo from the lear""ner', 'from the learner')
  await first.getByRole('button', { name: 'Raise hand' }).click()
  await first.getByRole('dialog').getByRole('textbox').fill('The service does not stop')
  await first.getByRole('dialog').getByRole('button', { name: 'Call the teacher' }).click()
  await expect(led.getByText('The service does not stop')).toBeVisible()
  await led.getByRole('button', { name: 'I’m coming' }).click()
  await expect(first.getByText(/is on the way\.$/)).toBeVisible()
  expect(await seriousOn(led), 'monitor').toEqual([])

  // watched with notice; keys go over by consent and come back
  await led.getByRole('link', { name: new RegExp(`^Watch the consoles of Person ann_${stamp}`) }).click()
  await expect(led.locator('.xterm-rows')).toContainText('from the learner')
  await expect(first.getByText(/is observing$/)).toBeVisible()
  expect(await seriousOn(led), 'console').toEqual([])
  await led.getByRole('button', { name: 'Ask to take over' }).click()
  await expect(first.getByText(/would like to take over this console/)).toBeVisible()
  await first.getByRole('button', { name: 'Allow' }).click()
  await expect(led.getByText('You have the keyboard. What you type is sent.')).toBeVisible()
  await type(led, 'echo from the tea""cher', 'from the teacher')
  await expect(first.locator('.xterm-rows').first()).toContainText('from the teacher')
  await first.getByRole('button', { name: 'Take back control' }).click()
  await expect(led.getByText('You are observing. Nothing you type is sent.')).toBeVisible()
  await type(first, 'echo mine a""gain', 'mine again')
  // with a reason, which is read where it happens
  await led.getByRole('button', { name: 'Take over', exact: true }).click()
  await led.getByRole('dialog').getByRole('textbox').fill('I show the last step')
  await led.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
  await expect(first.getByText(/has taken over this console: I show the last step/)).toBeVisible()
  await led.getByRole('button', { name: 'Give back' }).click()
  await expect(first.getByText(/has taken over this console/)).toBeHidden()

  // held, and let go
  await led.getByRole('link', { name: 'To the class hour' }).click()
  await led.getByRole('button', { name: 'Lock', exact: true }).click()
  await led.getByRole('dialog').getByRole('button', { name: 'Lock' }).click()
  await expect(first.getByText('Your teacher has locked the machines.', { exact: false })).toBeVisible()
  await led.getByRole('button', { name: 'Unlock', exact: true }).click()
  await led.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(first.getByText('Your teacher has locked the machines.', { exact: false })).toBeHidden()

  // everybody here: followed, and left again
  const third = await device(browser, cem.tokens)
  await third.goto(app(`/oj/course/lesson/${at.course}/${at.lesson}?section=${at.lab}`))
  await expect(third.getByRole('region', { name })).toBeVisible()
  await led.getByRole('button', { name: 'Everybody here' }).click()
  await led.getByRole('dialog').getByRole('combobox').selectOption(at.text)
  await led.getByRole('dialog').getByRole('button', { name: 'Call everybody' }).click()
  await third.getByRole('link', { name: 'Go there' }).click()
  await expect(third.getByText('Read this first.')).toBeVisible()
  await third.getByRole('link', { name: 'Back to where you were' }).click()
  await expect(third).toHaveURL(new RegExp(`section=${at.lab}`))
  await expect(third.getByRole('link', { name: /^Your teacher is at/ })).toBeVisible()

  await led.getByRole('button', { name: 'End the hour' }).click()
  await expect(led.getByText('Machines close 5 minutes later', { exact: false })).toBeVisible()
  await led.getByRole('dialog').getByRole('button', { name: 'End the hour' }).click()
  await expect(led.getByText('Ended', { exact: true })).toBeVisible()
  await expect(led.getByText('Present 3')).toBeVisible()
  await led.goto(app(`/admin/oj/admin/course/class-card/${at.lesson}/${ann.id}/console?hour=${hour.id}`))
  await expect(led.getByText('There is nothing to watch')).toBeVisible()
  expect(trouble.list.filter((line) => !/404/.test(line))).toEqual([])
  expect(trouble2.list).toEqual([])
})
