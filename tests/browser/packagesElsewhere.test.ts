/** Packages of lessons where the platform does not stand alone: inside a host, behind a proxy with a name for each package, over PostgreSQL. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { postgresOrWhyNot } from '../support/postgres.ts'
import { freePort, startServed } from '../support/served.ts'
import { simple12 } from '../support/package.ts'
import { content, device, layCourse, lesson, saved, stamp } from './packageGround.ts'
import { call, expect, long, newcomer, openAtHost, signInApi, test, watch } from './support.ts'

/** Hands on what it gets, the name it was asked by included, as a proxy in front of the port of packages does. */
async function proxyTo(port: () => number): Promise<{ port: number; names: Set<string>; close: () => void }> {
  const names = new Set<string>()
  const server = http.createServer((req, res) => {
    names.add(req.headers.host ?? '')
    const { method, url, headers } = req
    const on = http.request({ host: '127.0.0.1', port: port(), method, path: url, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    on.on('error', () => res.destroy())
    req.pipe(on)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, names, close: () => void server.close() }
}

test('a package plays inside a host', async ({ page }) => {
  const { token } = await signInApi('admin')
  const course = await layCourse(token, `At a host ${stamp}`, [
    { id: 'p1', title: 'Played', bytes: simple12([{ id: 'one' }]) },
  ])
  const { token: learner } = await signInApi('student')
  await call('POST', `/learning/courses/${course}/join`, learner, {})
  const trouble = watch(page)
  await openAtHost(page, 'student', `/oj/course/lesson/${course}/l1?section=p1`)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await content(page).locator('#next').click()
  await expect(content(page).locator('#place')).toHaveText('1')
  await saved(page)
  await expect(page.locator('.package-line')).toContainText('In progress')
  expect(trouble.list).toEqual([])
})

test('behind a proxy each package has a name of its own, and plays over PostgreSQL', long, async ({ browser }) => {
  const [before, postgres, port] = [process.env['RANGE_TEST_URL'], await postgresOrWhyNot(), await freePort()]
  const proxy = await proxyTo(() => port)
  const served = await startServed({
    args: ['--package-port', String(port), '--packages', `http://*.packages.localhost:${proxy.port}`],
    env: typeof postgres === 'string' ? {} : { DATABASE_URL: postgres.url },
  })
  try {
    process.env['RANGE_TEST_URL'] = served.url
    const { token } = await signInApi('admin')
    const course = await layCourse(token, `Named ${stamp}`, [
      { id: 'p1', title: 'First', bytes: simple12([{ id: 'one' }]) },
      { id: 'p2', title: 'Second', bytes: simple12([{ id: 'one' }]) },
    ])
    const { tokens } = await newcomer(`named_${stamp}`)
    await call('POST', `/learning/courses/${course}/join`, tokens.token, {})
    const page = await device(browser, tokens)
    const trouble = watch(page)
    for (const section of ['p1', 'p2']) {
      await page.goto(lesson(course, section))
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await content(page).locator('#next').click()
      await saved(page)
      await content(page).locator('#finish').click()
      await expect(page.locator('.package-line')).toContainText('This section is done.')
    }
    expect([...proxy.names].filter((n) => /^p[0-9a-f]{30}\.packages\.localhost:/.test(n)).length).toBe(2)
    expect(trouble.list).toEqual([])
    await page.context().close()
  } finally {
    process.env['RANGE_TEST_URL'] = before
    await served.stop()
    proxy.close()
    if (typeof postgres !== 'string') await postgres.stop()
  }
})
