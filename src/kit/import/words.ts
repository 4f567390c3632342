/** How parts of an import are said to people. */
import type { z } from 'zod'
import type { ImportPackage, ImportRow, SourceLocation } from '../../contract/import/import.schema.ts'
import type { RowVerdict } from '../../contract/import/import.ts'
import { valueInWords } from '../../contract/import/difference.ts'
import { onlyFileOf } from '../../contract/import/screens.ts'
import { readingProblem, unreadSaid } from '../../contract/import/reading.ts'
import { format, has, t, tOr } from '../../i18n/index.ts'
import { mapValues } from '../../contract/lib/typed.ts'

type PlaceOf = z.output<typeof SourceLocation>
type Row = z.output<typeof ImportRow>

export function placeText(p: PlaceOf): string {
  const { file, line, index } = p
  // a file may be a single line, and then only the number of the entry tells
  if (line !== undefined && index !== undefined) return t('import.place-both', { file, line, index })
  if (line !== undefined) return t('import.place-line', { file, line })
  if (index !== undefined) return t('import.place-index', { file, index })
  return p.path ? `${p.file} · ${p.path}` : p.file
}

const say = (key: string, values: Record<string, string | number>) => (has(key) ? t(key, values) : undefined)

/** The sentence of a reading problem: a word of the zip gate or of a format, with its figures. */
export const readingText = (code: string, details: Record<string, unknown> = {}): string =>
  readingProblem(code, details, { say, size: format.size })

/** Why there is no plan, beyond the problem itself; empty where nothing more is known. */
export function planProblemText({ file_name, files, details, problem }: ImportPackage): string {
  if (!problem) return ''
  const only = onlyFileOf({ file_name, files })
  const { code, entry } = details ?? {}
  if (only?.problem) return readingText(only.problem, only.details)
  return typeof code === 'string' ? readingText(code, details) : typeof entry === 'string' ? entry : ''
}

/** Columns of a table that were not read; empty where there are none. */
export const unreadText = (columns: Parameters<typeof unreadSaid>[0]): string => unreadSaid(columns, say)

export const resourceText = (resource: string): string => tOr([`import.resource.${resource}`], resource)

/** Whose account it is, its organisation and its role. */
export const personText = ({ username, organisation, role }: NonNullable<Row['person']>): string =>
  [`@${username}`, organisation, role].filter(Boolean).join(' · ')

export const planDetailNumber = (plan: ImportPackage, name: string): number => Number(plan.details?.[name] ?? 0)
export const keptIn = (reasons: Partial<Record<string, number>> = {}): number =>
  Object.values(reasons).reduce<number>((sum, n = 0) => sum + n, 0)
/** Rows that an undo left. */
export const rowsLeftByUndo = (plan: ImportPackage): number =>
  keptIn((plan.details?.['kept'] ?? {}) as Partial<Record<string, number>>)

/** What became of all rows of a verdict, where the same became of all of them. */
function fateOf(
  plan: ImportPackage,
  verdict: RowVerdict,
): 'added' | 'overwritten' | 'removed' | 'put_back' | undefined {
  const n = plan.counts[verdict]
  if (n === 0 || (verdict !== 'new' && verdict !== 'changed')) return undefined
  // some of them were skipped
  if (planDetailNumber(plan, verdict === 'new' ? 'created' : 'overwritten') !== n) return undefined
  if (plan.state === 'applied') return verdict === 'new' ? 'added' : 'overwritten'
  if (plan.state !== 'undone' || rowsLeftByUndo(plan) > 0) return undefined
  return verdict === 'new' ? 'removed' : 'put_back'
}
export function rowVerdictText(plan: ImportPackage, verdict: RowVerdict): string {
  const fate = fateOf(plan, verdict)
  return t(fate ? `import.fate.${fate}` : `import.verdict.${verdict}`)
}
export function aboutVerdict(plan: ImportPackage, verdict: RowVerdict): string {
  const fate = fateOf(plan, verdict)
  return t(fate ? `import.fate-about.${fate}` : `import.verdict-about.${verdict}`)
}
/** How many of each kind of entry there are among the rows of a verdict: sets and their questions are counted apart. */
export const amounts = (plan: ImportPackage, verdict: RowVerdict): string =>
  format.list(
    plan.resources.flatMap((r) =>
      r.counts[verdict] > 0
        ? [t('import.amount', { what: resourceText(r.resource), n: format.number(r.counts[verdict]) })]
        : [],
    ),
  )

/** A part inside a field; one nobody has named is its own name, without the marks of code. */
const partText = (resource: string, part: string): string =>
  tOr([`import.part.${part}`, `${resource}.field.${part}`, `field.${part}`], part.replaceAll('_', ' '))

/** The name of a field as its own screens have it; of a place inside one (`commands.0.os`), with that place. */
export function fieldText(resource: string, path: string): string {
  const [field = '', ...rest] = path.split('.')
  const inside = rest.map((part) => (/^\d+$/.test(part) ? format.number(Number(part) + 1) : partText(resource, part)))
  return [tOr([`${resource}.field.${field}`, `field.${field}`], field), ...inside].join(' · ')
}

/** The code of a type of question as files call it: `true-false`, `multiple choice`, `matchingInteraction`. */
const typeCode = (type: string): string =>
  type
    .replace(/Interaction$/, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
const typeText = (resource: string, type: string): string => {
  const code = typeCode(type)
  return tOr([`${resource}.type.${code}`, `import.type.${code}`], type)
}

/** Figures of a reason, with the places and types in them as this page says them. */
function inWords(resource: string, { path, rule, params = {} }: Row['reasons'][number]): Record<string, string> {
  const said: Record<string, string> = mapValues(params, String)
  const { file, line, index } = params
  if (typeof file === 'string' && 'place' in params)
    said['place'] = placeText({
      file,
      ...(typeof line === 'number' ? { line } : {}),
      ...(typeof index === 'number' ? { index } : {}),
    })
  if (rule === 'question_type') said['type'] = typeText(resource, String(params['type']))
  if (rule === 'one_of' && path === 'type' && typeof params['options'] === 'string')
    said['options'] = params['options']
      .split(/[,|、]\s*/)
      .map((option) => typeText(resource, option))
      .join(t('import.or'))
  return said
}

export function reasonText(resource: string, r: Row['reasons'][number]): string {
  // a file says the words themselves, so they are told; a form shows its list
  const listed = r.rule === 'one_of' && r.params?.['options'] !== undefined
  const sentence = tOr([listed ? 'import.one_of' : `rule.${r.rule}`], r.rule, inWords(resource, r))
  return r.path ? t('import.reason-of', { field: fieldText(resource, r.path), reason: sentence }) : sentence
}
/** Why a row was refused, one sentence per field. */
export const reasonTexts = (row: Row): string[] => row.reasons.map((r) => reasonText(row.resource, r))

/** A stored value in one line. */
export const valueText = (v: unknown, resource = ''): string =>
  valueInWords(v, {
    empty: t('import.empty-value'),
    yes: t('import.yes'),
    no: t('import.no'),
    name: (part) => partText(resource, part),
  })
