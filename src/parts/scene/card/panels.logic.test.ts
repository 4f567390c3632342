import { beforeAll, describe, expect, test } from 'vitest'
import { loadMessages, setLocale } from '../../../i18n/index.ts'
import { mergedEventPages } from './events.logic.ts'
import { goodPath, isFolder, usualFolder } from './files.logic.ts'
import type { SceneMetrics } from '../../../contract/scene/scene.schema.ts'
import { sampleTimesOf, totals } from './metrics.logic.ts'
import { eventText } from './words.ts'

test('a log that is read again adds what is new and keeps what was read', () => {
  const old = [5, 4, 3].map((seq) => ({ seq }))
  expect(
    mergedEventPages(
      old,
      [7, 6, 5].map((seq) => ({ seq })),
    ).map((l) => l.seq),
  ).toEqual([7, 6, 5, 4, 3])
  expect(
    mergedEventPages(
      old,
      [2, 1].map((seq) => ({ seq })),
    ).map((l) => l.seq),
  ).toEqual([5, 4, 3, 2, 1])
})

describe('the place of an injected file', () => {
  test.each([
    ['/root/', true, true],
    ['/etc/motd', true, false],
    ['C:\\Users\\Public\\', true, true],
    ['root/', false, true],
    ['/root/../etc/shadow', false, false],
    ['/./x', false, false],
    ['', false, false],
  ])('%s', (path, good, folder) => {
    expect(goodPath(path)).toBe(good)
    expect(isFolder(path)).toBe(folder)
  })
  test('Windows has no /root', () => expect(goodPath(usualFolder('windows'))).toBe(true))
})

describe('figures', () => {
  test('two directions are one figure, and off in both is off', () => {
    expect(totals([1, null, null], [2, 3, null])).toEqual([3, 3, null])
  })
  test('figures have their times', () => {
    const nodes = [{ cpu: [1, null] }] as unknown as SceneMetrics['nodes']
    expect(sampleTimesOf({ from: '2026-01-01T00:00:00Z', step: 30, nodes } as SceneMetrics)).toEqual([
      Date.UTC(2026, 0, 1),
      Date.UTC(2026, 0, 1, 0, 0, 30),
    ])
  })
})

beforeAll(async () => {
  await setLocale('en-US')
  await loadMessages('scene')
})

test('who is looked at is told from who looks', () => {
  const by = (code: string) => eventText({ code: code as never, params: { who: 'Chen Yifan' } })
  expect(by('shadow_began')).toBe('Started observing the console of Chen Yifan')
  expect(by('shadow_ended')).toBe('Stopped observing the console of Chen Yifan')
})
