/** Who finds a course in the catalogue, and from when until when. */
import { useId } from 'react'
import type { Audience } from '../../contract/lib/crud.ts'
import { t } from '../../i18n/index.ts'
import { sameAudience } from '../../kit/audience/audience.logic.ts'
import { AudienceChoice } from '../../kit/audience/AudienceChoice.tsx'
import type { RowSetting } from '../../kit/setting/RowSetting.tsx'
import { DateInput } from '../../ui/input/dates/DateInput.tsx'

export interface CourseFinders extends Audience {
  from: string | null
  to: string | null
}

export const visibilitySetting: RowSetting<CourseFinders & { version: number }, CourseFinders> = {
  at: 'visibility',
  title: 'course.visibility_title',
  saved: 'course.visibility_saved',
  stale: 'kit.audience.stale',
  part: ({ all, orgs, roles, teams, users, from, to }) => ({ all, orgs, roles, teams, users, from, to }),
  same: (a, b) => sameAudience(a, b) && a.from === b.from && a.to === b.to,
  Fields: ({ name, draft, set }) => (
    <>
      <p className="mg-hint">{t('course.visibility_note')}</p>
      <AudienceChoice label={t('course.visibility_title', { name })} chosen={draft} onChange={set} />
      <Times draft={draft} set={set} />
    </>
  ),
}

function Times({ draft, set }: { draft: CourseFinders; set: (part: Partial<CourseFinders>) => void }) {
  const id = useId()
  return (
    <div className="course-times">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-${end}`}>
            {t(`course.visible_${end}`)}
          </label>
          <DateInput id={`${id}-${end}`} time value={draft[end] ?? ''} onChange={(at) => set({ [end]: at || null })} />
        </div>
      ))}
      <p className="mg-hint">{t('course.visible_hint')}</p>
    </div>
  )
}
