import type { AuditEntry } from '../../../contract/system/audit.schema.ts'
import { t, tOr } from '../../../i18n/index.ts'
import { Nothing } from '../../../kit/resource/Value.tsx'
import { auditChangesOf, isRedacted, changedValueText } from './audit.logic.ts'
import { Table } from '../../../ui/data/Table.tsx'

/** Before and after, field by field; one column for what is new or gone. */
export function AuditChangeTable({ entry }: { entry: AuditEntry }) {
  const changes = auditChangesOf(entry)
  if (!changes.length) return null
  const sides = (['before', 'after'] as const).filter((side) => entry[side])
  const both = sides.length > 1
  return (
    <section className="log-part">
      <h3>{t(both ? 'audit.changes' : sides[0] === 'after' ? 'audit.created' : 'audit.removed')}</h3>
      <Table
        even
        name={t('audit.field')}
        className="log-changes"
        rows={changes}
        keyOf={(c) => c.field}
        columns={[
          {
            head: t('audit.field'),
            names: true,
            cell: (c) => tOr([`${entry.entity}.field.${c.field}`, `kit.field.${c.field}`], c.field),
          },
          ...sides.map((side) => ({
            head: t(both ? `audit.${side}` : 'audit.value'),
            ...(both && { className: `log-${side}` }),
            cell: (c: (typeof changes)[number]) => (
              <Shown value={c[side]} names={entry.names} place={`${entry.entity}.${c.field}`} />
            ),
          })),
        ]}
      />
    </section>
  )
}

/** @param place dictionary of the field's options */
function Shown({ value, names, place }: { value: unknown; names: AuditEntry['names']; place: string }) {
  if (isRedacted(value)) return <span className="mg-faint">{t('audit.hidden')}</span>
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
  const text = changedValueText(value)
  if (text === undefined) return <Nothing />
  return <span className="log-value">{names[text] ?? tOr([`${place}.${text}`], text)}</span>
}
