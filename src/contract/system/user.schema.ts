import { z } from 'zod'
import { Id, row } from '../lib/crud.ts'
import { displayNameBreaks, usernameBreaks } from '../rules.ts'
import { obeys } from '../session/session.schema.ts'
import { userStatuses } from '../session/status.ts'

export const UserBody = z.object({
  username: z.string().superRefine(obeys(usernameBreaks)),
  name: z.string().superRefine(obeys(displayNameBreaks)),
  role_id: Id,
  org_id: Id.nullable(),
  expires_on: z.iso.date().nullable(),
})
export const User = row(UserBody, {
  status: z.enum(userStatuses),
  role_name: z.string(),
  org_name: z.string(),
  last_sign_in: z.iso.datetime().nullable(),
  online: z.boolean(),
})
export type User = z.output<typeof User>
export type UserBody = z.input<typeof UserBody>
