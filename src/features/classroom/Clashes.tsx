/** What is in the way of class hours: said, and left to the teacher. */
import type { Clashes } from '../../contract/classroom/timetable.schema.ts'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { beyondText, clashText } from './words.ts'

export function ClashList({ of }: { of: Clashes }) {
  if (of.total === 0) return null
  return (
    <div className="class-clashes" role="alert">
      <p className="class-clashes-head">
        <Icon name="warn" /> {t('classroom.clashes', { n: of.total })}
      </p>
      <ul>
        {of.items.map((c, n) => (
          <li key={`${c.starts_at} ${c.other_starts_at} ${n}`}>{clashText(c)}</li>
        ))}
        {of.over.map((o) => (
          <li key={`over ${o.starts_at}`}>{beyondText(o)}</li>
        ))}
      </ul>
      {of.total > of.items.length + of.over.length && (
        <p className="mg-faint">{t('classroom.clashes_more', { n: of.total - of.items.length - of.over.length })}</p>
      )}
    </div>
  )
}
