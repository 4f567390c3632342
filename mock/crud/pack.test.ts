import { expect, it } from 'vitest'
import { field, type NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { DbError } from '../db/db.ts'
import { unlessTaken } from './pack.ts'
import { shapeOf } from './shape.ts'

const line = (unique: string[][]): NamedResourceSpec => ({
  name: 'seat',
  area: 'library',
  path: '/seats',
  label: 'name',
  fields: { name: field.text, row: field.number, room_id: field.ref('room'), person_id: field.ref('user') },
  find: [],
  filter: [],
  sort: [],
  order: 'name',
  unique,
  verbs: [],
  read: [],
  write: [],
})
async function marked(...unique: string[]): Promise<unknown> {
  const shape = shapeOf(line([unique]))
  const doubled = shape.indexes.find((i) => i.fields)?.name
  const refusal: unknown = await unlessTaken(shape, Promise.reject(new DbError('', '23505', doubled))).catch((e) => e)
  return (refusal as { details: { fields: { path: string }[] } }).details.fields.map((f) => f.path)
}

it('marks of a taken key what was typed, not where it stands; and all of a key that is nothing but places', async () => {
  expect(await marked('name', 'room_id')).toEqual(['name'])
  expect(await marked('room_id', 'name', 'row')).toEqual(['name', 'row'])
  expect(await marked('room_id', 'person_id')).toEqual(['room_id', 'person_id'])
})
