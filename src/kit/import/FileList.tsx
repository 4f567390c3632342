import type { z } from 'zod'
import type { ImportFile } from '../../contract/import/import.schema.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { type Column, Table } from '../../ui/data/Table.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { readingText } from './words.ts'

type File = z.output<typeof ImportFile>

const columns = (): Column<File>[] => [
  { head: t('import.file'), className: 'mg-mono', cell: (f) => f.name },
  {
    head: t('import.format'),
    cell: (f) =>
      f.problem === 'left_aside' ? (
        <span className="mg-faint">{readingText(f.problem)}</span>
      ) : f.problem ? (
        <>
          <StatusTag word="refused" tone="bad" label={t('import.verdict.refused')} />{' '}
          {readingText(f.problem, f.details)}
        </>
      ) : f.format ? (
        <>
          {tOr([`import.format.${f.format}`], f.format)}
          {f.read_as && (
            <div className="mg-faint">{t('import.read-as', { page: t(`import.text-page.${f.read_as}`) })}</div>
          )}
          {f.examples && <div className="mg-faint">{t('import.examples')}</div>}
        </>
      ) : (
        <span className="mg-faint">{t('import.unknown-format')}</span>
      ),
  },
  { head: t('import.rows'), number: true, cell: (f) => format.number(f.rows) },
  { head: t('import.size'), number: true, cell: (f) => format.size(f.size) },
]

/** Files of the package with what each was read as. */
export function FileList({ files }: { files: readonly File[] }) {
  return (
    <Panel title={t('import.files')} flush className="import-files">
      <Table name={t('import.files')} className="import-table" rows={files} keyOf={(f) => f.name} columns={columns()} />
    </Panel>
  )
}
