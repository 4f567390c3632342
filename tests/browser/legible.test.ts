/** Lists on a usual laptop: nothing is cut that cannot be read, nothing is pushed off the page, and a task’s machines stand beside it. */
import type { Page } from '@playwright/test'
import type { BuiltName } from '#src/contract/screens/index.ts'
import enKit from '#src/i18n/en-US/kit.ts'
import enNotice from '#src/i18n/en-US/notice.ts'
import enOperation from '#src/i18n/en-US/operation.ts'
import enScene from '#src/i18n/en-US/scene.ts'
import enUser from '#src/i18n/en-US/user.ts'
import zhKit from '#src/i18n/zh-CN/kit.ts'
import zhNotice from '#src/i18n/zh-CN/notice.ts'
import zhOperation from '#src/i18n/zh-CN/operation.ts'
import zhScene from '#src/i18n/zh-CN/scene.ts'
import zhUser from '#src/i18n/zh-CN/user.ts'
import { env } from '#config/env.ts'
import { goInside } from './faults.ts'
import { paths } from './paths.ts'
import { app, call, expect, long, sessionKey, signInApi, test } from './support.ts'

/** One list of each class: with a rail, with a tree, with long titles, with sentences, with figures, with places. */
const lists: readonly BuiltName[] = [
  'user-manage',
  'user-check',
  'theory-bank',
  'exam-manage',
  'tool-manage',
  'message-manage',
  'notice-manage',
  'system-alarm',
  'instance-monitoring',
  'usb-emulation',
]

/** Every fifth list in each of two views, so that both views are there; all in both when the whole is asked for. */
const byTurns = <T>(all: readonly T[], view: 0 | 1): readonly T[] => all.filter((_, n) => env.whole || n % 8 === view)

/** What people open a list for: at 1366 these columns are there, whatever the language. */
const comeFor: Partial<Record<BuiltName, readonly string[]>> = {
  'user-manage': ['user.field.phone', 'user.field.org_id', 'user.field.role_id', 'user.field.status'],
  'user-check': ['user.field.phone', 'kit.field.created_at'],
  'message-manage': ['comment.field.author_username', 'kit.field.created_at'],
  'system-alarm': ['alarm.field.status', 'alarm.field.opened_at', 'alarm.field.acknowledged_by'],
  'instance-monitoring': ['scene.field.status', 'scene.field.ends_at', 'scene.field.owner_name'],
}
const said: Record<'en-US' | 'zh-CN', Record<string, string>> = {
  'en-US': { ...enKit, ...enNotice, ...enOperation, ...enScene, ...enUser },
  'zh-CN': { ...zhKit, ...zhNotice, ...zhOperation, ...zhScene, ...zhUser },
}

/** What of the open list cannot be read: a heading or cell that is cut and says the rest nowhere, a table or a page that is wider than its room. */
async function unreadable(page: Page): Promise<string[]> {
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  const cut = page.locator('.kit-grid :is(th, td), .kit-grid :is(th, td) *')
  const wide = await page.evaluate(() =>
    [document.scrollingElement, document.querySelector('.kit-scroll')].flatMap((el) =>
      el && el.scrollWidth > el.clientWidth + 1
        ? [`${el.className || 'page'}: ${el.scrollWidth} > ${el.clientWidth}`]
        : [],
    ),
  )
  const found = await cut.evaluateAll((all) =>
    all.flatMap((el) => {
      if (!(el instanceof HTMLElement) || !el.innerText || el.closest('.mg-sr, .kit-cell-menu, .kit-cell-box'))
        return []
      const over = el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1
      if (!over || el.clientWidth === 0 || getComputedStyle(el).overflowX !== 'hidden') return []
      // as the pointer comes to it
      el.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      return el.closest('[title]') ? [] : [el.innerText.slice(0, 60)]
    }),
  )
  return [...wide, ...found]
}

/** Columns are laid out for letters as wide as Arial's; on a machine that has none of them nothing is measured. */
const asWideAsArial = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) return false
    pen.font = '100px Arial'
    // ten letters of 0.833 em each
    return pen.measureText('mmmmmmmmmm').width < 860
  })

for (const language of env.whole ? (['en-US', 'zh-CN'] as const) : (['zh-CN'] as const)) {
  const mine = byTurns(lists, language === 'en-US' ? 0 : 1)
  test(`${mine.length} of ${lists.length} lists at 1366 are read whole, in ${language}`, async ({ as }) => {
    const at = await paths()
    const page = await as('super', { language })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(app('/404'))
    await expect(page.locator('.mg-app h1').first()).toBeVisible()
    test.skip(!(await asWideAsArial(page)), 'no Arial and none of its measures: install fonts-liberation')
    for (const name of mine) {
      await goInside(page, `/page/mg${at.get(name)}`)
      // a table takes its measures once more when its rows are there
      await expect.poll(() => unreadable(page), name).toEqual([])
      // the question itself is what tells one from another
      if (name === 'theory-bank')
        expect((await page.locator('td.kit-kind-text').first().boundingBox())?.width, name).toBeGreaterThanOrEqual(300)
      const heads = await page.locator('.kit-grid thead th[scope="col"]').allInnerTexts()
      expect(heads, name).toEqual(expect.arrayContaining((comeFor[name] ?? []).map((key) => said[language][key])))
    }
  })
}

