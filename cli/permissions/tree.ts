/** A permission tree as data: what a build's manifest holds, what a server says of its roles, what `validate` reads. */
import { z } from 'zod'
import { api } from '#src/contract/api.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { limits } from '#src/contract/limits.ts'
import { folders, screens } from '#src/contract/screens/index.ts'

export const Tree = z.object({
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
    }),
  ),
  folders: z.array(z.object({ name: z.string(), layout: z.enum(['learner', 'admin']) })),
  /** Start screen of each layout. */
  homes: z.object({ learner: z.string(), admin: z.string() }),
  /** Screens each call serves; `public` and `signed-in` calls name those they are for. */
  routes: z.array(
    z.object({ key: z.string(), audience: z.enum(['public', 'signed-in', 'screens']), screens: z.array(z.string()) }),
  ),
  roles: z.array(z.object({ name: z.string(), permissions: z.union([z.literal('all'), z.array(z.string())]) })),
  limit: z.number().int(),
})
export type Tree = z.output<typeof Tree>

/** The tree of this product's own contract, without roles: those live on a server. */
export function ownTree(): Tree {
  return {
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
    })),
    folders: Object.entries(folders).map(([name, f]) => ({ name, layout: f.layout })),
    homes: { learner: 'personal', admin: 'dashboard' },
    routes: (Object.entries(api) as [string, Route][]).map(([key, r]) => ({
      key,
      audience: typeof r.screens === 'string' ? r.screens : 'screens',
      screens: [...(typeof r.screens === 'string' ? (r.serves ?? []) : r.screens)],
    })),
    roles: [],
    limit: limits.permissionsPerRole,
  }
}
