/** Writes down what is typed on desktops that their pages record: the lines of a moment together, and no more of them than anybody types. */
import type { Queryable } from '#mock/db/db.ts'

interface TypedAt {
  user_id: string
  scene_id: string
  node_id: string
}
export interface TypedLineRecorder {
  add(where: TypedAt, text: string, now: Date): void
}

/** Milliseconds that lines wait for others, and lines of one node that are kept of such a moment. */
export const moment = { ms: 200, lines: 20 } as const

/** @param background runs what nobody waits for */
export function makeTypedLines(
  db: Queryable,
  background: (name: string, work: () => Promise<void>) => void,
): TypedLineRecorder {
  let waiting: (TypedAt & { at: string; text: string })[] = []
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function write(): void {
    timer = undefined
    const lines = waiting
    waiting = []
    counts.clear()
    background('console.typed', async () => {
      await db.query(
        `insert into recording_typed (recording_id, at, text)
         select r.id, extract(epoch from w.at - r.started_at), w.text
         from jsonb_to_recordset($1::jsonb) as w(user_id text, scene_id text, node_id text, at timestamptz, text text)
         join recording r on r.kind = 'desktop' and r.user_id = w.user_id and r.scene_id = w.scene_id and r.node_id = w.node_id
           and r.started_at <= w.at and (r.open or r.touched_at >= w.at)`,
        [JSON.stringify(lines)],
      )
    })
  }
  return {
    add({ user_id, scene_id, node_id }, text, now) {
      const key = `${scene_id} ${node_id} ${user_id}`
      const n = (counts.get(key) ?? 0) + 1
      if (n > moment.lines) return
      counts.set(key, n)
      // half a character is none, and no database keeps a zero
      const said = text.replace(/\0|\p{Surrogate}/gu, '\ufffd')
      waiting.push({ user_id, scene_id, node_id, at: now.toISOString(), text: said })
      timer ??= setTimeout(write, moment.ms).unref()
    },
  }
}