/** Values in two lines or cut while a column beside them is wider than everything in it, by more than a word. */
const cramped = (page: Page): Promise<string[]> =>
  page.locator('.kit-grid tbody tr[data-row]').evaluateAll((rows) => {
    const wide = (el: HTMLElement) => {
      const range = document.createRange()
      range.selectNodeContents(el)
      const over = Math.max(0, ...[el, ...el.querySelectorAll('*')].map((e) => e.scrollWidth - e.clientWidth))
      return range.getBoundingClientRect().width + over
    }
    const cells = rows.map((r) => [...r.querySelectorAll<HTMLElement>('td:not(.kit-cell-box, .kit-cell-menu)')])
    const idle = (cells[0] ?? []).map((td, n) => td.clientWidth - 24 - Math.max(...cells.map((c) => wide(c[n] ?? td))))
    if (Math.max(...idle) < 60) return []
    return cells.flat().flatMap((td) => {
      const lines = td.querySelector<HTMLElement>('.kit-lines')
      const two =
        lines !== null &&
        lines.clientHeight > 20 &&
        (lines.innerText.length < 40 || lines.scrollHeight > lines.clientHeight)
      const cut = td.scrollWidth > td.clientWidth + 1
      return (two || cut) && td.clientWidth < 320
        ? [`${td.innerText.slice(0, 60)} in ${td.clientWidth} beside ${Math.max(...idle)}`]
        : []
    })
  })

for (const width of env.whole ? [1366, 1920] : [1366]) {
  const all = [...lists, 'audit-log', 'resource-import', 'tool-category'] as const
  const mine = byTurns(all, width === 1366 ? 0 : 1)
  test(`at ${width} no value of ${mine.length} of ${all.length} lists is cut or broken beside a column that has room to spare`, async ({
    as,
  }) => {
    const at = await paths()
    const page = await as('super')
    await page.setViewportSize({ width, height: width === 1366 ? 768 : 1080 })
    await page.goto(app('/404'))
    await expect(page.locator('.mg-app h1').first()).toBeVisible()
    test.skip(!(await asWideAsArial(page)), 'no Arial and none of its measures: install fonts-liberation')
    for (const name of mine) {
      await goInside(page, `/page/mg${at.get(name)}`)
      await expect(page.locator('tr[data-row]').first()).toBeVisible()
      expect.soft(await cramped(page), name).toEqual([])
    }
  })
}

test('names of the tree beside the people are read whole where there is room', long, async ({ as }) => {
  const page = await as('super')
  await page.goto(app('/admin/system/user'))
  const names = page.locator('.kit-rail .mg-tree-line .mg-ellipsis')
  await expect(names.nth(3)).toBeVisible()
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  const cut = () =>
    names.evaluateAll((all) => all.flatMap((e) => (e.scrollWidth > e.clientWidth ? [e.textContent] : [])))
  expect(await cut()).toEqual([])
})

test('columns that have no room at 1366 are offered, and come with one click', long, async ({ as }) => {
  const page = await as('super')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(app('/admin/system/user'))
  const heads = page.locator('.kit-grid thead th[scope="col"]')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  const more = page.getByRole('button', { name: /more columns?$/ })
  const [, left = '0'] = /(\d+)/.exec(await more.innerText()) ?? []
  const before = await heads.count()
  await more.click()
  await expect(heads).toHaveCount(before + Number(left))
  await expect(more).toHaveCount(0)
})

test('nothing of a lesson is wider than a phone: titles as long as its author made them, an answer that is chosen', async ({
  as,
}) => {
  const { token } = await signInApi('student')
  type Section = { id: string; kind: string }
  type Course = { id: string; chapters: { lessons: { id: string; sections: Section[] }[] }[] }
  const { items } = await call<{ items: { id: string }[] }>('GET', '/learning/mine?page_size=50', token)
  const at = new Map<string, string>()
  for (const { id } of items) {
    const { chapters } = await call<Course>('GET', `/learning/courses/${id}`, token)
    for (const lesson of chapters.flatMap((c) => c.lessons))
      for (const s of lesson.sections) at.set(s.kind, `/oj/course/lesson/${id}/${lesson.id}?section=${s.id}`)
  }
  const page = await as('student')
  for (const width of env.whole ? [420, 768] : [420])
    for (const kind of ['quiz', 'slides', 'homework']) {
      expect([...at.keys()], 'the demonstration has one of each').toContain(kind)
      await page.setViewportSize({ width, height: 900 })
      await page.goto(app(at.get(kind) ?? ''))
      await expect(page.locator('.learn-walk a').first()).toBeVisible()
      if (kind === 'quiz') await page.locator('.mg-main input[type=radio]').first().check({ force: true })
      const over = () =>
        page.evaluate(() =>
          [document.scrollingElement, document.querySelector('.mg-main')].flatMap((el) =>
            el && el.scrollWidth > el.clientWidth ? [`${el.scrollWidth} > ${el.clientWidth}`] : [],
          ),
        )
      await expect.poll(over, `${kind} at ${width}`).toEqual([])
    }
})

