/** The contest as a file: its board in two views, the ledger, the feed of standings. */
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import { t, useLocale } from '../../../i18n/index.ts'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'
import { type FileFormat, listFormats, useExport } from '../../../kit/list/useExport.ts'

const formats: readonly FileFormat[] = [
  { format: 'csv', ends: 'csv', label: 'judging.export_true_csv' },
  { format: 'xlsx', ends: 'xlsx', label: 'judging.export_true_xlsx' },
  { format: 'ledger', ends: 'jsonl', label: 'judging.export_ledger' },
  { format: 'ctftime', ends: 'json', label: 'judging.export_ctftime' },
]

export function ExportContest({ of: row }: { of: FlagContest }) {
  const language = useLocale()
  const what = { name: row.name, route: 'GET /flag-contests/:id/file', params: { id: row.id } }
  const { start } = useExport(what)
  return (
    <ExportMenu
      {...what}
      size="small"
      label={t('judging.export')}
      query={{ language, view: 'true' }}
      formats={formats}
      more={listFormats.map((f) => ({
        id: `public-${f.format}`,
        label: t(f.format === 'csv' ? 'judging.export_public_csv' : 'judging.export_public_xlsx'),
        onSelect: () => start({ language, view: 'public' }, f),
      }))}
    />
  )
}
