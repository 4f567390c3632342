/** Bytes and requests of the first pages, so that they do not creep; times are the bench's (`npm run bench -- --only pages`). */
import { weigh } from '../support/weight.ts'
import { textLesson } from '../support/textLesson.ts'
import { account, app, call, expect, signInApi, test } from './support.ts'

const pages = [
  { name: 'sign-in', path: '/login', ready: 'input[type=password]', kib: 150, requests: 13 },
  { name: 'a first list', path: '/admin/resource/tool', ready: '[data-row]', kib: 300, requests: 22 },
  { name: 'a form', path: '/admin/resource/tool/add', ready: 'form input', kib: 400, requests: 30 },
  { name: 'a lesson', path: 'lesson', ready: '.learn-text .mg-prose', kib: 300, requests: 33 },
] as const

async function oneLesson(): Promise<string> {
  const { token } = await signInApi('student')
  return textLesson((at) => call('GET', at, token))
}

for (const { name, path, ready, kib, requests } of pages)
  test(`${name} takes at most ${kib} KiB and ${requests} requests`, async ({ as, browser }) => {
    // whoever changes a role meanwhile makes every page ask for its rights once more
    await expect(async () => {
      const role = path === 'lesson' ? 'student' : 'admin'
      const page = path === '/login' ? await (await browser.newContext()).newPage() : await as(account(role).role)
      const { weight, quiet } = await weigh(await page.context().newCDPSession(page))
      await page.goto(app(path === 'lesson' ? await oneLesson() : path))
      await page.locator(ready).first().waitFor()
      await expect.poll(quiet).toBe(true)
      const { files, bytes } = weight()
      const list = files.map((f) => `${f.bytes} ${new URL(f.url).pathname}`).join('\n')
      expect(bytes / 1024, list).toBeLessThanOrEqual(kib)
      expect(files.length, list).toBeLessThanOrEqual(requests)
      // a file that only hands on what another holds costs a request for nothing
      expect(files.filter((f) => /\/assets\/.*\.js$/.test(f.url) && f.bytes < 100).map((f) => f.url)).toEqual([])
      await page.close()
    }).toPass({ timeout: 90_000 })
  })
