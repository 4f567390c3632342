/** Values of a form as data: where they start, what is sent, what is wrong where, whether anything was typed. */
import type { z } from 'zod'
import { hiddenIn } from '../../contract/lib/oneLine.ts'
import type { Field } from '../../contract/lib/resource.ts'
import type { FieldProblem } from '../../contract/problems.ts'
import { type AnyResource, fieldOf } from '../resource/words.ts'
import { fieldSpecOf } from './declare.ts'
import { problemsOfIssues } from './issues.ts'
import { isRecord } from '../../contract/lib/typed.ts'

export type Values = Readonly<Record<string, unknown>>
/** Schema of what people write, as `contract/<area>/<thing>.schema.ts` exports it. */
export type BodySchema = z.ZodObject

/** What the schema says of a field without being asked for a value. */
export interface FieldFacts {
  required: boolean
  nullable: boolean
  /** Longest text, in width. */
  max: number | undefined
  /** Longest text of the parts of a list's entries. */
  partMax: Readonly<Record<string, number | undefined>>
  /** Bounds of a number. */
  between: { min: number; max: number } | undefined
}
export const noFacts: FieldFacts = {
  required: false,
  nullable: false,
  max: undefined,
  partMax: {},
  between: undefined,
}

/** The empty value of a kind of field. */
function blankOf(f: Field): unknown {
  switch (f.kind) {
    case 'words':
    case 'list':
      return []
    case 'ref':
      return f.many ? [] : null
    case 'number':
    case 'size':
    case 'date':
    case 'time':
    case 'one':
      return null
    case 'flag':
      return false
    default:
      return ''
  }
}

const rulesOf = (schema: BodySchema, name: string): z.ZodType | undefined =>
  (schema.shape as Record<string, z.ZodType>)[name]

/** A text longer than any field takes: what the rules say of it names the most they allow. */
const endless = 'x'.repeat(70_000)
/** @param rule the one that has to say it; `length` measures in width */
function mostOf(rules: z.ZodType, value: unknown, path: string, rule?: string): number | undefined {
  const r = rules.safeParse(value)
  if (r.success) return undefined
  const problems = problemsOfIssues(r.error.issues, value)
  const most = problems.find((p) => p.path === path && (rule === undefined || p.rule === rule))?.params?.['max']
  return typeof most === 'number' ? most : undefined
}

/** Figures that no field takes: what the rules say of them names the least and the most they allow. */
function boundsOf(rules: z.ZodType): FieldFacts['between'] {
  const say = (value: number, word: 'min' | 'max') => {
    const r = rules.safeParse(value)
    return r.success ? undefined : problemsOfIssues(r.error.issues, value)[0]?.params?.[word]
  }
  const [min, max] = [say(-1e12, 'min'), say(1e12, 'max')]
  return typeof min === 'number' && typeof max === 'number' ? { min, max } : undefined
}

export function fieldFactsOf(
  schema: BodySchema,
  resource: AnyResource,
  name: string,
  parts: readonly string[] = [],
): FieldFacts {
  const rules = rulesOf(schema, name)
  const f = fieldOf(resource, name)
  if (!rules) return noFacts
  const absent = rules.safeParse(undefined)
  return {
    // a field that has a default is never empty
    required:
      f.kind !== 'flag' && !rules.safeParse(blankOf(f)).success && !(absent.success && absent.data !== undefined),
    nullable: rules.safeParse(null).success,
    max:
      f.kind === 'long-text'
        ? mostOf(rules, endless, '')
        : f.kind === 'text'
          ? mostOf(rules, endless, '', 'length')
          : undefined,
    partMax: Object.fromEntries(parts.map((p) => [p, mostOf(rules, [{ [p]: endless }], `0.${p}`)])),
    between: f.kind === 'number' ? boundsOf(rules) : undefined,
  }
}

/** Where a new entry starts: the defaults of the schema, then what the screen presets. */
export function startValues(schema: BodySchema, resource: AnyResource, preset: Values = {}): Values {
  const out: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    const f = fieldOf(resource, name)
    const absent = rulesOf(schema, name)?.safeParse(undefined)
    out[name] = absent?.success && absent.data !== undefined ? absent.data : blankOf(f)
    if (f.kind === 'flag' && fieldFactsOf(schema, resource, name).nullable) out[name] = null
  }
  return { ...out, ...preset }
}

