/**
 * How long people learn. Nothing is timed on their page: what they do is heard anyway, and the time between two such moments is spent on the
 * latter, as long as it is no pause. So two pages, a page that lies and one that is left open add nothing.
 */
import { learningPause, type TimeKind } from '#src/contract/record/statistics.ts'
import type { Queryable } from '#mock/db/db.ts'

type HeardKind = Exclude<TimeKind, 'exam'>
interface Heard {
  user_id: string
  kind: HeardKind
}

/** These people learn at this moment. */
export async function heardLearning(q: Queryable, heard: readonly Heard[], now: Date): Promise<void> {
  if (!heard.length) return
  await q.query(
    `with said as (select distinct on (user_id) user_id, kind from jsonb_to_recordset($1::jsonb) as x(user_id text, kind text) order by user_id),
       was as materialized (select c.user_id, c.at from learning_clock c join said using (user_id) order by c.user_id for update of c),
       clock as (insert into learning_clock (user_id, at) select user_id, $2::timestamptz from said order by user_id
         on conflict (user_id) do update set at = greatest(learning_clock.at, excluded.at))
     insert into learning_time (user_id, quarter, kind, seconds)
     select user_id, date_bin('15 minutes', $2::timestamptz, '2000-01-01Z'), kind, extract(epoch from $2::timestamptz - was.at)
     from was join said using (user_id)
     where was.at < $2::timestamptz and was.at >= $2::timestamptz - $3::integer * interval '1 second' order by user_id
     on conflict (user_id, quarter, kind) do update set seconds = learning_time.seconds + excluded.seconds`,
    [JSON.stringify(heard), now.toISOString(), learningPause],
  )
}

/** Whoever sits at a console of a lab or of a challenge learns, though the platform hears nothing else of them. */
export async function heardAtConsoles(q: Queryable, consoles: readonly string[], now: Date): Promise<void> {
  if (!consoles.length) return
  const { rows } = await q.query<Heard>(
    `select c.user_id, 'lab' as kind from scene_console c join course_scene s on s.scene_id = c.scene_id and s.user_id = c.user_id
       where c.id = any($1::text[])
     union select c.user_id, 'practice' from scene_console c join flag_scene s on s.scene_id = c.scene_id and s.user_id = c.user_id
       where c.id = any($1::text[])`,
    [consoles],
  )
  await heardLearning(q, rows, now)
}
