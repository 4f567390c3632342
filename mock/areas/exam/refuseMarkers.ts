/** Who is newly named to mark an exam can mark, and does not sit it. */
import type { ResourceDocument } from '#mock/crud/hooks.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { sitsAmong } from './candidates.ts'
import { ableMarkers } from './markedBy.ts'
import type { ExamData } from './run.ts'

/** Throws what is wrong with each, by name. Who was named before stays: other fields are changed without them. */
export async function refuseMarkers(
  { markers }: Pick<ExamData, 'markers'>,
  before: ResourceDocument<'exam'> | undefined,
  { q, platform }: { q: Queryable; platform: Platform },
): Promise<void> {
  const had = new Set(before?.data.markers)
  const fresh = markers.filter((id) => !had.has(id))
  if (!fresh.length) return
  const able = new Set(await ableMarkers(q, fresh))
  const sits = before ? await sitsAmong(q, platform, before.id, fresh) : new Set<string>()
  const names = await namesOf(q, fresh)
  const fields = markers.flatMap((id, n) => {
    if (had.has(id) || (able.has(id) && !sits.has(id))) return []
    const params = { name: names.get(id) ?? '' }
    return [{ path: `markers.${n}`, rule: sits.has(id) ? 'sits_exam' : 'cannot_mark', params }]
  })
  if (fields.length) throw new Fail('validation', { fields })
}
