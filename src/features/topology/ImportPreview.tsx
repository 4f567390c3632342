import { check } from '../../contract/topology/check.ts'
import { outlineOf } from '../../contract/topology/outline.ts'
import { format, t } from '../../i18n/index.ts'
import { useMemo } from 'react'
import type { AppProblem } from '../../lib/problem.ts'
import { Thumbnail } from '../../parts/topology-view/Thumbnail.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import type { FileRead } from './ImportDialog.tsx'
import { grouped } from './import.logic.ts'
import { ReportGroup } from './ReportGroup.tsx'

interface ImportPreviewProps {
  read: FileRead
  name: string
  onName: (name: string) => void
  partly: boolean
  /** Left out when nothing was left out. */
  onPartly: ((partly: boolean) => void) | undefined
  problem: AppProblem | undefined
}

/** What a file would become: its drawing, its figures, and everything that is not as it was. */
export function ImportPreview({ read, name, onName, partly, onPartly, problem }: ImportPreviewProps) {
  const { document, report } = read
  const outline = useMemo(() => outlineOf(document), [document])
  const errors = useMemo(() => check(document).filter((f) => f.level === 'error').length, [document])
  const groups = useMemo(() => grouped(report.lines), [report])
  const taken = (['nodes', 'links', 'networks', 'drawings', 'files'] as const).filter((k) => report.taken[k] > 0)
  return (
    <div className="topology-preview">
      <div>
        <Thumbnail outline={outline} />
        <p className="topology-facts">
          <StatusTag word={report.format} tone="info" label={t(`topology.format.${report.format}`)} />
          {taken.map((k) => (
            <span key={k} className="mg-num">
              {t(`topology.taken.${k}`, { n: format.number(report.taken[k]), count: report.taken[k] })}
            </span>
          ))}
        </p>
        {errors > 0 && <p className="mg-hint">{t('topology.import_errors', { count: errors })}</p>}
        <TextField label={t('topology.field.name')} value={name} onChange={onName} required maxLength={120} />
        {problem && <ProblemView compact problem={problem} />}
      </div>
      <section aria-label={t('topology.report')} className="topology-report">
        <h3>{t('topology.report')}</h3>
        {groups.length === 0 && <p className="mg-hint">{t('topology.report_clean')}</p>}
        {groups.map((g) => (
          <ReportGroup key={`${g.kind} ${g.code}`} group={g} />
        ))}
        {report.more > 0 && <p className="mg-hint">{t('topology.report_more', { count: report.more })}</p>}
        {onPartly && (
          <label className="topology-partly">
            <input type="checkbox" checked={partly} onChange={(e) => onPartly(e.target.checked)} />
            {t('topology.import_partly')}
          </label>
        )}
      </section>
    </div>
  )
}
