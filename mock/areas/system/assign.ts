/** Giving somebody a role: who may, and what follows. Used wherever a person's role changes. */
import type { ProblemCode } from '#src/contract/problems.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { aboveCaller, mayGive, mayTake, peers } from './authority.ts'
import type { RoleFacts } from './grants.ts'

export interface Assignment {
  user: { id: string; role_id: string; live: boolean }
  from: RoleFacts | undefined
  to: RoleFacts | undefined
  /** The role everybody registers with: it may be given by whoever may take another away. */
  fallback: string
  /** Super administrators who can sign in now. */
  supers: number
}

/** Why the caller may not; undefined when he may. */
export function assignRefusal(a: Assignment, who: Caller): ProblemCode | undefined {
  const { user, from, to } = a
  if (peers(from, who)) return user.id === who.id ? 'protected_entry' : 'no_operation_permission'
  if (!mayTake(from, who)) return 'no_operation_permission'
  if (!(to?.id === a.fallback ? !aboveCaller(to, who) : mayGive(to, who))) return 'no_operation_permission'
  if (user.id === who.id) return 'protected_entry'
  if (from?.key === 'super' && to?.key !== 'super' && user.live && a.supers <= 1) return 'last_super_administrator'
  return undefined
}
