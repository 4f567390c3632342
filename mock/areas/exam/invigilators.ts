/** Who invigilates an exam: its owner, and those with whom it is shared to change it. Administrators always may. */
import { exam as examLine, markingScreens } from '#src/contract/exam/exam.ts'
import { atLeast, type ShareLevel } from '#src/contract/lib/ownership.ts'
import { holdsAnyScreen } from '#mock/crud/keeps.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { peopleNow } from '../session/peopleNow.ts'
import type { ExamData } from './run.ts'

const screens = examLine.actions.run.screens

interface Invigilators {
  /** Whether anybody is there for it. */
  ok: boolean
  names: string[]
  /** 1: whoever is of its organisation, or everybody, may as well. */
  wide: 0 | 1
}

interface NamedKeeper {
  user_id: string
  level: ShareLevel | null
  scope: string
  share_level: ShareLevel
}
/** Its owner, and those with whom it is shared by name. */
const namedKeepers = async (q: Queryable, id: string): Promise<readonly NamedKeeper[]> =>
  (
    await q.query<NamedKeeper>(
      `select t.owner_id as user_id, null as level, t.share_scope as scope, t.share_level from r_exam t where t.id = $1
       union all select p.user_id, p.level, '', 'read' from share_person p where p.resource = 'exam' and p.entity_id = $1`,
      [id],
    )
  ).rows
const changing = (rows: readonly NamedKeeper[]): string[] =>
  rows.filter((r) => r.level === null || atLeast(r.level, 'change')).map((r) => r.user_id)

/**
 * Who is named to change an exam and may give points: they decide where none of its markers is left, as administrators may.
 * @param judged who gave points there already: nobody decides about their own
 */
export async function keepersToDecide(
  q: Queryable,
  platform: Pick<Platform, 'licence' | 'now'>,
  id: string,
  judged: ReadonlySet<string | null>,
): Promise<{ id: string; name: string }[]> {
  const ids = changing(await namedKeepers(q, id)).filter((one) => !judged.has(one))
  const people = (await peopleNow(q, platform, ids)).filter((p) => holdsAnyScreen(p.changes, markingScreens))
  const called = await namesOf(
    q,
    people.map((p) => p.id),
  )
  return ids.flatMap((one) => (called.has(one) ? { id: one, name: called.get(one) ?? '' } : []))
}

/** By name, as far as they are named. Who marks it without names sees no list of its candidates. */
export async function invigilators(
  q: Queryable,
  platform: Pick<Platform, 'licence' | 'now'>,
  id: string,
  { anonymous, markers }: Pick<ExamData, 'anonymous' | 'markers'>,
): Promise<Invigilators> {
  const rows = await namedKeepers(q, id)
  const [own] = rows
  const wide = own && (own.scope === 'everybody' || own.scope === 'organisation') && atLeast(own.share_level, 'change')
  const ids = changing(rows)
  const people = (await peopleNow(q, platform, ids)).filter((person) => {
    const blind = anonymous && !person.is_admin && holdsAnyScreen(person.granted, markingScreens)
    return holdsAnyScreen(person.changes, screens) && !(blind && (!markers.length || markers.includes(person.id)))
  })
  const called = await namesOf(
    q,
    people.map((p) => p.id),
  )
  const names = ids.flatMap((one) => (people.some((p) => p.id === one) ? (called.get(one) ?? []) : []))
  return { ok: names.length > 0 || wide === true, names, wide: wide ? 1 : 0 }
}
