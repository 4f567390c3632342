/** The words in which a reader sees a log, so that it is searched in them: the dictionaries of the app, as far as they name or say what stands there. */
import { systemEvents } from '#src/contract/system/systemLog.ts'
import enAudit from '#src/i18n/en-US/audit.ts'
import enConfig from '#src/i18n/en-US/config.ts'
import enLog from '#src/i18n/en-US/log.ts'
import enOperation from '#src/i18n/en-US/operation.ts'
import zhAudit from '#src/i18n/zh-CN/audit.ts'
import zhConfig from '#src/i18n/zh-CN/config.ts'
import zhLog from '#src/i18n/zh-CN/log.ts'
import zhOperation from '#src/i18n/zh-CN/operation.ts'
import { fold } from '../crud/fold.ts'

export type LogLanguage = 'en-US' | 'zh-CN'
const books: Record<LogLanguage, Readonly<Record<string, string>>> = {
  'en-US': { ...enAudit, ...enConfig, ...enLog, ...enOperation },
  'zh-CN': { ...zhAudit, ...zhConfig, ...zhLog, ...zhOperation },
}

/** Things that have a word instead of a name, as the app's `thingText` says: by what stands before their id in the dictionary, how the id is read from the rest. */
const worded: Readonly<Record<string, (rest: string) => string>> = {
  'config.section.': (id) => id,
  'service.name.': (id) => id,
  'audit.setting.': (id) => id.replaceAll('-', '.'),
}

/** Ids of the things whose word holds the folded text. */
export const thingsNamed = (text: string, language: LogLanguage): string[] =>
  Object.entries(books[language])
    .filter(([, word]) => fold(word).includes(text))
    .flatMap(([key]) =>
      Object.entries(worded).flatMap(([prefix, idOf]) =>
        key.startsWith(prefix) ? idOf(key.slice(prefix.length)) : [],
      ),
    )

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A value of `t.params` as the app writes it: numbers with their thousands apart and three digits behind the point. */
const valueOf = (name: string): string => {
  const at = `t.params->>${quoted(name)}`
  return `case jsonb_typeof(t.params->${quoted(name)}) when 'number'
    then rtrim(to_char((${at})::numeric, 'FM999,999,999,999,990.999'), '.') else ${at} end`
}

/** A sentence of the dictionary as SQL; of words that depend on a value those that stand there otherwise are left out. */
function sentenceSql(template: string): string {
  const parts: string[] = []
  const plain = template.replace(/\{\w+, select,(?:[^{}]|\{[^{}]*\})*\}/g, '')
  for (const [, name, text] of plain.matchAll(/\{(\w+)\}|([^{}]+)/g))
    parts.push(name === undefined ? quoted(text ?? '') : valueOf(name))
  return `concat(${parts.join(', ')})`
}

const said = (language: LogLanguage): string => {
  const cases = Object.keys(systemEvents).flatMap((code) => {
    const template = books[language][`log.said.${code}`]
    return template === undefined ? [] : `when ${quoted(code)} then ${sentenceSql(template)}`
  })
  return `case t.code ${cases.join(' ')} else t.code end`
}
const sentences: Record<LogLanguage, string> = { 'en-US': said('en-US'), 'zh-CN': said('zh-CN') }
/** What a row of the system log `t` says to a reader of the language, as SQL. */
export const saidSql = (language: LogLanguage): string => sentences[language]
