/** Path, query and body of a call against its line. What comes out is what the schemas say, nothing more. */
import type { z } from 'zod'
import { Id } from '#src/contract/lib/crud.ts'
import { fieldProblems } from './fields.ts'
import { Fail } from './handler.ts'
import { storable } from '../reply/json.ts'
import type { CompiledRoute } from '../line.ts'
import { parseQuery } from './query.ts'

function fit(schema: z.ZodType, value: unknown, part: 'query' | 'body'): unknown {
  const r = schema.safeParse(value)
  if (r.success) return r.data
  throw new Fail('validation', { fields: fieldProblems(r.error, value), in: part })
}

/** Path parameters. One that no row can have is not found, like any other row that is not there. */
export function parseParams(line: CompiledRoute, given: Readonly<Record<string, unknown>>): Record<string, string> {
  const out: Record<string, string> = {}
  for (const name of line.names) {
    const v = given[name]
    if (typeof v !== 'string' || !Id.safeParse(v).success || !storable(v)) throw new Fail('not_found')
    out[name] = v
  }
  return out
}

export const parseQueryOf = (line: CompiledRoute, url: string): unknown => fit(line.query, parseQuery(url), 'query')

export function parseBody(line: CompiledRoute, value: unknown): unknown {
  if (!line.body) return undefined
  const given = value ?? {}
  if (line.versioned && (given as { version?: unknown }).version === undefined) throw new Fail('version_required')
  return fit(line.body, given, 'body')
}
