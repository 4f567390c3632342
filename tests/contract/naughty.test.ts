/**
 * The Big List of Naughty Strings (https://github.com/minimaxir/big-list-of-naughty-strings) through every text field that can be edited: each
 * comes back exactly as it was sent, or is refused with the field's name. Skipped when ../shared/data is not there; `RUNS=1` tries
 * every string in every field instead of every eighth.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { inputs } from './support/arbitrary.ts'
import { roleId } from './support/people.ts'
import { testServer, type TestServer, userId } from './support/server.ts'

const file = path.resolve(import.meta.dirname, '../../../shared/data/adversarial/blns/blns.json')
const strings = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
const step = process.env.RUNS === '1' ? 1 : 8

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

interface Def {
  type: string
  innerType?: unknown
  in?: unknown
  format?: string
}
/** Whether a schema takes any text: no choice, date or number. */
function isText(schema: unknown): boolean {
  const d = (schema as { _zod: { def: Def } })._zod.def
  if (d.innerType) return isText(d.innerType)
  if (d.in) return isText(d.in)
  return d.type === 'string' && d.format === undefined
}

const idsOf: Record<string, () => Promise<string>> = {
  role: async () => roleId('student'),
  user: async () => userId('student'),
  org: async () => 'org-root',
}
const made: Partial<Record<ResourceName, string>> = {}
/** A row of the resource, made from its schema; what it refers to is made first. */
async function rowOf(name: ResourceName): Promise<string> {
  const { line, schema } = resources[name]
  const refs: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [field, f] of Object.entries(line.fields) as [string, { kind: string; to?: string; many?: boolean }][])
    if (f.kind === 'picture') refs[field] = fc.constant('')
    else if (f.kind === 'ref' && f.to) {
      const id = await (idsOf[f.to]?.() ?? made[f.to as ResourceName] ?? rowOf(f.to as ResourceName))
      refs[field] = fc.constant(f.many ? [id] : id)
    }
  const plain = { name: fc.nat(99_999).map((n) => `Name ${n}`), username: fc.nat(99_999).map((n) => `someone_${n}`) }
  for (const body of fc.sample(inputs(schema.body, { ...plain, ...refs }), { numRuns: 3000, seed: 7 })) {
    const r = await s.send(`POST ${line.path}`, { body: { ...(body as object), ...fixed(refs) } }, 'super')
    if (r.status !== 200) continue
    made[name] = (r.body as unknown as { id: string }).id
    return made[name] as string
  }
  throw new Error(`no ${name} could be made from its schema`)
}
const fixed = (refs: Record<string, fc.Arbitrary<unknown>>): object =>
  Object.fromEntries(Object.entries(refs).map(([k, a]) => [k, fc.sample(a, 1)[0]]))

const editable = (Object.keys(resources) as ResourceName[]).filter((name) => {
  const verbs = resources[name].line.verbs as readonly string[]
  return verbs.includes('create') && verbs.includes('update')
})

describe.skipIf(!strings.length)('naughty strings (skipped when ../shared/data is not there)', () => {
  it.each(editable)(
    'come back from every text of a %s as they were sent, or are refused by the name of the field',
    async (name) => {
      const { line, schema } = resources[name]
      const shape = (schema.body as unknown as { shape: Record<string, unknown> }).shape
      const fields = Object.keys(shape).filter((f) => isText(shape[f]))
      const id = await rowOf(name)
      const get = async () =>
        (await s.send(`GET ${line.path}/:id`, { params: { id } }, 'super')).body as unknown as Record<
          string,
          unknown
        > & {
          version: number
        }
      let now = await get()
      const bodyOf = (row: Record<string, unknown>) =>
        Object.fromEntries(Object.keys(shape).flatMap((f) => (f in row ? [[f, row[f]]] : [])))
      let taken = 0
      for (const [n, text] of strings.entries())
        for (const [m, field] of fields.entries()) {
          if ((n + m) % step) continue
          const r = await s.send(
            `PUT ${line.path}/:id`,
            { params: { id }, body: { ...bodyOf(now), [field]: text, version: now.version } },
            'super',
          )
          const say = `${field} ${JSON.stringify(text)} ${r.raw.body.slice(0, 300)}`
          if (r.status === 200) {
            taken++
            now = await get()
            expect([text, text.trim()], say).toContain(now[field])
          } else {
            expect([400, 409, 422], say).toContain(r.status)
            if (r.status === 422) expect(JSON.stringify(r.problem.details), say).toContain(`"${field}`)
          }
        }
      expect(taken).toBeGreaterThan(0)
    },
    120_000,
  )
})
