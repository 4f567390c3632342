/**
 * The bank of exercises. One is told by its set and title. The topology of its scene is named, and looked up among those that are here; a
 * topology that is not is said, and the exercise comes without a scene.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Data, tableOf } from '#mock/crud/shape.ts'
import type { Importable, Resolvable, Resolved } from './importable.ts'
import { findIn, normalisedText, setImportable, questionImportableBase, omitFields } from './questions.ts'
import { isRecord, textOf } from '#src/contract/lib/typed.ts'
import { looseList } from '../../formats/read/loose.ts'

const key = (data: Data) => [data['set_id'], normalisedText(data['title'])].join('\u001f')
const named = ({ extra }: Resolvable): string => (typeof extra['topology'] === 'string' ? extra['topology'] : '')
const bank = questionImportableBase('exercise')

export const exercise: Importable = {
  ...bank,
  toBody: (data) => omitFields(bank.toBody(data), 'topology'),
  // the name stands with what a row starts with, until its topology is found
  starts: (data, format) => ({
    ...bank.starts(data, format),
    ...(data['topology'] === undefined ? {} : { topology: data['topology'] }),
  }),
  identity: (data, set = '') => ({ key: `${set}\u001f${normalisedText(data['title'])}` }),
  tells: ['title'],
  find: findIn('exercise', key),
  fit: async (_, rows) => rows.map(({ data, standing }) => ('upload' in data ? fitEnds(data, standing) : data)),
  async resolve({ q }, rows) {
    const { rows: found } = await q.query<{ id: string; name: string }>(
      `select id, data->>'name' as name from ${tableOf('topology')} where data->>'name' = any($1::text[])`,
      [[...new Set(rows.map(named))]],
    )
    const known = new Map(found.map((t) => [t.name, t.id]))
    return rows.map((row): Resolved => {
      const { data, extra } = row
      const { topology: _, ...rest } = extra
      if (extra['topology'] === undefined) return { data, extra, reasons: [] }
      const name = named(row)
      const id = known.get(name) ?? null
      return {
        data: { ...data, topology_id: id },
        extra: rest,
        reasons: [],
        ...(name && !id ? { notes: [{ path: 'topology_id', rule: 'note_topology', params: { name } }] } : {}),
      }
    })
  },
}
/** Ends of names mean the same with their dot and without. */
function fitEnds(data: Data, standing: Data): Data {
  const { upload } = data
  if (!isRecord(upload)) return data
  const ends = (of: unknown) => looseList(isRecord(of) ? of['ends'] : undefined)
  const bare = (of: unknown) => ends(of).map((e) => textOf(e).replace(/^\./, ''))
  return isDeepStrictEqual(bare(upload), bare(standing['upload']))
    ? { ...data, upload: { ...upload, ends: ends(standing['upload']) } }
    : data
}
export const exerciseSet = setImportable('exercise-set')
