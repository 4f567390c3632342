/** Scenes of sheets that somebody marks without names: what lists say of them, and whose they are, would join the two. */
import { markingScreens } from '#src/contract/exam/exam.ts'
import type { Add } from '#mock/crud/where.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { overSql } from './run.ts'

/** A condition on the id of a scene: none of its sheets is one that the caller marks without names. Undefined where he marks none so. */
export function notMarkedBlind(
  scene: string,
  who: Pick<Caller, 'id' | 'granted' | 'is_admin'>,
  now: Date,
  add: Add,
): string | undefined {
  if (!markingScreens.some((s) => who.granted.has(s))) return undefined
  const me = add(who.id)
  const at = `${add(now.toISOString())}::timestamptz`
  return `not exists (
    select 1 from exam_scene x join exam_attempt a on a.id = x.attempt_id join r_exam e on e.id = a.exam_id
      left join exam_run r on r.exam_id = e.id
    where x.scene_id = ${scene} and (e.data->>'anonymous')::boolean
      and (${add(!who.is_admin)}::boolean and cardinality(e.k_markers) = 0 or e.k_markers && array[${me}]::text[]
        or exists (select 1 from exam_mark j join exam_attempt k on k.id = j.attempt_id where k.exam_id = e.id and j.marker = ${me}))
      and (a.status = 'to-be-scored' or not (r.published_at is not null or e.data->>'kind' = 'practice'
        or coalesce((e.data->>'results_at')::timestamptz <= ${at}, false)
          and (select ${overSql} from r_exam t where t.id = e.id) <= ${at})))`
}
