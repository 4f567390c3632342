import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { format, type Locale, loadMessages, type MessageArea, type MessageKey, setLocale, t, tongue } from './index.ts'
import { makeTongue, loadDictionary } from './tongue.ts'

const packs = import.meta.glob<{ default: Record<string, string> }>(['./en-US/*.ts', './zh-CN/*.ts'], { eager: true })
const areas = Object.keys(packs)
  .filter((f) => f.startsWith('./en-US/'))
  .map((f) => f.slice('./en-US/'.length, -'.ts'.length) as MessageArea)

describe.each<Locale>(['en-US', 'zh-CN'])('words in %s', (locale) => {
  beforeAll(async () => {
    await setLocale(locale)
    await Promise.all(areas.map(loadMessages))
  })

  it('read as the message format says, whichever way they are put together', () => {
    const valueOf = (name: string) => (name.length > 4 ? `<${name}>` : 3)
    let compared = 0
    /** Texts that are put together alike; of the whole all are asked, else some of each. */
    const alike = new Map<string, number>()
    for (const area of areas)
      for (const [key, text] of Object.entries(packs[`./${locale}/${area}.ts`]?.default ?? {})) {
        if (!text.includes('{') || /\{\w+,/.test(text)) continue
        const shape = text.replaceAll(/[\p{L}\p{N}\s_]+/gu, '_')
        const seen = (alike.get(shape) ?? 0) + 1
        alike.set(shape, seen)
        if (!env.whole && seen > 2) continue
        compared++
        const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, valueOf(name)]))
        expect(t(key as MessageKey, values), key).toBe(tongue().get(key, values))
      }
    expect(compared).toBeGreaterThan(40)
  })

  it('take a value as it is, braces and quotes included', () => {
    expect(t('kit.list.chip_search', { text: "{n} 'x' {" })).toContain("{n} 'x' {")
  })

  it('say a length of time in its two largest units, the same everywhere', () => {
    const [min, h, d] = locale === 'en-US' ? ['min', 'h', 'd'] : ['分钟', '小时', '天']
    expect(format.span(59.4)).toMatch(/^59 /)
    expect(format.span(60)).toBe(`1 ${min}`)
    expect(format.span(7200)).toBe(`2 ${h}`)
    expect(format.span(5400)).toBe(locale === 'en-US' ? '1 h 30 min' : '1 小时 30 分')
    expect(format.span(90_000)).toBe(`1 ${d} 1 ${h}`)
    expect(format.span(172_800)).toBe(locale === 'en-US' ? '2 days' : '2 天')
    expect(format.timed({ minutes: 60, n: 1 })).toEqual({ minutes: 60, n: 1, time: `1 ${h}` })
    expect(format.clock(3729)).toBe('1:02:09')
  })

  it('say from when something may be done no minute too early', () => {
    expect(format.timeFrom(new Date(2026, 4, 1, 23, 0, 52))).toBe('23:01')
    expect(format.timeFrom(new Date(2026, 4, 1, 23, 0))).toBe('23:00')
    expect(format.dateTimeFrom(new Date(2026, 4, 1, 23, 59, 1))).toBe('2026-05-02 00:00')
  })

  it('say how long ago with room beside the figure, and the day where it is more than a month', () => {
    const now = new Date('2026-06-30T12:00:00Z')
    const ago = (seconds: number): string => format.ago(new Date(now.getTime() - seconds * 1000), now)
    const zh = locale === 'zh-CN'
    expect(ago(3)).toBe(zh ? '刚刚' : 'now')
    expect(ago(25)).toBe(zh ? '25 秒前' : '25 seconds ago')
    expect(ago(18 * 60)).toBe(zh ? '18 分钟前' : '18 minutes ago')
    expect(ago(9 * 3600)).toBe(zh ? '9 小时前' : '9 hours ago')
    expect(ago(20 * 86_400)).toBe(zh ? '20 天前' : '20 days ago')
    expect(ago(-20 * 86_400)).toBe(zh ? '20 天后' : 'in 20 days')
    expect(ago(40 * 86_400)).toBe('2026-05-21')
    expect(format.size(10)).toBe(zh ? '10 字节' : '10 bytes')
  })

  it('write numbers as the platform does', () => {
    const platform = new Intl.NumberFormat(locale)
    for (const n of [
      0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 9_007_199_254_740_991, -1, -999, -1000, -123_456, 0.5, 1234.567,
    ])
      expect(format.number(n)).toBe(platform.format(n))
  })

  it('write sizes with one place below ten units', () => {
    expect(format.size(1536)).toMatch(/^1\.5\s?\S+/)
    expect(format.size(20 * 1024 * 1024)).toMatch(/^20\s?\S+/)
  })
})

it('speak the language wished for last, also where words of an earlier wish come later', async () => {
  const own = makeTongue(
    () => undefined,
    async (l, area) => {
      if (l === 'zh-CN') await new Promise((slow) => setTimeout(slow, 20))
      return loadDictionary(l, area)
    },
  )
  await own.setLocale('en-US')
  // whoever wished for another is told which it is
  expect(await Promise.all([own.setLocale('zh-CN'), own.setLocale('en-US')])).toEqual(['en-US', 'en-US'])
  expect(own.locale).toBe('en-US')
})
