/** Inputs made from the schemas of the contract: what a caller may write, what he may almost write, and what nobody should. */
import fc from 'fast-check'
import type { z } from 'zod'

type Any = fc.Arbitrary<unknown>
/** What a field of this name usually holds, so that calls get past the door: ids of rows that exist, names that obey their rules. */
export type Hints = Readonly<Record<string, Any>>

interface Def {
  type: string
  [part: string]: unknown
}
const defOf = (s: unknown): Def => (s as { _zod: { def: Def } })._zod.def

export const nastyTexts = [
  '',
  ' ',
  '\t',
  '\u0000',
  "'",
  '"',
  '\\',
  ';--',
  "' or '1'='1",
  '"; drop table r_tool; --',
  '%',
  '_',
  '%%',
  '\\%',
  '$1',
  '${x}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..\\..',
  '%2e%2e%2f',
  '\r\nset-cookie: a=1',
  '\u202e',
  '\ufeff',
  '\ud800',
  '😀',
  '界'.repeat(30),
  'é',
  'İ',
  'ﬁ',
  '－１',
  '1e400',
  '-1',
  '0',
  '99999999999999999999',
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  'x'.repeat(5000),
  '=1+1',
  '@SUM(A1)',
  '(',
  '.*',
  '\u2028',
] as const
const nasty = fc.constantFrom(...nastyTexts)
const text = (max: number): Any =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ maxLength: Math.min(max, 60) }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
    { weight: 2, arbitrary: nasty },
  )

/** Formats that zod names. */
const formats: Record<string, Any> = {
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10)),
  datetime: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((d) => d.toISOString()),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  whole: fc.nat(300).map(String),
}

function bounds(s: unknown): { min: number; max: number; int: boolean } {
  let [min, max, int] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, false]
  for (const check of (defOf(s).checks ?? []) as unknown[]) {
    const d = defOf(check) as Def & {
      check?: string
      minimum?: number
      maximum?: number
      value?: number
      inclusive?: boolean
      format?: string
    }
    if (d.check === 'min_length') min = Math.max(min, d.minimum ?? 0)
    if (d.check === 'max_length') max = Math.min(max, d.maximum ?? max)
    if (d.check === 'greater_than') min = Math.max(min, Number(d.value) + (d.inclusive ? 0 : 1))
    if (d.check === 'less_than') max = Math.min(max, Number(d.value) - (d.inclusive ? 0 : 1))
    if (d.check === 'number_format') int = true
  }
  return { min, max, int }
}

function made(s: unknown, hints: Hints, name: string | undefined): Any {
  const d = defOf(s)
  const hint = name === undefined ? undefined : hints[name]
  const plain = madePlain(s, d, hints, name)
  // a hint is what a single text or number holds; containers ask again inside
  return hint && ['string', 'number', 'union', 'nullable'].includes(d.type)
    ? fc.oneof({ weight: 4, arbitrary: hint }, { weight: 1, arbitrary: plain })
    : plain
}

function madePlain(s: unknown, d: Def, hints: Hints, name: string | undefined): Any {
  const inner = (key: string): Any => made(d[key], hints, name)
  switch (d.type) {
    case 'string': {
      const format = formats[String(d.format ?? '')]
      const { max } = bounds(s)
      return format
        ? fc.oneof({ weight: 4, arbitrary: format }, { weight: 1, arbitrary: nasty })
        : text(Number.isFinite(max) ? max + 1 : 60)
    }
    case 'number': {
      const { min, max, int } = bounds(s)
      const low = Math.max(min, -1e6)
      const high = Math.min(max, 1e6)
      const inside = int
        ? fc.integer({ min: Math.ceil(low), max: Math.floor(high) })
        : fc.double({ min: low, max: high, noNaN: true })
      return fc.oneof(
        { weight: 6, arbitrary: inside },
        { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 40), 1e300) },
      )
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'undefined':
      return fc.constant(undefined)
    case 'enum':
      return fc.constantFrom(...Object.values(d.entries as Record<string, string>))
    case 'literal':
      return fc.constantFrom(...(d.values as unknown[]))
    case 'array': {
      const { min, max } = bounds(s)
      return fc.array(inner('element'), {
        minLength: Math.max(0, Math.min(min, 3)),
        maxLength: Math.max(1, Math.min(max, 4)),
      })
    }
    case 'object': {
      const shape = d.shape as Record<string, unknown>
      const always = Object.keys(shape).filter((k) => !['optional', 'default'].includes(defOf(shape[k]).type))
      return fc.record(Object.fromEntries(Object.entries(shape).map(([k, v]) => [k, made(v, hints, k)])), {
        requiredKeys: always,
        noNullPrototype: true,
      })
    }
    case 'tuple':
      return fc.tuple(...(d.items as unknown[]).map((item) => made(item, hints, name)))
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), {
        maxKeys: 3,
        noNullPrototype: true,
      })
    case 'union':
      return fc.oneof(...(d.options as unknown[]).map((o) => made(o, hints, name)))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return inner('innerType')
    case 'nullable':
      return fc.option(inner('innerType'), { nil: null, freq: 4 })
    case 'pipe':
      return inner('in')
    case 'unknown':
    case 'any':
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`no inputs are made for the schema ${d.type}${name === undefined ? '' : ` of ${name}`}`)
  }
}

/** Inputs of a schema, most of them good. */
export const inputs = (s: z.ZodType, hints: Hints = {}): Any => made(s, hints, undefined)

const extras = fc.constantFrom<[string, unknown]>(
  ['is_admin', true],
  ['score', 100],
  ['status', 'normal'],
  ['user_id', 'user-super'],
  ['id', 'x'],
  ['role_key', 'super'],
  ['created_by', 'user-super'],
  ['version', -1],
  ['can', ['remove']],
  ['toString', 'x'],
  ['hasOwnProperty', 1],
)

/** The value with one thing wrong: a field too many, one missing, one of another kind, or something else altogether. */
export function spoiled(good: Any): Any {
  return fc
    .tuple(good, fc.nat(5), extras, fc.nat(), fc.oneof(nasty, fc.jsonValue({ maxDepth: 2 })))
    .map(([v, how, [key, extra], pick, other]) => {
      if (how === 0 || v === null || typeof v !== 'object' || Array.isArray(v)) return other
      const names = Object.keys(v)
      const name = names[pick % Math.max(1, names.length)]
      if (how <= 2 || name === undefined) return { ...v, [key]: extra }
      if (how === 3) return Object.fromEntries(Object.entries(v).filter(([k]) => k !== name))
      return { ...v, [name]: other }
    })
}
