/** How this platform has arranged its menu: one setting, versioned, read from memory with every fetch of rights. */
import { type EntryKey, type MenuConfig, usualMenu } from '#src/contract/menu.ts'
import { type FolderName, folders, type ScreenName, screens } from '#src/contract/screens/index.ts'
import type { Queryable } from '#mock/db/db.ts'
import { publish } from '#mock/live/publish.ts'
import { area, Fail, type SettingsStore } from '#mock/http/request/handler.ts'
import { keysOf } from '#src/contract/lib/typed.ts'

const setting = 'menu.config'
const turn = 727071
const known: ReadonlySet<string> = new Set<EntryKey>([
  ...keysOf(folders).map((f) => `folder.${f}` as const),
  ...screens.filter((s) => s.auth && !s.hidden).map((s) => `screen.${s.name}` as const),
])

/** The arrangement without what an earlier version of the product had and this one has not. */
function present(kept: MenuConfig): MenuConfig {
  const ofFolders = (list: FolderName[] = []) => list.filter((f) => known.has(`folder.${f}`))
  const { learner, admin } = kept.folders
  return {
    folders: { ...(learner ? { learner: ofFolders(learner) } : {}), ...(admin ? { admin: ofFolders(admin) } : {}) },
    screens: Object.fromEntries(
      Object.entries(kept.screens)
        .filter(([f]) => known.has(`folder.${f}`))
        .map(([f, list]: [string, ScreenName[]]) => [f, list.filter((s) => known.has(`screen.${s}`))]),
    ),
    hidden: kept.hidden.filter((k) => known.has(k)),
    titles: Object.fromEntries(Object.entries(kept.titles).filter(([k]) => known.has(k))),
  }
}

export const menuConfig = async (s: SettingsStore): Promise<MenuConfig> => present(await s.get(setting, usualMenu))

interface Kept {
  config: MenuConfig
  /** 0 while nobody has arranged anything. */
  version: number
  updated_at: string | null
  updated_by: string
}

async function keptNow(q: Queryable): Promise<Kept> {
  const { rows } = await q.query<{ value: MenuConfig; version: number; updated_at: string; name: string | null }>(
    `select s.value, s.version, s.updated_at, u.data->>'name' as name from setting s
     left join r_user u on u.id = s.updated_by where s.name = $1`,
    [setting],
  )
  const [row] = rows
  if (!row) return { config: usualMenu, version: 0, updated_at: null, updated_by: '' }
  return { config: present(row.value), version: row.version, updated_at: row.updated_at, updated_by: row.name ?? '' }
}

export const menuHandlers = area({
  'GET /menu-config': async ({ q }) => keptNow(q),
  'PUT /menu-config': async ({ q, body, who, platform, audit }) => {
    await q.query('select pg_advisory_xact_lock($1)', [turn])
    const before = await keptNow(q)
    audit({ entity: 'menu', id: 'menu', before: before.config, after: body.config })
    if (before.version !== body.version) throw new Fail('stale_version', { current: before })
    await platform.settings.put(q, setting, body.config, who.id)
    // it comes with the rights
    await publish(q, 'rights', 'all')
    return keptNow(q)
  },
})
