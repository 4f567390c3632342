import type { z } from 'zod'
import type { ImportFile } from '../../contract/import/import.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { readingProblem } from './words.ts'

/** Files of the package with what each was read as. */
export function FileList({ files }: { files: readonly z.output<typeof ImportFile>[] }) {
  return (
    <Panel title={t('import.files')} flush className="import-files">
      <table className="import-table">
        <thead>
          <tr>
            <th scope="col">{t('import.file')}</th>
            <th scope="col">{t('import.format')}</th>
            <th scope="col" className="number">
              {t('import.rows')}
            </th>
            <th scope="col" className="number">
              {t('import.size')}
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((f) => (
            <tr key={f.name}>
              <td className="mg-mono">{f.name}</td>
              <td>
                {f.problem ? (
                  <>
                    <StatusTag word="refused" tone="bad" label={t('import.verdict.refused')} />{' '}
                    {readingProblem(f.problem, f.details)}
                  </>
                ) : (
                  (f.format ?? <span className="mg-faint">{t('import.unknown-format')}</span>)
                )}
              </td>
              <td className="number mg-num">{format.number(f.rows)}</td>
              <td className="number mg-num">{format.size(f.size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
