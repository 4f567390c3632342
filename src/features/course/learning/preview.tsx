/** Whoever may change a course looks at what is being written as its learners will; the address says so, and nothing is kept. */
import { Link, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'

export function usePreview() {
  const on = useSearchParams()[0].get('preview') === 'true'
  /** Of addresses. */
  const kept: Record<string, string> = on ? { preview: 'true' } : {}
  return {
    on,
    query: on ? { preview: true } : {},
    kept,
  }
}

export function PreviewNote({ course }: { course: string }) {
  const { visible } = useAccess()
  return (
    <p className="learn-preview" role="status">
      {t('learn.preview_text')}{' '}
      {visible.has('lesson-manage') && (
        <Link to={href('lesson-manage', { course_id: course })}>{t('learn.preview_back')}</Link>
      )}
    </p>
  )
}