/** Forms with short fields: of people, of an exam, of a machine, of a tool. */
const forms: readonly BuiltName[] = ['user-edit', 'exam-edit', 'image-edit', 'tool-edit']

for (const [width, height, columns] of [
  [1920, 1080, 2],
  [1366, 768, 1],
] as const) {
  const mine = byTurns(forms, width === 1920 ? 0 : 1)
  if (!env.whole && columns === 1) continue
  test(`short fields of ${mine.join(', ')} stand in ${columns === 2 ? 'pairs' : 'one column'} at ${width}`, async ({
    as,
  }) => {
    const at = await paths()
    const page = await as('super')
    await page.setViewportSize({ width, height })
    for (const name of mine) {
      await page.goto(app(at.get(name) ?? ''))
      await expect(page.locator('.kit-fields .kit-line').first()).toBeVisible()
      const { beside, cut } = await page.locator('.kit-fields').evaluateAll((groups) => ({
        beside: Math.max(...groups.map((g) => getComputedStyle(g).gridTemplateColumns.split(' ').length)),
        cut: (document.scrollingElement?.scrollWidth ?? 0) > innerWidth,
      }))
      expect({ name, beside, cut }).toEqual({ name, beside: columns, cut: false })
      const tops = await page
        .locator('.kit-fields > .kit-line')
        .evaluateAll((all) => all.map((el) => `${el.parentElement?.offsetTop} ${el.getBoundingClientRect().top}`))
      expect(new Set(tops).size < tops.length, `${name}: two fields side by side`).toBe(columns === 2)
    }
  })
}

for (const language of ['en-US', 'zh-CN'] as const) {
  const counts = [1, 4, 9]
  test(`a wall is on one screen with ${counts.join(', ')} panes, in ${language}`, long, async ({ as }) => {
    const { token } = await signInApi('super')
    const { items } = await call<{ items: { id: string }[] }>('GET', '/scenes?status=running&page_size=9', token)
    const panes = items.map(({ id }, n) => ({ what: n % 2 ? 'metrics' : 'state', scene: id }))
    for (const count of counts) {
      const page = await as('super', { language })
      await page.setViewportSize({ width: 1366, height: 768 })
      await page.addInitScript(
        ([key, plan]) => localStorage.setItem(key ?? '', plan ?? ''),
        [sessionKey().replace(/session$/, 'wall-all'), JSON.stringify({ count, panes })],
      )
      await page.goto(app('/admin/system-operation/instance-monitoring/monitor-display/all'))
      await expect(page.locator('.wall-name').first()).toBeVisible()
      if (count > 1) await expect(page.locator('.wall-figures canvas').first()).toBeVisible()
      const over = await page.evaluate(() =>
        [document.scrollingElement, ...document.querySelectorAll('.wall-pane-body, .wall-figures')].flatMap((el) =>
          el && (el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1)
            ? [`${el.className}: ${el.scrollWidth} × ${el.scrollHeight} in ${el.clientWidth} × ${el.clientHeight}`]
            : [],
        ),
      )
      expect(over, `${count} panes`).toEqual([])
    }
  })
}

test('an exercise with machines has them beside it, and what is typed there is kept', long, async ({ as }) => {
  const { token } = await signInApi('student')
  const { items: sets } = await call<{ items: { id: string }[] }>(
    'GET',
    '/practice/sets?type=operation&page_size=50',
    token,
  )
  let id = ''
  for (const set of sets) {
    const { items } = await call<{ items: { id: string }[] }>(
      'GET',
      `/practice/sets/${set.id}/questions?page_size=50`,
      token,
    )
    for (const one of items) {
      const { question } = await call<{ question: { scene: boolean } }>('GET', `/practice/questions/${one.id}`, token)
      if (question.scene) id = one.id
    }
  }
  expect(id, 'the demonstration has an exercise with machines that is open for practice').not.toBe('')
  const page = await as('student')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(app(`/oj/practice/exercise/${id}`))
  await page.getByRole('button', { name: 'Start the scene' }).click()
  await page.getByRole('link', { name: 'Open the consoles' }).click()
  const task = page.getByRole('complementary', { name: 'Task' })
  await task.getByRole('textbox').first().fill('The firewall drops what comes from outside.')
  await expect(page).toHaveURL(/[?&]lab=/)
  await expect(page.locator('.lab-machines')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the task' }).click()
  await expect(page.getByRole('textbox').first()).toHaveValue('The firewall drops what comes from outside.')
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) <= window.innerWidth)).toBe(true)
})
