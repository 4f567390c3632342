/** Who sees what is new by an import: chosen for its plan, or afterwards for what it made. */
import type { Audience } from '#src/contract/lib/crud.ts'
import { addAudience, forgetAudiences } from '#mock/crud/audience.ts'
import type { Hand } from '#mock/crud/documents.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ImportedName, Importable } from './importable/importable.ts'
import { importables } from './importables.ts'
import { resourceSpecOf } from './may.ts'
import type { PackageRow } from './package.ts'

const withAudience = ({ resources }: Pick<PackageRow, 'resources'>): Importable[] =>
  importables.filter(({ resource }) => {
    const { audience } = resourceSpecOf(resource)
    return audience && resources.some((r) => r.resource === resource && r.counts.new > 0)
  })

/** Resources whose new rows are seen by an audience. */
export const shownTo = (p: Pick<PackageRow, 'resources'>): ImportedName[] => withAudience(p).map((i) => i.resource)

/** As it was chosen, or as it is where nobody chose; undefined where nothing new has an audience. */
export function audienceOf(p: Pick<PackageRow, 'resources' | 'audience'>): Audience | undefined {
  const [by] = withAudience(p)
  return by && (p.audience ?? usual(by))
}
export const usual = ({ open = false }: Pick<Importable, 'open'>): Audience => ({
  all: open,
  orgs: [],
  roles: [],
  teams: [],
  users: [],
})

/** Gives it to what the import made and has not taken back. A row that nobody changed since then can still be taken back. */
export async function giveAudience(q: Queryable, p: PackageRow, chosen: Audience, { at, by }: Hand): Promise<number> {
  let n = 0
  for (const { resource } of withAudience(p)) {
    const { rows } = await q.query<{ id: string; n: number; version: number }>(
      `update ${tableOf(resource)} t set open = $3, version = t.version + 1, updated_at = $4::timestamptz, updated_by = $5
       from import_row i where i.package_id = $1 and i.resource = $2 and i.verdict = 'new' and i.choice = 'take'
         and i.undone is distinct from 'done' and t.id = i.target_id
       returning t.id, i.n, t.version`,
      [p.id, resource, chosen.all, at.toISOString(), by],
    )
    await q.query(
      `update import_row i set applied_version = w.version from unnest($2::integer[], $3::integer[]) w(n, version)
       where i.package_id = $1 and i.n = w.n and coalesce(i.applied_version, 1) = w.version - 1`,
      [p.id, rows.map((r) => r.n), rows.map((r) => r.version)],
    )
    const ids = rows.map((r) => r.id)
    await forgetAudiences(q, resource, ids)
    await addAudience(q, resource, ids, chosen)
    n += rows.length
  }
  return n
}
