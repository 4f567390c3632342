/** A course out of a folder of Markdown in two languages, from the operators' tool to whoever learns it in either. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  accountNamed,
  app,
  call,
  expect,
  long,
  newcomer,
  range,
  sessionKey,
  signInApi,
  test,
  watch,
} from './support.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.resolve(root, '../shared/data/courses/security-101')
const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }

test(
  'a folder of lessons comes in by the tool, is published, and is learnt in both languages',
  long,
  async ({ browser }) => {
    test.skip(!existsSync(folder), '../shared/data is not there')
    const home = mkdtempSync(path.join(os.tmpdir(), 'range-101-'))
    const { token } = await signInApi('super')
    const direction = `Beginners ${Date.now().toString(36)}`
    await call('POST', '/directions', token, { name: direction })
    const { username, password } = accountNamed('super_demo')
    const tool = (...argv: string[]) =>
      promisify(execFile)(process.execPath, [path.join(root, 'cli/bin.mjs'), ...argv], {
        env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, RANGE_PASSWORD: password },
      })
    try {
      await tool('login', '--api', range(), '--username', username)
      const { stdout } = await tool('import', folder, '--into', 'course', '--direction', direction, '--apply')
      expect(stdout).toMatch(/33/)
    } finally {
      rmSync(home, { recursive: true })
    }
    const { items } = await call<{ items: { id: string; lessons: number }[] }>(
      'GET',
      '/courses?q=Cybersecurity%20for%20Beginners&sort=-created_at',
      token,
    )
    const { id = '', lessons = 0 } = items[0] ?? {}
    expect(lessons).toBe(32)
    const version = async (at: string) => (await call<{ version: number }>('GET', at, token)).version
    await call('PUT', `/courses/${id}/audience`, token, { ...everybody, version: await version(`/courses/${id}`) })
    const seen = { ...everybody, from: null, to: null, version: await version(`/courses/${id}/visibility`) }
    await call('PUT', `/courses/${id}/visibility`, token, seen)
    await call('POST', `/courses/${id}/publish`, token, { version: await version(`/courses/${id}`) })

    const who = await newcomer(`reader_${Date.now().toString(36)}`, 'student')
    const open = async (language: string) => {
      const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
      await context.addInitScript(
        ({ key, kept, spoken }) => {
          if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
          localStorage.setItem(key.replace(/session$/, 'language'), spoken)
        },
        { key: sessionKey(), kept: who.tokens, spoken: language },
      )
      return context.newPage()
    }
    const page = await open('en-US')
    const trouble = watch(page)
    await page.goto(app(`/oj/all-course/detail/${id}`))
    await expect(page.getByRole('heading', { level: 1, name: 'Cybersecurity for Beginners' })).toBeVisible()
    await page.getByRole('button', { name: 'Join the course' }).click()
    await page.getByRole('link', { name: 'Start learning' }).click()
    await expect(page.getByRole('heading', { name: /CIA triad/ }).first()).toBeVisible()
    await page.locator('.mg-main').evaluate((el) => el.scrollTo(0, el.scrollHeight))
    await expect(page.locator('.learn-done')).toBeVisible()
    await page.getByRole('link', { name: /^Next:/ }).click()
    await expect(page.getByRole('heading', { name: /threats/i }).first()).toBeVisible()

    const chinese = await open('zh-CN')
    await chinese.goto(app(`/oj/course/detail/${id}`))
    await expect(chinese.getByRole('heading', { level: 1, name: '初学者的网络安全课程' })).toBeVisible()
    await expect(chinese.getByText('基础安全概念').first()).toBeVisible()
    await chinese.getByRole('link', { name: '继续学习' }).first().click()
    await expect(chinese.locator('.learn-text')).toContainText(/[\u4e00-\u9fff]{10}/)
    await expect(chinese.locator('.part-course-foreign'), 'the text is there in Chinese').toHaveCount(0)
    expect(trouble.list).toEqual([])
  },
)
