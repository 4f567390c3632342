/** The app's own sentences for what went wrong, in the operator's language. */
import type { Locale } from '#src/contract/host.ts'
import { readableChangesOf, valueInWords } from '#src/contract/import/difference.ts'
import { readingProblem, unreadSaid } from '#src/contract/import/reading.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import enBank from '#src/i18n/en-US/bank.ts'
import enCertificate from '#src/i18n/en-US/certificate.ts'
import enEditor from '#src/i18n/en-US/editor.ts'
import enFlag from '#src/i18n/en-US/flag.ts'
import enImport from '#src/i18n/en-US/import.ts'
import enLibrary from '#src/i18n/en-US/library.ts'
import en from '#src/i18n/en-US/problem.ts'
import enRefusal from '#src/i18n/en-US/refusal.ts'
import enScreen from '#src/i18n/en-US/screen.ts'
import enTopology from '#src/i18n/en-US/topology.ts'
import enUser from '#src/i18n/en-US/user.ts'
import zhBank from '#src/i18n/zh-CN/bank.ts'
import zhCertificate from '#src/i18n/zh-CN/certificate.ts'
import zhEditor from '#src/i18n/zh-CN/editor.ts'
import zhFlag from '#src/i18n/zh-CN/flag.ts'
import zhImport from '#src/i18n/zh-CN/import.ts'
import zhLibrary from '#src/i18n/zh-CN/library.ts'
import zh from '#src/i18n/zh-CN/problem.ts'
import zhRefusal from '#src/i18n/zh-CN/refusal.ts'
import zhScreen from '#src/i18n/zh-CN/screen.ts'
import zhTopology from '#src/i18n/zh-CN/topology.ts'
import zhUser from '#src/i18n/zh-CN/user.ts'
import { textOf } from '#src/contract/lib/typed.ts'

export type Words = ReturnType<typeof wordsOf>

