import { z } from 'zod'
import { exercise, flagChallenge, paper, theoryQuestion } from '../bank/banks.ts'
import { exam } from '../exam/exam.ts'
import { image } from '../image/image.ts'
import { Audience, BulkReply, Id, Ids, Timestamp, yes } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { tool } from '../library/tool.ts'
import { topology } from '../topology/topology.ts'
import { displayNameBreaks } from '../rules.ts'
import { obeys } from '../session/session.schema.ts'
import { UserMade, UserNew } from './user.schema.ts'
import { MenuBody } from './menu.schema.ts'

const Org = z.object({
  id: Id,
  parent_id: Id.nullable(),
  name: z.string(),
  version: z.number().int(),
  /** People of it and of everything below it. */
  users: z.number().int(),
})
export type Org = z.output<typeof Org>
const OrgName = z.string().superRefine(obeys(displayNameBreaks))
const version = z.number().int()

const MenuArrangement = z.object({
  config: MenuBody,
  /** 0 while nobody has arranged anything. */
  version: z.number().int(),
  updated_at: Timestamp.nullable(),
  updated_by: z.string(),
})

export const systemRoutes = routes({
  'GET /orgs/tree': {
    summary: 'All organisations with their parents, siblings in order',
    screens: [
      'user-manage',
      'user-add',
      'user-edit',
      'user-check',
      'tool-manage',
      'tool-edit',
      'role-users',
      'system-team',
    ],
    /** `open`: counts only people who may sign in, as an audience does. */
    query: z.strictObject({ open: yes }),
    reply: z.object({ items: z.array(Org) }),
  },
  'POST /audiences/count': {
    summary: 'How many people an audience covers: those who may sign in, and those whose account is not active',
    screens: [
      ...new Set([exam, tool, image, theoryQuestion, exercise, flagChallenge, paper, topology].flatMap((r) => r.write)),
    ],
    body: Audience,
    reply: z.object({
      open: z.number().int(),
      closed: z.number().int(),
      /** Those who may sign in, by each role and team that was named. */
      each: z.record(z.string(), z.number().int()),
    }),
    safe: true,
    rate: 'read',
  },
  'POST /orgs': {
    summary: 'Create an organisation as the last of its siblings; at the top without a parent',
    screens: ['user-manage'],
    body: z.strictObject({ name: OrgName, parent_id: Id.nullable() }),
    reply: Org,
    problems: ['name_taken', 'too_deep'],
    audit: 'org.create',
  },
  'PUT /orgs/:id': {
    summary: 'Rename an organisation',
    screens: ['user-manage'],
    body: z.strictObject({ name: OrgName, version }),
    reply: Org,
    problems: ['name_taken', 'stale_version', 'version_required'],
    audit: 'org.update',
  },
  'POST /orgs/:id/move': {
    summary: 'Move an organisation with its subtree under another one, before one of its children or last',
    screens: ['user-manage'],
    body: z.strictObject({ parent_id: Id.nullable(), before: Id.nullable(), version }),
    reply: Org,
    problems: ['name_taken', 'too_deep', 'org_circle', 'stale_version'],
    audit: 'org.move',
  },
  'DELETE /orgs/:id': {
    summary: 'Remove an organisation that nothing refers to',
    screens: ['user-manage'],
    reply: z.object({ id: Id }),
    problems: ['in_use'],
    audit: 'org.remove',
  },
  'POST /users/:id/reset-code': {
    summary: 'A one-time code with which the user sets a new password within a day',
    screens: ['user-manage'],
    reply: z.object({ code: z.string(), expires_at: Timestamp }),
    problems: ['no_operation_permission', 'protected_entry'],
    told_once: true,
    audit: 'user.reset-code',
  },
  'GET /menu-config': {
    summary: 'The menu arrangement, and who made it',
    screens: ['menu-config'],
    reply: MenuArrangement,
  },
  'PUT /menu-config': {
    summary: 'Arrange the menu: order, names, hidden entries; it never grants anything',
    screens: ['menu-config'],
    body: z.strictObject({ version: z.number().int().min(0), config: MenuBody }),
    reply: MenuArrangement,
    problems: ['stale_version'],
    audit: 'menu.update',
  },
})

const OwnedContent = z.object({
  items: z.array(z.object({ resource: z.string(), rows: z.number().int() })),
  total: z.number().int(),
})

/** What users have beyond a plain resource; `POST /users` takes the place of the plain one. */
export const userRoutes = routes({
  'POST /users': {
    summary: 'Create a user with the given password or a generated one; either must be changed at the first sign-in',
    screens: ['user-manage', 'user-add'],
    body: UserNew.strict(),
    reply: UserMade,
    problems: ['name_taken', 'license_limit'],
    told_once: true,
    audit: 'user.create',
  },
  'GET /users/template': {
    summary: 'An empty list of people to fill in and import, with headings in the given language',
    screens: ['user-manage'],
    query: z.strictObject({
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      language: z.enum(['en-US', 'zh-CN']).default('en-US'),
    }),
    reply: z.unknown(),
    stream: 'download',
  },
  'POST /users/move': {
    summary: 'Move several users to an organisation',
    screens: ['user-manage'],
    body: Ids.extend({ org_id: Id.nullable() }),
    reply: BulkReply,
    audit: 'user.move',
  },
  'POST /users/sign-out': {
    summary: 'End all sessions and consoles of several users; they may sign in again',
    screens: ['user-manage'],
    body: Ids,
    reply: BulkReply.extend({ sessions: z.number().int() }),
    audit: 'user.sign-out',
  },
  'GET /users/:id/content': {
    summary: 'How much content a user owns, by kind, for who may hand it over',
    screens: ['user-manage'],
    reply: OwnedContent,
    problems: ['no_operation_permission'],
  },
  'POST /users/:id/hand-over': {
    summary: 'Hand all content of a user over to another one, before the account is removed',
    screens: ['user-manage'],
    body: z.strictObject({ to: Id }),
    reply: OwnedContent,
    problems: ['no_operation_permission', 'validation'],
    audit: 'user.hand-over',
  },
  'POST /users/extend': {
    summary: 'Set another expiry date for several users, none for unlimited; expired ones become normal again',
    screens: ['user-manage'],
    body: Ids.extend({ expires_on: z.iso.date().nullable() }),
    reply: BulkReply,
    audit: 'user.extend',
  },
  'POST /users/reset-password': {
    summary: 'Give each of several users a generated password, shown once; their sessions end and they must change it',
    screens: ['user-manage'],
    body: z.strictObject({ ids: z.array(Id).min(1).max(20) }),
    reply: BulkReply.extend({
      passwords: z.array(z.object({ id: Id, username: z.string(), name: z.string(), password: z.string() })),
    }),
    told_once: true,
    audit: 'user.reset-password',
  },
})