/** Where the change of a row starts. Fields of the body that the form does not show are kept as they stand. */
export function formValuesOf(schema: BodySchema, row: object): Values {
  const all = isRecord(row) ? row : {}
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, all[name]]))
}

/** Same content, whatever object holds it and in whatever order its parts came. Nothing and null are the same. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a ?? null, b ?? null)) return true
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => same(v, b[i]))
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((k) => same(a[k], b[k]))
}

export const changedFields = (a: Values, b: Values): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !same(a[name], b[name]))

/** What is checked and sent: without fields that are not shown for what the others say, so that nobody is told of a field they cannot see. */
export function shownValuesOf(
  groups: readonly { fields: readonly unknown[] }[],
  values: Values,
  sent: Values = values,
): Values {
  const hidden = groups.flatMap((g) => g.fields.map(fieldSpecOf)).filter((f) => f.when && !f.when(values))
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !hidden.some((f) => f.of === name)))
}

/**
 * What the rules say of the values; empty when they may be sent.
 * @param of whose fields they are, and the row as it was: what hides something there already may stay
 */
export function breaksOf(
  schema: BodySchema,
  values: Values,
  of?: { resource: AnyResource; row: object | undefined },
): FieldProblem[] {
  const r = schema.safeParse(values)
  const hidden = of ? hiddenIn(of.resource.fields, values, isRecord(of.row) ? of.row : {}) : []
  return r.success ? hidden : [...problemsOfIssues(r.error.issues, values).map((b) => asWhole(schema, b)), ...hidden]
}

/** What is no number at all breaks the first of two rules: who is asked for a whole one is told so at once. */
function asWhole(schema: BodySchema, broken: FieldProblem): FieldProblem {
  if (broken.rule !== 'number') return broken
  const half = rulesOf(schema, broken.path)?.safeParse(0.5)
  const whole = half?.success === false && problemsOfIssues(half.error.issues, 0.5).some((p) => p.rule === 'whole')
  return whole ? { ...broken, rule: 'whole' } : broken
}

/** Whether the viewer may read the row and not change it. */
export const isReadOnlyRow = (row: { can: readonly string[] } | undefined): boolean =>
  row !== undefined && !row.can.includes('update')

const headOf = (path: string): string => path.split('.')[0] ?? ''

/** Breaks at or below a path. */
export const problemsBelow = (problems: readonly FieldProblem[], path: string): FieldProblem[] =>
  problems.filter((p) => p.path === path || p.path.startsWith(`${path}.`))

/**
 * The breaks to show: all after an attempt to send, before it those of fields that were left. What the server said of a field stands until
 * that field is changed.
 */
export function shownBreaks(o: {
  rules: readonly FieldProblem[]
  server: readonly FieldProblem[]
  left: ReadonlySet<string>
  tried: boolean
}): FieldProblem[] {
  const own = o.rules.filter((p) => o.tried || o.left.has(headOf(p.path)))
  const told = o.server.filter((p) => !own.some((q) => q.path === p.path))
  return [...own, ...told]
}

/** In the order of the fields; what belongs to none of them comes last. */
export function inOrder(problems: readonly FieldProblem[], names: readonly string[]): FieldProblem[] {
  const places = new Map(names.map((name, i) => [name, i]))
  const placeOf = (p: FieldProblem): number => places.get(headOf(p.path)) ?? names.length
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What the server said, without what it said of a field that has been changed since. */
export const withoutField = (problems: readonly FieldProblem[], name: string): FieldProblem[] =>
  problems.filter((p) => headOf(p.path) !== name)

/** A value with one part of it replaced; `path` is dotted and list places are numbers. */
export function put(value: unknown, path: readonly (string | number)[], part: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return part
  if (Array.isArray(value)) return value.map((v, i) => (i === Number(key) ? put(v, rest, part) : v))
  const all = isRecord(value) ? value : {}
  return { ...all, [key]: put(all[key], rest, part) }
}

/** Moves a list's entry to another place; out of range leaves it where it is. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  if (item === undefined || from === to || to < 0 || to >= list.length) return list
  const rest = list.filter((_, i) => i !== from)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}
