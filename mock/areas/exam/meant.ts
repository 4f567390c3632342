/** Condition on `activeAccounts` (`u`, `o`): the exam is for them, by its audience. */
export const isMeant = (id: string): string =>
  `exists (select 1 from audience a where a.resource = 'exam' and a.entity_id = ${id} and (
      (a.kind = 'user' and a.target = u.id) or (a.kind = 'role' and a.target = u.k_role_id)
      or (a.kind = 'org' and o.path like '%/' || a.target || '/%')
      or (a.kind = 'team' and exists (select 1 from r_team m where m.id = a.target and m.k_member_ids && array[u.id]::text[]))))`
