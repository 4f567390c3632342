/** Topologies: rows of a name, a description and what their drawing looks like. */
import { emptyDocument } from '#src/contract/topology/document.ts'
import { crud } from '#mock/crud/crud.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import { setting } from '#mock/crud/setting.ts'
import { insertDrawing, removeDrawing, shownOf } from './drawing.ts'
import { editing } from './lock.ts'

interface Facts {
  people: Labels
  editing: Awaited<ReturnType<typeof editing>>
  /** Topologies with scenes that are not gone. */
  used: ReadonlySet<string>
}

export const topologyHooks: Hooks<'topology', Facts> = {
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
    const { rows } = await at.q.query<{ id: string }>(
      `select distinct topology_id as id from scene where topology_id = any($1::text[]) and status <> 'deleted'`,
      [docs.map((d) => d.id)],
    )
    return { people, editing: open, used: new Set(rows.map((r) => r.id)) }
  },
  columns(doc, { people, editing: open }) {
    const now = open.get(doc.id)
    return {
      creator_id: doc.data.creator_id ?? null,
      creator_name: people.get(doc.data.creator_id ?? '') ?? '',
      editing: now ? { name: people.get(now.user) ?? '', since: now.since } : null,
    }
  },
  starts: (_body, { who }) => ({ ...shownOf(emptyDocument()), creator_id: who.id }),
  /** Somebody would lose what he is drawing, or a scene what it can be modified to. */
  refuse: (action, row, { used }) =>
    action !== 'remove' ? undefined : row.editing ? 'locked' : used.has(row.id) ? 'in_use' : undefined,
  async wrote(after, before, { q, now, who }) {
    if (!before) await insertDrawing(q, after.id, emptyDocument(), { at: now, by: who.id })
  },
  removed: (before, { q }) => removeDrawing(q, before.id),
  audience: 'nobody',
}

export const topologySetting = setting('topology', topologyHooks)
export const topology = crud('topology', topologyHooks)
