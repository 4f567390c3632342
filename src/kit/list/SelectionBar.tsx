import type { RowBase } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { type Action, forMany } from '../action/action.ts'
import { most, offerAll, type Selection } from './selection.logic.ts'

interface SelectionBarProps {
  selection: Selection
  rows: readonly RowBase[]
  total: number
  actions: readonly Action<RowBase>[]
  busy: string | undefined
  /** All that match are being asked for. */
  asking: boolean
  onAll(): void
  onClear(): void
  onStart(action: Action<RowBase>, rows: readonly RowBase[]): void
}

/** What can be done with the chosen rows together. */
export function SelectionBar({
  selection,
  rows,
  total,
  actions,
  busy,
  asking,
  onAll,
  onClear,
  onStart,
}: SelectionBarProps) {
  if (selection.size === 0) return null
  const chosen = [...selection.values()]
  const offer = offerAll(selection, rows, total)
  return (
    <div className="kit-chosen" role="region" aria-label={t('kit.list.selected', { n: chosen.length })}>
      <strong className="mg-num" role="status">
        {t('kit.list.selected', { n: chosen.length })}
      </strong>
      {forMany(actions, chosen).map((a) => (
        <Button key={a.id} size="small" icon={a.icon} busy={busy === a.id} onClick={() => onStart(a, chosen)}>
          {t(a.label)}
        </Button>
      ))}
      {offer === 'offer' && (
        <Button size="small" tone="quiet" busy={asking} onClick={onAll}>
          {t('kit.list.select_all', { total })}
        </Button>
      )}
      {offer === 'too-many' && <span className="mg-dim">{t('kit.list.select_too_many', { total, most })}</span>}
      {offer === 'none' && selection.size >= most && (
        <span className="mg-dim">{t('kit.list.select_full', { most })}</span>
      )}
      <span className="kit-space" />
      <Button size="small" tone="quiet" onClick={onClear}>
        {t('kit.list.select_none')}
      </Button>
    </div>
  )
}
