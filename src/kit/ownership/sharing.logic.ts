import type { SharingReply } from '../resource/calls.ts'

/** A sharing as it is edited. */
export interface Shared {
  scope: SharingReply['scope']
  level: SharingReply['level']
  people: readonly SharingReply['people'][number][]
}

/** The same rights for the same people, in whatever order they were named. */
export function sameSharing(a: Shared, b: Shared): boolean {
  const levels = new Map(b.people.map((p) => [p.id, p.level]))
  return (
    a.scope === b.scope &&
    a.level === b.level &&
    a.people.length === b.people.length &&
    a.people.every((p) => levels.get(p.id) === p.level)
  )
}
