/** How parts of an import are said to people. */
import type { z } from 'zod'
import type { ImportRow, Place } from '../../contract/import/import.schema.ts'
import { t, tOr } from '../../i18n/index.ts'

type PlaceOf = z.output<typeof Place>
type Row = z.output<typeof ImportRow>

export function placeText(p: PlaceOf): string {
  if (p.line !== undefined) return t('import.place-line', { file: p.file, line: p.line })
  if (p.index !== undefined) return t('import.place-index', { file: p.file, index: p.index })
  return p.path ? `${p.file} · ${p.path}` : p.file
}

/** The sentence of a reading problem: a word of the zip gate or of a format, with its figures. */
export function readingProblem(code: string, details: Record<string, unknown> = {}): string {
  const params = (details['params'] ?? details) as Record<string, string | number>
  return tOr([`import.problem.${code}`, `problem.${code}`], code, { entry: '', line: '', ...params })
}

/** Why a row was refused, one sentence per field. */
export const reasonTexts = (row: Row): string[] =>
  row.reasons.map((r) => {
    const sentence = tOr([`rule.${r.rule}`, `import.problem.${r.rule}`], r.rule, r.params ?? {})
    return r.path ? `${r.path}: ${sentence}` : sentence
  })

/** A stored value in one line. */
export function valueText(v: unknown): string {
  if (v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)) return t('import.empty-value')
  if (Array.isArray(v) && v.every((x) => typeof x === 'string')) return v.join(', ')
  return typeof v === 'object' ? JSON.stringify(v) : String(v)
}
