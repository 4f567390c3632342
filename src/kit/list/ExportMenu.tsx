import './search/bar.css'
import type { ListQuery } from '../../contract/lib/resource.ts'
import { format, t } from '../../i18n/index.ts'
import { type ButtonSize, IconButton, linkClass } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Menu, type MenuItem } from '../../ui/input/Menu.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { type Exported, type FileFormat, listFormats, useExport } from './useExport.ts'

interface ExportMenuProps extends Exported {
  query?: ListQuery
  label?: string
  /** Said above the formats. */
  note?: string
  formats?: readonly FileFormat[]
  size?: ButtonSize
  /** Besides the formats. */
  more?: readonly MenuItem[]
}

/** Downloads a file in the format that is chosen; while it is on its way its progress stands in the button's place. */
export function ExportMenu({
  query = {},
  label = t('kit.export'),
  note,
  formats = listFormats,
  size = 'default',
  more = [],
  ...what
}: ExportMenuProps) {
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
      triggerClass={linkClass('plain', size)}
      trigger={
        <>
          <Icon name="export" />
          <span className="mg-btn-text">{label}</span>
        </>
      }
      items={[...formats.map((f) => ({ id: f.format, label: t(f.label), onSelect: () => start(query, f) })), ...more]}
    />
  )
}
