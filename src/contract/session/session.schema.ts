import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'
import { tidyName } from '../lib/lookAlike.ts'
import { licenceStatuses } from '../license/standing.ts'
import { MenuBody } from '../system/menu.schema.ts'
import { displayNameBreaks, passwordBreaks, phoneBreaks, type RuleBreak, usernameBreaks } from '../rules.ts'
import { mustChange } from './change.ts'
import { userStatuses } from './status.ts'

/** Turns a rule function into a schema check; the issue's params carry the rule word and its figures. */
export const obeys =
  (breaks: (v: string) => RuleBreak[]) =>
  (
    v: string,
    ctx: { addIssue(i: { code: 'custom'; message: string; params: Record<string, unknown> }): void },
  ): void => {
    for (const b of breaks(v)) ctx.addIssue({ code: 'custom', message: b.rule, params: { rule: b.rule, ...b.params } })
  }

const anyPassword = z.string().min(1).max(256)
/** The configured policy, the common list and the names are checked by the server on top of this default. */
export const NewPassword = z
  .string()
  .max(256)
  .superRefine(obeys((v) => passwordBreaks(v)))

/** The signed-in user as the client knows it (specification section 3: session user). */
export const Me = z.object({
  resource_id: Id,
  username: z.string(),
  rep_name: z.string(),
  logo: z.string(),
  is_admin: z.boolean(),
  role: z.object({ id: z.string(), key: z.string(), name: z.string() }),
  org: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export const SignIn = z.strictObject({
  username: z.string().min(1).max(64),
  password: anyPassword,
  /** What an earlier sign-in of this account on this device answered. */
  device: z.string().max(64).optional(),
})
export const Session = z.object({
  token: z.string(),
  jwt_token: z.string(),
  expires_at: Timestamp,
  user: Me,
  must_change: z.enum(mustChange).nullable(),
  /**
   * For a device that was not known: to be kept on it and shown with the next sign-in, so that wrong passwords typed elsewhere do not count
   * against it. It opens nothing.
   */
  device: z.string().optional(),
})
/** The permission fetch: names of screens and folders, or `all`; licensed modules that are open, how the licence stands, and how the menu is arranged. */
export const Permissions = z.object({
  grants: z.union([z.literal('all'), z.array(z.string())]),
  modules: z.array(z.string()),
  licence: z.object({ at: z.enum(licenceStatuses), until: Timestamp.nullable() }),
  menu: MenuBody,
  /** The role that the session looks as; null: the user's own. */
  viewing: z.object({ id: z.string(), key: z.string(), name: z.string() }).nullable(),
  stamp: z.string(),
})
export const SessionState = z.object({
  user: Me,
  must_change: z.enum(mustChange).nullable(),
  expires_at: Timestamp,
  idle_seconds: z.number().int(),
  server_time: Timestamp,
})
/** Reply of `GET /auth/register/`: what a page may know before anybody signed in. */
export const SystemInfo = z.object({
  system_name: z.string(),
  /** Name of a picture, or empty. */
  logo: z.string(),
  copyright: z.string(),
  register_button: z.boolean(),
  register_review: z.boolean(),
  /** For whoever has not chosen; null leaves it to the runtime configuration. */
  language: z.enum(['en-US', 'zh-CN']).nullable(),
  theme: z.enum(['theme-dark', 'theme-light']).nullable(),
  password: z.object({
    min: z.number().int(),
    max: z.number().int(),
    kinds: z.number().int(),
    strict: z.boolean(),
    expires_days: z.number().int(),
    history: z.number().int(),
  }),
})
export type SystemInfo = z.output<typeof SystemInfo>
export const Register = z.strictObject({
  username: z.string().superRefine(obeys(usernameBreaks)),
  name: z.string().overwrite(tidyName).superRefine(obeys(displayNameBreaks)),
  password: NewPassword,
  phone: z
    .string()
    .superRefine((v, ctx) => (v === '' ? undefined : obeys(phoneBreaks)(v, ctx)))
    .default(''),
})
export const RegisterReply = z.object({ status: z.enum(userStatuses) })
export const ChangePassword = z.strictObject({ current: anyPassword, next: NewPassword })
export const ResetPassword = z.strictObject({
  username: z.string().min(1).max(64),
  code: z.string().min(6).max(64),
  next: NewPassword,
})
