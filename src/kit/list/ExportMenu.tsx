import { limits } from '../../contract/limits.ts'
import type { ListQuery } from '../../contract/lib/resource.ts'
import { format, t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import type { AnyResource } from '../resource/words.ts'
import { useExport } from './useExport.ts'

/** Exports the filtered list; while a file is on its way its progress stands in the button's place. */
export function ExportMenu({ resource, query }: { resource: AnyResource; query: ListQuery }) {
  const { run, start, stop } = useExport(resource)
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
      label={t('kit.export')}
      head={<span className="mg-hint">{t('kit.export.note', { rows: format.number(limits.exportRows) })}</span>}
      triggerClass="mg-btn mg-btn-plain mg-btn-default"
      trigger={
        <>
          <Icon name="export" />
          <span className="mg-btn-text">{t('kit.export')}</span>
        </>
      }
      items={(['csv', 'xlsx'] as const).map((f) => ({
        id: f,
        label: t(`kit.export.${f}`),
        onSelect: () => start(query, f),
      }))}
    />
  )
}
