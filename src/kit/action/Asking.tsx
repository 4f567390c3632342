/** Asks before an action is done. Before a removal it asks the server what stands against it, so that nobody is promised what will be refused. */
import { counterOf } from '../resource/counter.ts'
import type { RowBase } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { useRemovable } from '../resource/calls.ts'
import { type AnyResource, nameOf } from '../resource/words.ts'
import type { Action } from './action.ts'
import { summarise } from './bulk.logic.ts'
import { Reasons } from './Reasons.tsx'

type Asked<X> = Extract<Action<X>, { call: unknown }>
const namesShown = 8

interface AskingProps<X> {
  resource: AnyResource
  action: Asked<X> & { confirm: NonNullable<Asked<X>['confirm']> }
  rows: readonly X[]
  /** Those of the chosen that do not allow it. */
  left: readonly X[]
  onConfirm: (rows: readonly X[]) => Promise<void>
  onClose: () => void
}

export function ActionConfirmDialog<X extends RowBase>({
  resource,
  action,
  rows,
  left,
  onConfirm,
  onClose,
}: AskingProps<X>) {
  const { confirm } = action
  const unit = counterOf(resource.name)
  const removes = action.removes === true && resource.verbs.includes('remove')
  const verdict = useRemovable(resource, removes ? rows.map((row) => row.id) : [])
  const held = new Set(verdict?.failed.map((f) => f.id))
  const free = rows.filter((row) => !held.has(row.id))
  const names = new Map(rows.map((row) => [row.id, nameOf(resource, row)]))
  const against = verdict && held.size > 0 && summarise(verdict, names)
  return (
    <Confirm
      open
      title={confirm.title(against && free.length ? free : rows)}
      confirm={t(confirm.button ?? action.label)}
      danger={action.danger ?? false}
      ready={free.length > 0}
      onConfirm={() => onConfirm(free)}
      onClose={onClose}
    >
      <Names names={free.map((row) => nameOf(resource, row))} unit={unit} />
      {free.length > 0 && confirm.text && <p>{confirm.text(free)}</p>}
      {left.length > 0 && (
        <div className="mg-dim">
          <p>{t('kit.action.left_out', { n: left.length, unit })}</p>
          <Names all names={left.map((row) => nameOf(resource, row))} unit={unit} />
        </div>
      )}
      {against && (
        <div role="status">
          {rows.length > 1 && <strong>{t('kit.action.held_back', { n: held.size, unit })}</strong>}
          <Reasons reasons={against.reasons} named={rows.length > 1} />
        </div>
      )}
    </Confirm>
  )
}

/** What several rows are called; one row is named by the title already. */
function Names({ names, unit, all = false }: { names: readonly string[]; unit: string; all?: boolean }) {
  if (names.length < (all ? 1 : 2)) return null
  const more = names.length - namesShown
  return (
    <ul className="kit-names">
      {names.slice(0, namesShown).map((name, i) => (
        <li key={`${i} ${name}`} className="mg-ellipsis">
          {name}
        </li>
      ))}
      {more > 0 && <li className="mg-dim">{t('kit.action.and_more', { n: more, unit })}</li>}
    </ul>
  )
}
