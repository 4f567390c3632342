import type { ComponentProps } from 'react'
import { importTables, type TableKind } from '../../contract/import/template.ts'
import { t, useLocale } from '../../i18n/index.ts'
import { downloadFile } from '../../lib/save.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Menu } from '../../ui/input/Menu.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useAsk } from '../resource/calls.ts'

/** A table to begin with, in the reader's language: it shows every column, and what may stand there. */
export function Sample({ of }: { of: TableKind }) {
  const ask = useAsk()
  const language = useLocale()
  const label = t('import.sample')
  const take = async (format: 'csv' | 'xlsx') => {
    try {
      downloadFile(
        await ask<Blob>(importTables[of].route, { query: { format, language } }, { blob: true }),
        `${of}.${format}`,
      )
    } catch (e) {
      toast.problem(e)
    }
  }
  const items: ComponentProps<typeof Menu>['items'] = (['xlsx', 'csv'] as const).map((format) => ({
    id: format,
    label: t(`kit.export.${format}`),
    onSelect: () => void take(format),
  }))
  return (
    <Menu
      label={label}
      triggerClass="mg-btn mg-btn-plain mg-btn-default"
      trigger={
        <>
          <Icon name="download" />
          <span className="mg-btn-text">{label}</span>
        </>
      }
      items={items}
    />
  )
}
