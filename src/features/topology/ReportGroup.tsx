import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import type { FileRead } from './ImportDialog.tsx'
import { type ReportLineGroup, messageValues } from './import.logic.ts'

type Line = FileRead['report']['lines'][number]
/** Lines shown of one kind; the sentence counts the others. */
const most = 40

function sentence(line: Line): string {
  const values = messageValues(line.params)
  return line.kind === 'changed' ? t(`topology.changed.${line.code}`, values) : t(`topology.left.${line.code}`, values)
}

/** All lines of one kind below a line that counts them. */
export function ReportGroup({ group }: { group: ReportLineGroup<Line> }) {
  const [first] = group.lines
  if (!first) return null
  const tag = (
    <StatusTag
      word={group.kind}
      tone={group.kind === 'left_out' ? 'warn' : 'idle'}
      label={t(group.kind === 'left_out' ? 'topology.left_out' : 'topology.changed')}
    />
  )
  const place = (line: Line) => line.place && <code className="topology-place">{line.place}</code>
  if (group.lines.length === 1)
    return (
      <p className="topology-line">
        {tag} <span>{sentence(first)}</span> {place(first)}
      </p>
    )
  return (
    <details className="topology-group">
      <summary>
        {tag} <span>{sentence(first)}</span>{' '}
        <span className="mg-faint mg-num">{t('topology.report_and', { count: group.lines.length - 1 })}</span>
      </summary>
      <ul>
        {group.lines.slice(0, most).map((line) => (
          <li key={`${line.place} ${sentence(line)}`}>
            {sentence(line) === sentence(first) && line.place ? '' : sentence(line)} {place(line)}
          </li>
        ))}
        {group.lines.length > most && (
          <li className="mg-faint">{t('topology.report_more', { count: group.lines.length - most })}</li>
        )}
      </ul>
    </details>
  )
}
