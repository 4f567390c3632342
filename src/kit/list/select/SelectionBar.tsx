import { counterOf } from '../../resource/counter.ts'
import '../list.css'
import '../search/bar.css'
import { t } from '../../../i18n/index.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Menu } from '../../../ui/input/Menu.tsx'
import { forMany } from '../../action/action.ts'
import { ExportMenu } from '../ExportMenu.tsx'
import { most, offerAll, outOfSight } from './selection.logic.ts'
import type { ListModel } from '../useList.ts'

/** Buttons that stand in one line at 1366 pixels in either language; what is beyond them is in a menu. */
const side = { most: 6, beside: 5 } as const

/** What can be done with the chosen rows together. */
export function SelectionBar({ list }: { list: ListModel }) {
  const { chosen, doing, data } = list
  const rows = [...chosen.rows.values()]
  if (rows.length === 0) return null
  const unit = counterOf(list.ui.of.name)
  const total = data?.total ?? 0
  const actions = forMany(list.ui.actions ?? [], rows)
  const first = actions.length > side.most ? actions.slice(0, side.beside) : actions
  const more = actions.slice(first.length)
  const hidden = data ? outOfSight(chosen.rows, data.items) : 0
  const offer = offerAll(chosen.rows, data?.items ?? [], total)
  return (
    <section className="kit-chosen" aria-label={t('kit.list.selected', { n: rows.length, unit })}>
      <strong className="mg-num" role="status">
        {t('kit.list.selected', { n: rows.length, unit })}
      </strong>
      {hidden > 0 && <span className="mg-dim">{t('kit.list.selected_hidden', { n: hidden, unit })}</span>}
      {actions.length === 0 && !list.exports && <span className="mg-dim">{t('kit.list.select_nothing')}</span>}
      {first.map((a) => (
        <Button key={a.id} size="small" icon={a.icon} busy={doing.busy === a.id} onClick={() => doing.start(a, rows)}>
          {t(a.label)}
        </Button>
      ))}
      {more.length > 0 && (
        <Menu
          label={t('kit.list.more_actions')}
          triggerClass={linkClass('plain', 'small')}
          trigger={
            <>
              <Icon name="more" />
              <span className="mg-btn-text">{t('kit.list.more_actions')}</span>
            </>
          }
          items={more.map((a) => ({
            id: a.id,
            label: t(a.label),
            icon: a.icon,
            ...(a.danger ? { danger: true } : {}),
            disabled: doing.busy === a.id,
            onSelect: () => doing.start(a, rows),
          }))}
        />
      )}
      {list.exports && <ExportMenu {...list.exports} size="small" query={{ ids: rows.map((r) => r.id) }} />}
      {offer === 'offer' && (
        <Button size="small" tone="quiet" busy={chosen.asking} onClick={chosen.all}>
          {t('kit.list.select_all', { total })}
        </Button>
      )}
      {offer === 'too-many' && <span className="mg-dim">{t('kit.list.select_too_many', { total, most })}</span>}
      {offer === 'none' && rows.length >= most && (
        <span className="mg-dim">{t('kit.list.select_full', { most, unit })}</span>
      )}
      <span className="kit-space" />
      <Button size="small" tone="quiet" onClick={chosen.clear}>
        {t('kit.list.select_none')}
      </Button>
    </section>
  )
}
