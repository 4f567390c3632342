import { beforeAll, describe, expect, it } from 'vitest'
import { format, type Locale, loadMessages, type MessageArea, type MessageKey, setLocale, t, tongue } from './index.ts'

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
    for (const area of areas)
      for (const [key, text] of Object.entries(packs[`./${locale}/${area}.ts`]?.default ?? {})) {
        if (!text.includes('{') || /\{\w+,/.test(text)) continue
        compared++
        const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, valueOf(name)]))
        expect(t(key as MessageKey, values), key).toBe(tongue().get(key, values))
      }
    expect(compared).toBeGreaterThan(40)
  })

  it('take a value as it is, braces and quotes included', () => {
    expect(t('kit.list.chip_search', { text: "{n} 'x' {" })).toContain("{n} 'x' {")
  })

  it('write sizes with one place below ten units', () => {
    expect(format.size(1536)).toMatch(/^1\.5\s?\S+/)
    expect(format.size(20 * 1024 * 1024)).toMatch(/^20\s?\S+/)
  })
})
