/** Looks into values of a shape that nobody has checked. */
import { isRecord } from '#src/contract/lib/typed.ts'

export type Loose = Record<string, unknown>

export const object = (value: unknown): Loose => (isRecord(value) ? value : {})
export const looseList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A text or what YAML made of one (`10`, `true`); anything else is left for the rules to refuse. Nothing said is nothing. */
export const looseText = (value: unknown): unknown =>
  value === null || value === undefined
    ? undefined
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : value

/** Each text once, in order; what is no text stays for the rules to refuse. */
export const distinctTexts = (values: readonly unknown[]): unknown[] =>
  [...new Set(values.map(looseText))].filter((v) => v !== undefined && v !== '')