const books: Record<Locale, Record<string, string>> = {
  'en-US': {
    ...enBank,
    ...enCertificate,
    ...enEditor,
    ...enFlag,
    ...enLibrary,
    ...enScreen,
    ...enTopology,
    ...enUser,
    ...en,
    ...enRefusal,
    ...enImport,
  },
  'zh-CN': {
    ...zhBank,
    ...zhCertificate,
    ...zhEditor,
    ...zhFlag,
    ...zhLibrary,
    ...zhScreen,
    ...zhTopology,
    ...zhUser,
    ...zh,
    ...zhRefusal,
    ...zhImport,
  },
}
const mebi = 1024 * 1024
const size = (bytes: number): string =>
  bytes < mebi ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.floor(bytes / mebi)} MiB`

/** Stand for braces that are no places of values. */
const [open, close] = ['\ue000', '\ue001']
const plurals = /\{(\w+), plural,((?:\s*(?:=\d+|\w+)\s*\{[^{}]*\})+)\s*\}/g
/** The form of a number, as the app's messages write them: `=0 {} one {# entry} other {# entries}`. */
function form(n: number, forms: string): string {
  const by = new Map([...forms.matchAll(/(=\d+|\w+)\s*\{([^{}]*)\}/g)].map((m) => [m[1] ?? '', m[2] ?? '']))
  return (by.get(`=${n}`) ?? (n === 1 ? by.get('one') : undefined) ?? by.get('other') ?? '').replaceAll('#', String(n))
}

export function wordsOf(language: Locale) {
  const book = books[language]
  const say = (key: string, values: Record<string, unknown> = {}): string | undefined =>
    book[key]
      // a brace between apostrophes is one itself
      ?.replace(/'([{}])'/g, (_, brace: string) => (brace === '{' ? open : close))
      .replace(plurals, (_, name: string, forms: string) => form(Number(values[name] ?? 0), forms))
      .replace(/\{(\w+)[^{}]*\}/g, (_, name: string) => textOf(values[name]))
      .replaceAll(open, '{')
      .replaceAll(close, '}')
  /** What uses a thing is named, as in the app. */
  const inUse = (names: readonly unknown[], n: number): string | undefined => {
    const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(names.map((v) => `“${String(v)}”`))
    return names.length
      ? say('problem.in_use_by', { names: list, more: n - names.length })
      : say('problem.in_use_hidden', { n })
  }
  const screenName = (name: string): string => book[`screen.${name}`] ?? name
  const first = (keys: readonly string[]) => keys.map((key) => book[key]).find((words) => words !== undefined)
  const partName = (resource: string, part: string): string =>
    first([`import.part.${part}`, `${resource}.field.${part}`, `field.${part}`]) ?? part.replaceAll('_', ' ')
  const fieldName = (resource: string, field: string): string =>
    first([`${resource}.field.${field}`, `field.${field}`]) ?? field.replaceAll('_', ' ')
  const value = (resource: string, v: unknown): string =>
    valueInWords(v, {
      empty: say('import.empty-value') ?? '',
      yes: say('import.yes') ?? 'yes',
      no: say('import.no') ?? 'no',
      name: (part) => partName(resource, part),
    })
  return {
    field: fieldName,
    /** What a changed row would change, a line per part that differs. */
    changes: (resource: string, difference: Parameters<typeof readableChangesOf>[0]): string[] =>
      readableChangesOf(difference).map(({ path, before, after }) => {
        const [field = '', ...inside] = path
        const name = fieldName(resource, String(field))
        const way = inside.map((part) => (typeof part === 'number' ? String(part + 1) : partName(resource, part)))
        return `${[name, ...way].join(' ')}: ${value(resource, before)} → ${value(resource, after)}`
      }),
    /** What is wrong with a drawing, or was read otherwise than its file says; undefined for a code without words. */
    drawing: (kind: 'finding' | 'left_out' | 'changed', code: string, params: Record<string, unknown> = {}) =>
      say(
        { finding: `editor.finding.${code}`, left_out: `topology.left.${code}`, changed: `topology.changed.${code}` }[
          kind
        ],
        params,
      ),
    /** Why a file is read as no topology, after its name. */
    refused: (code: string, params: Record<string, unknown> = {}) => say(`topology.refused.${code}`, params),
    line: ({ line, column }: { line: string; column: string | undefined }) =>
      say(column === undefined ? 'topology.at_line' : 'topology.at_column', { line, column }),
    problem(code: string, details: Record<string, unknown> = {}): string {
      const { names } = details
      const used =
        code === 'in_use' && Array.isArray(names) ? inUse(names, Number(details['n'] ?? names.length)) : undefined
      const { screen, screens } = details
      const read =
        code === 'read_only_right' && screen !== undefined
          ? say('problem.read_only_screen', { screen: screenName(textOf(screen)) })
          : undefined
      const missing =
        code === 'no_operation_permission' && Array.isArray(screens) && screens.length
          ? say('problem.no_right_to', {
              screens: new Intl.ListFormat(language, { type: 'disjunction' }).format(
                screens.map((name) => `“${screenName(String(name))}” (${name})`),
              ),
            })
          : undefined
      const wait =
        code === 'too_many' && Number(details['seconds']) > 0 ? say('problem.too_many_wait', details) : undefined
      return wait ?? used ?? read ?? missing ?? say(`problem.${code}`, details) ?? code
    },
    /** That no module is open, as there is no licence at all. */
    unlicensed: (): string => say('problem.no_licence') ?? '',
    /** How names in a zip were read. */
    names: (page: string): string => say('import.names', { page: say(`import.names.${page}`) ?? page }) ?? page,
    /** What is said of a certificate that was checked. */
    certificate: (verdict: string, values: Record<string, unknown>): string =>
      say(`certificate.verdict.${verdict}`, values) ?? verdict,
    /** Which code page a text was read in. */
    readAs: (page: string): string =>
      `${say('import.read-as', { page: say(`import.text-page.${page}`) ?? page }) ?? page}.`,
    /** Columns of a table that were not read; empty where there are none. */
    unread: (columns: Parameters<typeof unreadSaid>[0]): string => unreadSaid(columns, say),
    /** That rows of a template were left out. */
    examples: (): string => say('import.examples') ?? '',
    /** Who sees what is new by an import. */
    audience: (key: string, values?: Record<string, unknown>): string => say(key, values) ?? key,
    /** Why an import stopped halfway. */
    cause: (code: string): string => say(`import.cause.${code}`) ?? say(`problem.${code}`) ?? code,
    /** A broken rule with the choices there are. */
    rule({ path, rule, params }: FieldProblem, resource?: string): string {
      const sentence = say(`rule.${rule}`, params) ?? rule
      const [field = '', ...inside] = path.split('.')
      // who typed the field knows it by the word that was typed
      const name = resource === undefined ? path : [fieldName(resource, field), ...inside].join(' ')
      return `${path ? `${name}: ` : ''}${sentence}${params?.['options'] ? ` (${params['options']})` : ''}`
    },
    /** What is wrong with a file or a zip, with the word for it that scripts and searches know. */
    reading: (code: string, details: Record<string, unknown> = {}): string =>
      `${readingProblem(code, details, { say, size })} (${code})`,
  }
}
