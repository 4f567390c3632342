/** Who may take a course, and beside it who finds it in the catalogue: whoever is let in can be shown it in the same step. */
import { course } from '../../contract/course/course.ts'
import { href } from '../../contract/screens/index.ts'
import type { Audience } from '../../contract/lib/crud.ts'
import { Link } from 'react-router-dom'
import { t } from '../../i18n/index.ts'
import { isNobody } from '../../kit/audience/audience.logic.ts'
import { audienceSetting } from '../../kit/audience/AudienceDialog.tsx'
import { type AudienceReply, useRowSetting } from '../../kit/resource/calls.ts'
import type { RowSetting } from '../../kit/setting/RowSetting.tsx'
import { isWithin, together } from './authorise.logic.ts'
import type { CourseFinders } from './visibility.tsx'
import { authoriseWords } from './words.ts'

type Finders = CourseFinders & { version: number }
interface Draft extends Audience {
  /** They are shown it beside those who find it now. */
  show?: Finders | undefined
}
const { Fields: Choice, ...setting } = audienceSetting(undefined, authoriseWords)

export const authoriseSetting: RowSetting<AudienceReply, Draft> = {
  ...setting,
  body: setting.part,
  same: (a, b) => setting.same(a, b) && a.show === b.show,
  async after(write, id, { show, ...chosen }) {
    if (show)
      await write('PUT /courses/:id/visibility', { params: { id }, body: { ...show, ...together(show, chosen) } })
  },
  Fields: (props) => (
    <>
      <Choice {...props} />
      <Found {...props} />
    </>
  ),
}

interface FoundProps {
  id: string
  draft: Draft
  set: (part: Partial<Draft>) => void
}
function Found({ id, draft, set }: FoundProps) {
  const { data: now } = useRowSetting<Finders>(course, id, 'visibility')
  if (!now) return null
  return (
    <div className="course-found">
      <p className="mg-hint">
        {now.all
          ? t('course.found_by.all')
          : isNobody(now)
            ? t('course.found_by.nobody')
            : t('course.found_by.some', {
                orgs: now.orgs.length,
                roles: now.roles.length,
                teams: now.teams.length,
                users: now.users.length,
              })}{' '}
        <Link to={href('course-visibility', { id })}>{t('course.visibility')}</Link>
      </p>
      {!isNobody(draft) && !isWithin(draft, now) && (
        <label className="kit-check">
          <input
            type="checkbox"
            checked={draft.show !== undefined}
            onChange={(e) => set({ show: e.target.checked ? now : undefined })}
          />
          <span>{t('course.show_too')}</span>
        </label>
      )}
    </div>
  )
}
