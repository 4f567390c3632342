import { z } from 'zod'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { limits } from '../limits.ts'
import { sized } from '../lib/text.ts'
import { problems } from '../problems.ts'
import { userStatuses } from '../session/status.ts'
import { permissionBreaks } from './permissions.ts'
import { keysOf } from '../lib/typed.ts'

export const roleKeys = ['super', 'admin', 'teacher', 'student', 'referee', 'normal'] as const

/** Names of screens and folders; each known, each once. */
const Permissions = z.array(z.string().max(64)).superRefine((names, ctx) => {
  for (const { at, rule, params } of permissionBreaks(names))
    ctx.addIssue({ code: 'custom', message: rule, path: at === undefined ? [] : [at], params: { rule, ...params } })
})

export const RoleBody = z.object({
  name: sized(z.string().trim(), 1, limits.roleName.max),
  description: sized(z.string(), 0, limits.roleDescription.max).default(''),
  permissions: Permissions.default([]),
})
export const Role = row(RoleBody, {
  /** Built-in roles have a key, roles made later none. */
  key: z.string(),
  is_admin: z.boolean(),
  built_in: z.boolean(),
  user_count: z.number().int(),
})
export type Role = z.output<typeof Role>
export type RoleBody = z.input<typeof RoleBody>

/** What a role sees and may call, for `range permissions audit`. */
export const RoleReach = z.object({
  role: z.object({ id: z.string(), key: z.string(), name: z.string() }),
  grants: z.union([z.literal('all'), z.array(z.string())]),
  screens: z.array(z.string()),
  routes: z.array(z.string()),
  at: Timestamp,
})

/** Somebody on the members screen of a role. */
export const Member = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  avatar: z.string(),
  status: z.enum(userStatuses),
  role_id: z.string(),
  role_name: z.string(),
  role_key: z.string(),
  org_name: z.string(),
  /** Why the caller may not move him to the other side; null when he may. */
  refused: z.enum(keysOf(problems)).nullable(),
})
export type Member = z.output<typeof Member>
