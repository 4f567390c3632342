import { format, t } from '../../i18n/index.ts'
import { useRead } from '../data/api.ts'
import { useChoices } from '../resource/calls.ts'
import { referencedResource } from '../resource/lines.ts'
import type { AnyResource } from '../resource/words.ts'
import { namesQuery } from './pick.logic.ts'

/** What the rows that a reference names are called. */
export function PickedNames({ to, ids }: { to: string; ids: readonly string[] }) {
  const line = referencedResource(to)
  return line ? <RowNames line={line} ids={ids} /> : <OrgNames ids={ids} />
}

function RowNames({ line, ids }: { line: AnyResource; ids: readonly string[] }) {
  const { data } = useChoices(line, namesQuery(ids))
  return <Names ids={ids} names={data && new Map(data.items.map((c) => [c.id, c.label]))} />
}

function OrgNames({ ids }: { ids: readonly string[] }) {
  const { data } = useRead('GET /orgs/tree', undefined)
  return <Names ids={ids} names={data && new Map(data.items.map((o) => [o.id, o.name]))} />
}

/** Dots while the names are asked for; an id whose row is gone says so. */
function Names({ ids, names }: { ids: readonly string[]; names: ReadonlyMap<string, string> | undefined }) {
  return <span>{format.list(ids.map((id) => (names ? (names.get(id) ?? `${id} (${t('kit.pick.gone')})`) : '…')))}</span>
}
