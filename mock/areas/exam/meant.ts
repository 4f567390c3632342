import { quoted } from '#mock/crud/shape.ts'

/** Condition on `activeAccounts` (`u`, `o`): a row is for them, by its audience; an exam where nothing else is said. */
export const isMeant = (id: string, resource = 'exam'): string =>
  `exists (select 1 from audience a where a.resource = ${quoted(resource)} and a.entity_id = ${id} and (
      (a.kind = 'user' and a.target = u.id) or (a.kind = 'role' and a.target = u.k_role_id)
      or (a.kind = 'org' and o.path like '%/' || a.target || '/%')
      or (a.kind = 'team' and exists (select 1 from r_team m where m.id = a.target and m.k_member_ids && array[u.id]::text[]))))`
