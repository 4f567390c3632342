import { beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../contract/resources.ts'
import { loadMessages, missingKeys, type Locale, type MessageArea, setLocale } from '../../i18n/index.ts'
import { type AnyResource, searchedIn } from './words.ts'

const all = Object.values(resources).map((r) => r.line as unknown as AnyResource)
const areas = [
  ...new Set(
    Object.keys(import.meta.glob('../../i18n/en-US/*.ts')).map((f) => f.split('/').at(-1)?.slice(0, -3) as MessageArea),
  ),
]

describe.each<Locale>(['en-US', 'zh-CN'])('what a search looks into, in %s', (locale) => {
  beforeAll(async () => {
    await Promise.all(areas.map(loadMessages))
    await setLocale(locale)
  })
  it.each(all.map((r) => [r.name, r] as const))('is said in words: %s', (_, resource) => {
    // others may have asked for keys there are none of
    const before = missingKeys().length
    const said = searchedIn(resource)
    expect(said).toEqual([...new Set(said)])
    expect(missingKeys().slice(before)).toEqual([])
  })
})
