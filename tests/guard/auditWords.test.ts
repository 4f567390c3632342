/** Whatever the audit trail and the system log say has its words in both languages. */
import { expect, test } from 'vitest'
import { auditWords } from '#mock/areas/system/audit/words.ts'
import { systemEvents } from '#src/contract/system/systemLog.ts'

const load = async (locale: string, area: string) =>
  ((await import(`../../src/i18n/${locale}/${area}.ts`)) as { default: Record<string, string> }).default

test.each(['en-US', 'zh-CN'])(
  'every action and every entity of the audit trail has its words in %s',
  async (locale) => {
    const words = await load(locale, 'audit')
    const { actions, entities } = auditWords()
    const said = (action: string) => {
      const at = action.indexOf('.')
      return (
        words[`audit.action.${action.replace('.', '-')}`] ??
        (words[`audit.verb.${action.slice(at + 1)}`] && words[`audit.entity.${action.slice(0, at)}`])
      )
    }
    expect(
      actions.filter((a) => !said(a)),
      'give src/i18n/*/audit.ts the words `audit.verb.<verb>` and `audit.entity.<entity>`, or `audit.action.<entity>-<verb>` where the two make no sentence',
    ).toEqual([])
    expect(entities.filter((e) => !words[`audit.entity.${e}`])).toEqual([])
  },
)

test.each(['en-US', 'zh-CN'])('every event of the system log has its name and its sentence in %s', async (locale) => {
  const words = await load(locale, 'log')
  for (const code of Object.keys(systemEvents))
    for (const kind of ['code', 'said']) expect(words, code).toHaveProperty([`log.${kind}.${code}`])
})
