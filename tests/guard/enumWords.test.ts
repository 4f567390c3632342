/** What a field of the contract may hold is said in words in both languages: no value of the contract shows as itself. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '#src/contract/resources.ts'

const folder = new URL('../../src/i18n/en-US', import.meta.url).pathname
const areas = readdirSync(folder).map((f) => f.replace('.ts', ''))
const wordsOf = async (locale: string) => {
  const all = await Promise.all(
    areas.map(async (a) => (await import(`../../src/i18n/${locale}/${a}.ts`)).default as Record<string, string>),
  )
  return Object.assign({}, ...all) as Record<string, string>
}
/** Fields whose words are of the kit, as every owned row has them. */
const ofKit = new Set(['share_scope', 'share_level'])
/** Said in the words of an image’s file (`features/device/packageReason.ts`), of which a package has the same faults. */
const elsewhere = new Set(['service.reason'])

test.each(['en-US', 'zh-CN'])(
  'every field with a label has words for each value it may hold, in %s',
  async (locale) => {
    const words = await wordsOf(locale)
    const without: string[] = []
    for (const [name, { line }] of Object.entries(resources))
      for (const [field, f] of Object.entries(line.fields)) {
        if (f.kind !== 'one' || words[`${name}.field.${field}`] === undefined) continue
        for (const option of f.options) {
          const key = ofKit.has(field) ? `kit.${field}.${option}` : `${name}.${field}.${option}`
          if (!words[key] && !elsewhere.has(`${name}.${field}`)) without.push(key)
        }
      }
    expect(without).toEqual([])
  },
)
