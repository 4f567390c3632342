/**
 * Topologies that labs of a course bring along. One of the same name and the same drawing is the one that is meant; any other is new, under a name of its own:
 * what stands is never drawn over by a course.
 */
import { isDeepStrictEqual } from 'node:util'
import { drawingColumns, drawingOf, insertDrawing, removeDrawing } from '#mock/areas/topology/drawing.ts'
import type { Queryable } from '#mock/db/db.ts'
import { documents } from '#mock/crud/documents.ts'
import { fold } from '#mock/crud/fold.ts'
import { freeRowName, isTaken } from '#mock/crud/freeName.ts'
import { type Data, tableOf } from '#mock/crud/shape.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { topologyLimits } from '#src/contract/topology/topology.ts'
import { canonicalDigest } from '#mock/areas/course/imported.ts'
import type { Importable } from './importable.ts'
import { omitFields } from './questions.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const docs = documents('topology')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its format held it against the schema of a drawing
const documentOf = (extra: Data): TopologyDocument | undefined => extra['document'] as TopologyDocument | undefined

async function standingOf(q: Queryable, rows: readonly Data[]): ReturnType<Importable['find']> {
  const out = []
  for (const row of rows) {
    const { rows: named } = await q.query<{ id: string }>(
      `select id from ${tableOf('topology')} where data->>'name' = any($1::text[]) order by id`,
      [[...new Set([text(row['name']), text(row['called'])])]],
    )
    let found
    for (const { id } of named) {
      const drawing = await drawingOf(q, id)
      if (drawing && isDeepStrictEqual(drawing.document, documentOf(row))) found ??= await docs.get(q, id)
    }
    out.push(found)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a topology as any other document
  return out as Awaited<ReturnType<Importable['find']>>
}

export const topology: Importable = {
  resource: 'topology',
  toBody: (data) => omitFields(data, 'document'),
  starts: (data) => {
    const document = documentOf(data)
    return document
      ? { document, drawn: canonicalDigest(document), called: text(data['name']), ...drawingColumns(document) }
      : {}
  },
  beside: ['document', 'drawn', 'called'],
  traced: true,
  identity: (data, _, extra = {}) => ({
    key: `${fold(text(extra['called'] ?? data['name']))}\u001f${text(extra['drawn'])}`,
  }),
  tells: ['name'],
  find: ({ q }, rows) => standingOf(q, rows),
  compared: () => [],
  /** Images that are not here are chosen anew. */
  async resolve({ q, by }, rows) {
    const wanted = rows.flatMap(({ extra }) => documentOf(extra)?.nodes.flatMap((n) => n.image_id ?? []) ?? [])
    const { rows: there } = await q.query<{ id: string }>(
      `select id from ${tableOf('image')} where id = any($1::text[])`,
      [wanted],
    )
    const known = new Set(there.map((t) => t.id))
    const standing = await standingOf(
      q,
      rows.map(({ data, extra }) => ({ ...extra, ...data })),
    )
    const out = []
    for (const [n, { data, extra }] of rows.entries()) {
      const document = documentOf(extra)
      const lost = document?.nodes.filter((x) => x.image_id && !known.has(x.image_id)) ?? []
      const now =
        document && lost.length
          ? {
              ...document,
              nodes: document.nodes.map((x) => (x.image_id && !known.has(x.image_id) ? { ...x, image_id: null } : x)),
            }
          : document
      const notes: FieldProblem[] = lost.map((x) => ({ path: '', rule: 'note_image', params: { node: x.name } }))
      const name =
        standing[n] || !text(data['name'])
          ? text(data['name'])
          : await freeRowName(isTaken(docs, q), text(data['name']), topologyLimits.name.max, true)
      if (name !== text(data['name']))
        notes.push({ path: '', rule: 'note_topology_name', params: { was: text(data['name']), name } })
      out.push({
        data: { ...data, ...(data['name'] === undefined ? {} : { name }) },
        extra: { ...extra, ...(now ? { document: now, ...drawingColumns(now) } : {}), creator_id: by },
        reasons: [],
        notes,
      })
    }
    return out
  },
  async brought(q, rows, hand) {
    for (const { id, extra } of rows) {
      const document = documentOf(extra)
      if (document && !(await drawingOf(q, id))) await insertDrawing(q, id, document, hand)
    }
  },
  async gone(q, ids) {
    for (const id of ids) await removeDrawing(q, id)
  },
  async named(q, ids) {
    const { rows } = await q.query<{ id: string }>(
      'select distinct topology_id as id from scene where topology_id = any($1::text[])',
      [ids],
    )
    return new Set(rows.map((r) => r.id))
  },
  label: (data) => text(data['name']),
}
