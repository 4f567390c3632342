import { z } from 'zod'
import { row, Stamp } from '../lib/crud.ts'
import { limits } from '../limits.ts'
import { sized } from '../lib/text.ts'

export const roleKeys = ['super', 'admin', 'teacher', 'student', 'referee', 'normal'] as const

export const RoleBody = z.object({
  name: sized(z.string(), 1, limits.roleName.max),
  description: sized(z.string(), 0, limits.roleDescription.max),
  permissions: z.array(z.string().max(64)).max(limits.permissionsPerRole),
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
  at: Stamp,
})
