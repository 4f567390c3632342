/** G9: extensions are counted by the server, however many ask at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { isEnding, isSceneExpired, remainingOf } from './time.ts'

const found = await postgresOrWhyNot()
if (typeof found !== 'string') await found.stop()
const engines = ['pglite', ...(typeof found === 'string' ? [] : ['postgres'])] as ('pglite' | 'postgres')[]

describe.each(engines)('on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer({ engine })
  })
  afterAll(() => s.close())

  it('G9: of 20 extensions at once as many are granted as the settings allow, each once', async () => {
    await s.setting('course.extensions', 3)
    await s.setting('course.extension_minutes', 10)
    const document = lan(node('a', 'container'))
    const { id } = await s.ok('POST /scenes', { body: { name: 'Asked together', document, minutes: 30 } }, 'admin')
    await until(s, id, ['running'])
    const before = await s.ok('GET /scenes/:id', { params: { id } }, 'admin')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => s.call('POST /scenes/:id/extend', { params: { id }, body: {} }, 'admin')),
    )
    const granted = answers.filter((a) => a.status === 200)
    expect(granted.map((a) => a.body.extensions.used).toSorted()).toEqual([1, 2, 3])
    expect(granted.map((a) => a.body.remaining).toSorted()).toEqual([2400, 3000, 3600])
    for (const a of answers.filter((x) => x.status !== 200))
      expect([a.status, a.problem.code, a.problem.details?.most]).toEqual([409, 'extensions_used_up', 3])
    const after = await s.ok('GET /scenes/:id', { params: { id } }, 'admin')
    expect(after).toMatchObject({ extensions: { used: 3, most: 3, minutes: 10 }, remaining: 30 * 60 + 3 * 600 })
    expect(Date.parse(after.ends_at ?? '') - Date.parse(before.ends_at ?? '')).toBe(3 * 600_000)
    expect(after.can).not.toContain('extend')
    const { items } = await s.ok('GET /scenes/:id/events', { params: { id } }, 'admin')
    expect(items.filter((e) => e.code === 'extended')).toHaveLength(3)
  })

  it('G9: the same extension asked twenty times by one key is one', async () => {
    const document = lan(node('a', 'container'))
    const { id } = await s.ok('POST /scenes', { body: { name: 'One key', document, minutes: 30 } }, 'admin')
    await until(s, id, ['running'])
    const headers = { 'idempotency-key': `extend-${engine}-1` }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        s.call('POST /scenes/:id/extend', { params: { id }, body: {} }, 'admin', { headers }),
      ),
    )
    expect(answers.some((a) => a.status === 200)).toBe(true)
    expect((await s.ok('GET /scenes/:id', { params: { id } }, 'admin')).extensions.used).toBe(1)
  })
})

const ends = new Date('2026-05-06T12:00:00.000Z')
const at = (secondsBefore: number) => new Date(ends.getTime() - secondsBefore * 1000)
it.each([
  [sceneLimits.ending + 1, 901, false, false],
  [sceneLimits.ending, 900, false, false],
  [sceneLimits.ending - 0.001, 900, false, false],
  [sceneLimits.ending - 1, 899, true, false],
  [1, 1, true, false],
  [0.001, 1, true, false],
  [0, 0, true, true],
  [-5, 0, true, true],
])('G9: %d s before its end a scene has %d s left; it warns: %s, is over: %s', (before, left, warns, over) => {
  const row = { status: 'running' as const, ends_at: ends.toISOString(), paused_at: null }
  expect(remainingOf(row, at(before))).toBe(left)
  expect(isEnding(row, at(before))).toBe(warns)
  expect(isSceneExpired(row, at(before))).toBe(over)
})
