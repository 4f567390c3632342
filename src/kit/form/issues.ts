/**
 * What a schema found wrong, as the product's rule words: the same words for the same break as the server answers with, so that a field
 * says one thing whoever looked. Imports no schema library: the issues come from the schema module that the form loaded.
 */
import type { z } from 'zod'
import type { Field } from '../../contract/lib/resource.ts'
import type { FieldProblem } from '../../contract/problems.ts'
import { tOr } from '../../i18n/index.ts'
import { dateWrong } from '../../ui/input/dates/words.ts'
import { isEmptyValue } from '../resource/value.logic.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]
type Params = NonNullable<FieldProblem['params']>

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const key of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

const dotted = (path: Path): string => path.map(String).join('.')
const line = (path: Path, rule: string, params: Params = {}): FieldProblem =>
  Object.keys(params).length ? { path: dotted(path), rule, params } : { path: dotted(path), rule }

function figuresOf(given: Record<string, unknown>): Params {
  const out: Params = {}
  for (const [name, v] of Object.entries(given)) {
    if (name === 'rule') continue
    if (typeof v === 'number' || typeof v === 'string') out[name] = v
    else if (typeof v === 'bigint') out[name] = Number(v)
  }
  return out
}

/** A figure is asked for by an example of one. */
const ofFigures: Readonly<Record<string, string>> = { number: 'number', int: 'whole' }

function read(issue: Issue, input: unknown, above: Path): FieldProblem[] {
  const path = [...above, ...issue.path]
  const missing = valueAt(input, path) === undefined
  switch (issue.code) {
    case 'invalid_type':
      return [line(path, missing ? 'required' : (ofFigures[issue.expected] ?? 'type'))]
    case 'too_small':
      return [line(path, 'min', figuresOf({ min: issue.minimum }))]
    case 'too_big':
      return [line(path, 'max', figuresOf({ max: issue.maximum }))]
    case 'invalid_value':
      return [missing ? line(path, 'required') : line(path, 'one_of', { options: issue.values.map(String).join(', ') })]
    case 'unrecognized_keys':
      return issue.keys.map((key) => line([...path, key], 'unknown_field'))
    case 'invalid_union':
      return nearest(issue.errors, input, path) ?? [line(path, missing ? 'required' : 'type')]
    case 'custom': {
      const rule: unknown = issue.params?.['rule']
      return [typeof rule === 'string' ? line(path, rule, figuresOf(issue.params ?? {})) : line(path, 'format')]
    }
    case 'invalid_format':
      return [line(path, issue.format === 'date' ? 'day' : 'format')]
    default:
      return [line(path, 'format')]
  }
}

/** Of several ways a value may look, the breaks of the one that came closest. */
function nearest(branches: readonly (readonly Issue[])[], input: unknown, path: Path): FieldProblem[] | undefined {
  const fitting = branches.filter(
    (b) => b.length > 0 && !b.some((i) => i.path.length === 0 && i.code === 'invalid_type'),
  )
  const best = fitting.reduce<readonly Issue[] | undefined>((a, b) => (a && a.length <= b.length ? a : b), undefined)
  return best?.flatMap((i) => read(i, input, path))
}

/** The broken rules, each once, in the order the schema found them. */
export function problemsOfIssues(issues: readonly Issue[], input: unknown): FieldProblem[] {
  const seen = new Map<string, FieldProblem>()
  for (const p of issues.flatMap((i) => read(i, input, []))) seen.set(`${p.path} ${p.rule}`, p)
  return [...seen.values()]
}

const emptiness = new Set(['min', 'length', 'format', 'day', 'type', 'number', 'whole', 'cve', 'one_of', 'url'])

/** The sentence of a broken rule. An empty field is told that it is required, not that nothing is too short. */
export function fieldProblemText(p: FieldProblem, value: unknown, kind?: Field['kind']): string {
  if (emptiness.has(p.rule) && typeof value === 'string' && (kind === 'date' || kind === 'time')) {
    const why = dateWrong(value, kind === 'time' ? 'time' : 'day')
    if (why !== undefined) return why
  }
  const rule = isEmptyValue(value) && emptiness.has(p.rule) ? 'required' : p.rule
  return tOr([`rule.${rule}`, `problem.${rule}`], tOr(['rule.format'], rule), p.params)
}
