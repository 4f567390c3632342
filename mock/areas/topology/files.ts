/** Topologies as files: what one holds is shown before it is kept, and a kept one is written for others. */
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import type { Sketched } from '#src/contract/topology/import/sketch.ts'
import { type ExportFormat, topologyLimits } from '#src/contract/topology/topology.ts'
import { image } from '#src/contract/image/image.ts'
import { documents } from '#mock/crud/documents.ts'
import { usableBy } from '#mock/crud/ownership.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { readBodyBytes } from '#mock/http/request/body.ts'
import { area, Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { Overrun, Unserved } from '#mock/thread/pool.ts'
import { isReadError, type ReadTask } from '#mock/thread/tasks.ts'
import { drawingOf } from './drawing.ts'
import { topologySetting as s } from './topology.ts'

const images = documents('image')

/** Images this caller may use: id by name. */
async function imagesFor(q: Queryable, who: Caller): Promise<Map<string, string>> {
  const w = where()
  const sees = usableBy(image, who)(w.add)
  if (sees) w.and(`(${sees})`)
  const { rows } = await q.query<{ id: string; name: string }>(
    `select t.id, t.data->>'name' as name from ${images.table} t ${w.text()} order by t.id`,
    w.params,
  )
  return new Map(rows.map((r) => [r.name, r.id]))
}

/** Milliseconds of processor time the work on a file may take. */
const patience = 10_000

const inThread = <T>({ threads }: Platform, task: ReadTask): Promise<T> =>
  threads.read.run(task, patience).then(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers each task with what its kind makes
    (made) => made as T,
    (e: unknown) => {
      throw refused(e)
    },
  )

function refused(e: unknown): unknown {
  if (e instanceof Unserved) return new Fail('busy')
  if (e instanceof Overrun) return new Fail('topology_refused', { reason: 'too_complex', place: '' })
  if (e instanceof Error || !isReadError(e)) return e
  if ('refusal' in e) return new Fail('topology_refused', { reason: e.refusal, place: e.place, ...e.params })
  if ('zip' in e) return new Fail('archive_refused', { ...e.params, reason: e.zip })
  return new Error(e.message)
}

const types: Record<ExportFormat, { ending: string; type: string }> = {
  package: { ending: '.topology.zip', type: 'application/zip' },
  text: { ending: '.topology.yml', type: 'application/yaml' },
  containerlab: { ending: '.clab.yml', type: 'application/yaml' },
  mermaid: { ending: '.mmd', type: 'text/plain; charset=utf-8' },
}

export const topologyFiles = area({
  async 'POST /topologies/read'({ q, query, stream, who, platform }) {
    const bytes = await readBodyBytes(stream, topologyLimits.file)
    const images = [...(await imagesFor(q, who))]
    return inThread<Sketched>(platform, { kind: 'topology', bytes, name: query.name, images })
  },

  async 'GET /topologies/:id/export'(c) {
    const { q, params, who, platform, audit } = c
    const { format } = c.query
    const row = await s.see(c, params.id)
    await s.rows.allow('use', row, s.at(c))
    const drawing = await drawingOf(q, row.id)
    if (!drawing) throw new Fail('not_found')
    const images = new Map([...(await imagesFor(q, who))].map(([name, id]) => [id, name]))
    const { name = '', description = '' } = row.data
    const { document, text } = drawing
    const task = { kind: 'topology-file', format, name, description, document, text, images } as const
    const bytes = await inThread<Uint8Array>(platform, task)
    audit({ entity: 'topology', id: row.id, details: { format } })
    return {
      name: `${fileNameOf(name)}${types[format].ending}`,
      type: types[format].type,
      body: [bytes],
    }
  },
})
