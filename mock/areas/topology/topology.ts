/** Topologies: rows of a name, a description and what their drawing looks like. */
import { overseeing } from '#src/contract/scene/scene.ts'
import { emptyDocument } from '#src/contract/topology/document.ts'
import { crud } from '#mock/crud/crud.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import { crudContext } from '#mock/crud/setting.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { insertDrawing, removeDrawing, drawingColumns } from './drawing.ts'
import { editing } from './lock.ts'

interface Facts {
  people: Labels
  editing: Awaited<ReturnType<typeof editing>>
}

const topologyHooks: Hooks<'topology', Facts> = {
  async facts(docs, at) {
    const open = await editing(
      at.q,
      docs.map((d) => d.id),
      at.now,
    )
    const people = await labelsOf(at, 'user', [
      ...docs.map((d) => d.data.creator_id),
      ...[...open.values()].map((e) => e.user),
    ])
    return { people, editing: open }
  },
  columns(doc, { people, editing: open }, { who }) {
    const now = open.get(doc.id)
    return {
      creator_id: doc.data.creator_id ?? null,
      creator_name: people.get(doc.data.creator_id ?? '') ?? '',
      editing: now ? { name: people.get(now.user) ?? '', since: now.since, mine: now.user === who.id } : null,
    }
  },
  starts: (_body, { who }) => ({ ...drawingColumns(emptyDocument()), creator_id: who.id }),
  openFlags: (doc) => doc.data.outline?.open_flags,
  /** Somebody else would lose what he is drawing. */
  refuse: (action, row) => (action === 'remove' && row.editing && !row.editing.mine ? 'locked' : undefined),
  /** A scene would lose what it can be modified to. */
  async unused(doc, { q, who }) {
    const { rows } = await q.query<{ name: string; seen: boolean }>(
      `select name, $2::boolean or exists (select 1 from scene_person p where p.scene_id = s.id and p.user_id = $3) as seen
       from scene s where topology_id = $1 and status <> 'deleted' order by id`,
      [doc.id, overseeing.some((screen) => who.granted.has(screen)), who.id],
    )
    if (!rows.length) return
    const names = rows.filter((r) => r.seen).map((r) => r.name)
    throw new Fail('in_use', { by: { scene: rows.length }, names: names.slice(0, 3), n: rows.length })
  },
  along: [['topology_drawing', 'topology_id']],
  async wrote(after, before, { q, now, who, returns }) {
    if (!before && !returns) await insertDrawing(q, after.id, emptyDocument(), { at: now, by: who.id })
  },
  removed: (before, { q }) => removeDrawing(q, before.id),
  audience: 'nobody',
}

export const topologySetting = crudContext('topology', topologyHooks)
export const topology = crud('topology', topologyHooks)
