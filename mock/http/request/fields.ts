/** What a schema found wrong, in the product's rule words: stable, with figures, without a sentence and without the value itself. */
import type { z } from 'zod'
import { readDate } from '#src/contract/lib/typedDate.ts'
import type { FieldProblem } from '#src/contract/problems.ts'

type Issue = z.core.$ZodIssue
type Params = NonNullable<FieldProblem['params']>

/** More than this helps nobody and makes an answer as large as the attacker likes. */
const most = 100

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (v, key) => (v !== null && typeof v === 'object' && Object.hasOwn(v, key) ? Reflect.get(v, key) : undefined),
    value,
  )

const figures = (given: Record<string, unknown>): Params =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => name !== 'rule')
      .flatMap(([name, v]) =>
        typeof v === 'number' || typeof v === 'string' ? [[name, v]] : typeof v === 'bigint' ? [[name, Number(v)]] : [],
      ),
  )

/** A figure is asked for by an example of one. */
const ofFigures: Readonly<Record<string, string>> = { number: 'number', int: 'whole' }

/** A day that is written as one and that no calendar has is not to be written otherwise. */
function dayRule(given: unknown): string {
  const read = typeof given === 'string' ? readDate(given, 'day') : undefined
  return read && 'why' in read && read.why === 'no_such_day' ? read.why : 'day'
}

function problems(issue: Issue, value: unknown, above: readonly PropertyKey[]): FieldProblem[] {
  const full = [...above, ...issue.path]
  const path = full.map(String).join('.')
  const one = (rule: string, params: Params = {}): FieldProblem[] => [
    Object.keys(params).length ? { path, rule, params } : { path, rule },
  ]
  switch (issue.code) {
    case 'invalid_type':
      return one(at(value, full) === undefined ? 'required' : (ofFigures[issue.expected] ?? 'type'))
    case 'too_small':
      return one('min', figures({ min: issue.minimum }))
    case 'too_big':
      return one('max', figures({ max: issue.maximum }))
    case 'invalid_value':
      return at(value, full) === undefined
        ? one('required')
        : one('one_of', { options: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...full, key].map(String).join('.'), rule: 'unknown_field' }))
    case 'invalid_union':
      return union(issue, value, full) ?? one(at(value, full) === undefined ? 'required' : 'type')
    case 'custom': {
      const rule: unknown = issue.params?.rule
      return typeof rule === 'string' ? one(rule, figures(issue.params ?? {})) : one('format')
    }
    case 'invalid_format':
      return one(issue.format === 'date' ? dayRule(at(value, full)) : 'format')
    default:
      return one('format')
  }
}

/** Of the ways a value may look, the one that came closest: not refused for its kind, and with the fewest breaks. */
function union(
  issue: Issue & { code: 'invalid_union' },
  value: unknown,
  full: readonly PropertyKey[],
): FieldProblem[] | undefined {
  const near = issue.errors
    .filter((branch) => branch.length > 0 && !branch.some((i) => i.path.length === 0 && i.code === 'invalid_type'))
    .sort((a, b) => a.length - b.length)[0]
  return near?.flatMap((i) => problems(i, value, full))
}

/** The broken rules of a refused value, each once, in the order the schema found them. */
export function fieldProblems(error: z.ZodError, value: unknown): FieldProblem[] {
  const out = new Map<string, FieldProblem>()
  for (const p of error.issues.flatMap((i) => problems(i, value, []))) out.set(`${p.path} ${p.rule}`, p)
  return [...out.values()].slice(0, most)
}
