/** A permission tree as data: what a server publishes of what it enforces, what a build's manifest holds, what `range permissions validate` reads. */
import { z } from 'zod'
import type { RateClass } from '../lib/route.ts'
import { limits } from '../limits.ts'
import { folders, screens } from '../screens/index.ts'

const rateClasses = [
  'read',
  'write',
  'sign-in',
  'register',
  'upload',
  'report',
  'comment',
  'check',
  'heavy',
] as const satisfies readonly RateClass[]

export const PermissionTree = z.object({
  screens: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      layout: z.enum(['public', 'full', 'learner', 'admin']),
      folder: z.string().nullable(),
      under: z.string().nullable(),
      hidden: z.boolean(),
      public: z.boolean(),
      auth: z.boolean(),
      built: z.boolean(),
      /** Reading can be given without changing. */
      apart: z.boolean(),
      /** For changing only. */
      form: z.boolean(),
    }),
  ),
  /** `module`: the licensed module that opens the folder; null means always open. */
  folders: z.array(z.object({ name: z.string(), layout: z.enum(['learner', 'admin']), module: z.string().nullable() })),
  /** Start screen of each layout. */
  homes: z.object({ learner: z.string(), admin: z.string() }),
  /** Screens each call serves; `public` and `signed-in` calls name those they are for. */
  routes: z.array(
    z.object({
      key: z.string(),
      audience: z.enum(['public', 'signed-in', 'screens']),
      screens: z.array(z.string()),
      /** Changes something. */
      writes: z.boolean(),
      /** Refused to whoever may only read its screens. */
      changes: z.boolean(),
      /** Leaves a row in the audit trail, also when it is refused. */
      audited: z.boolean(),
      /** Works on a session that must change its password first. */
      restricted: z.boolean(),
      /** Works in the read-only days after a licence's term. */
      finishes: z.boolean(),
      rate: z.enum(rateClasses),
    }),
  ),
  roles: z.array(
    z.object({
      /** Of a role that ships; empty for one that was made on the server. */
      key: z.string().default(''),
      name: z.string(),
      admin: z.boolean().default(false),
      permissions: z.union([z.literal('all'), z.array(z.string())]),
    }),
  ),
  limit: z.number().int(),
})
export type PermissionTree = z.output<typeof PermissionTree>

/** The part of the tree that is the same for every server of this version: screens, folders, homes and limits. */
export const screenTree = (): Omit<PermissionTree, 'routes' | 'roles'> => ({
  screens: screens.map((s) => ({
    name: s.name,
    path: s.path,
    layout: s.layout,
    folder: s.folder ?? null,
    under: s.under ?? null,
    hidden: s.hidden,
    public: s.public,
    auth: s.auth,
    built: s.built,
    apart: s.apart,
    form: s.form,
  })),
  folders: Object.entries(folders).map(([name, f]) => ({
    name,
    layout: f.layout,
    module: 'module' in f ? f.module : null,
  })),
  homes: { learner: 'personal', admin: 'dashboard' },
  limit: limits.permissionsPerRole,
})
