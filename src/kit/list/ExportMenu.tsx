import './bar.css'
import type { ListQuery } from '../../contract/lib/resource.ts'
import { format, t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { type Exported, useExport } from './useExport.ts'

interface ExportMenuProps extends Exported {
  query?: ListQuery
  label?: string
  /** Said above the formats. */
  note?: string
  /** Besides the formats. */
  more?: readonly MenuItem[]
}

/** Downloads a file in the format that is chosen; while it is on its way its progress stands in the button's place. */
export function ExportMenu({ query = {}, label = t('kit.export'), note, more = [], ...what }: ExportMenuProps) {
  const { run, start, stop } = useExport(what)
  if (run)
    return (
      <div className="kit-export">
        <span className="mg-dim mg-num">
          {run.received ? t('kit.export.received', { size: format.size(run.received) }) : t('kit.export.running')}
        </span>
        <ProgressBar label={t('kit.export.running')} value={run.total ? run.received / run.total : undefined} />
        <IconButton size="small" icon="close" label={t('kit.cancel')} onClick={stop} />
      </div>
    )
  return (
    <Menu
      label={label}
      head={note && <span className="mg-hint">{note}</span>}
      triggerClass="mg-btn mg-btn-plain mg-btn-default"
      trigger={
        <>
          <Icon name="export" />
          <span className="mg-btn-text">{label}</span>
        </>
      }
      items={[
        ...(['csv', 'xlsx'] as const).map((f) => ({
          id: f,
          label: t(`kit.export.${f}`),
          onSelect: () => start(query, f),
        })),
        ...more,
      ]}
    />
  )
}
