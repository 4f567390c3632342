import '../../../ui/table.css'
import type { AuditEntry } from '../../../contract/system/audit.schema.ts'
import { t, tOr } from '../../../i18n/index.ts'
import { Nothing } from '../../../kit/resource/Value.tsx'
import { changesOf, isHidden, plainText } from './audit.logic.ts'

/** Before and after, field by field; one column for what is new or gone. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry)
  if (!changes.length) return null
  const sides = (['before', 'after'] as const).filter((side) => entry[side])
  const both = sides.length > 1
  return (
    <section className="log-part">
      <h3>{t(both ? 'audit.changes' : sides[0] === 'after' ? 'audit.created' : 'audit.removed')}</h3>
      <table className="mg-table mg-table-even log-changes">
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            {sides.map((side) => (
              <th key={side} scope="col">
                {t(both ? `audit.${side}` : 'audit.value')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((c) => (
            <tr key={c.field}>
              <th scope="row">{tOr([`${entry.entity}.field.${c.field}`, `kit.field.${c.field}`], c.field)}</th>
              {sides.map((side) => (
                <td key={side} className={both ? `log-${side}` : undefined}>
                  <Shown value={c[side]} names={entry.names} place={`${entry.entity}.${c.field}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** @param place dictionary of the field's options */
function Shown({ value, names, place }: { value: unknown; names: AuditEntry['names']; place: string }) {
  if (isHidden(value)) return <span className="mg-faint">{t('audit.hidden')}</span>
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
  const text = plainText(value)
  if (text === undefined) return <Nothing />
  return <span className="log-value">{names[text] ?? tOr([`${place}.${text}`], text)}</span>
}
