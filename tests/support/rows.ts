/** Rows made from the schemas of the contract, over any way to call the interface. */
import fc from 'fast-check'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { inputs } from '#tests/contract/support/arbitrary.ts'

export type Call = (
  key: string,
  args: { params?: object; query?: object; body?: unknown },
) => Promise<{
  status: number
  body: unknown
}>
type Field = { kind: string; to?: string; many?: true; into?: true }

interface Def {
  type: string
  innerType?: unknown
  in?: unknown
  format?: string
}
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def
/** Whether a schema takes any text: no choice, date or number. */
function isText(schema: unknown): boolean {
  const d = defOf(schema)
  if (d.innerType) return isText(d.innerType)
  if (d.in) return isText(d.in)
  return d.type === 'string' && d.format === undefined
}

/** Fields that people write in one text, by resource. */
export function textsOf(name: ResourceName): string[] {
  const { line, schema } = resources[name]
  const { shape } = schema.body as unknown as { shape: Record<string, unknown> }
  const fields = line.fields as Record<string, Field>
  return Object.keys(shape).filter((f) => isText(shape[f]) && !['picture', 'ref', 'id'].includes(fields[f]?.kind ?? ''))
}

/** What of a row people write. */
export function bodyOf(name: ResourceName, row: object): Record<string, unknown> {
  const { shape } = resources[name].schema.body as unknown as { shape: Record<string, unknown> }
  return Object.fromEntries(Object.keys(shape).flatMap((f) => (f in row ? [[f, (row as never)[f]]] : [])))
}

/** Resources whose rows people make and change. */
export const editable = (Object.keys(resources) as ResourceName[]).filter((name) => {
  const verbs = resources[name].line.verbs as readonly string[]
  return verbs.includes('create') && verbs.includes('update')
})

export interface Maker {
  /** Ids to refer to, by resource; the first row of its list otherwise. */
  ids?: Readonly<Record<string, string>>
  /** Another seed makes other rows. */
  seed?: number
}

/** A body that the server takes, and the row it became. Rejects when none of three hundred was taken. */
export async function makeRow(call: Call, name: ResourceName, { ids = {}, seed = 7 }: Maker = {}) {
  const { line, schema } = resources[name]
  const { shape } = schema.body as unknown as { shape: Record<string, unknown> }
  const writable: Record<string, unknown> = {}
  for (const [field, f] of Object.entries(line.fields as Record<string, Field>)) {
    if (!(field in shape)) continue
    if (f.kind === 'picture') writable[field] = ''
    // the first of its kind lies in no other
    if (f.kind !== 'ref' || !f.to || (f.to === name && (f.into || !ids[f.to]))) continue
    // not everybody can mark, or lead a class
    if (['markers', 'assistants', 'organisers', 'referees', 'observers'].includes(field)) continue
    const id =
      field === 'teachers' ? await leader(call) : (ids[f.to] ?? (await firstOf(call, f.to as ResourceName, f.into)))
    if (id !== undefined) writable[field] = f.many ? [id] : id
  }
  // what may be left out is left out: fields with rules of their own would refuse most texts
  const needed = Object.keys(shape).filter((f) => !['optional', 'default'].includes(defOf(shape[f]).type))
  const hints = {
    expires_on: fc.constant(null),
    address: fc.nat(40).map((n) => `10.20.0.${n + 40}`),
    name: fc.nat(9_999_999).map((n) => `Name ${n}`),
    title: fc.nat(9_999_999).map((n) => `Title ${n}`),
    vendor_id: fc.constant('1D6B'),
    product_id: fc.nat(0xffff).map((n) => n.toString(16).toUpperCase().padStart(4, '0')),
    username: fc.nat(9_999_999).map((n) => `someone_${n}`),
  }
  for (const body of fc.sample(inputs(schema.body, hints), { numRuns: 300, seed })) {
    const least = Object.fromEntries(needed.map((f) => [f, (body as never)[f]]))
    const r = await call(`POST ${line.path}`, { body: { ...least, ...writable } })
    if (r.status === 200) return r.body as Record<string, unknown> & { id: string; version: number }
  }
  throw new Error(`no ${name} could be made from its schema`)
}

async function leader(call: Call): Promise<string | undefined> {
  const { body } = await call('GET /classes/leaders/options', { query: { page_size: 1 } })
  return (body as { items: { id: string }[] }).items[0]?.id
}
/** @param into something is put into it, which takes that it may be changed */
async function firstOf(call: Call, name: ResourceName, into = false): Promise<string | undefined> {
  if (!(name in resources)) return undefined
  const r = await call(`GET ${resources[name].line.path}`, { query: { page_size: into ? 200 : 1 } })
  const { items = [] } = r.body as { items?: { id: string; can: string[] }[] }
  return items.find((i) => !into || i.can.includes('update'))?.id ?? (await makeRow(call, name)).id
}
