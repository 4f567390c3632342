/** Sets to practise beside a course. */
import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

export function PracticeBeside({ course }: { course: string }) {
  const { visible } = useAccess()
  const { data } = useRead('GET /learning/courses/:id/practice', { params: { id: course } })
  if (!data?.items.length) return null
  return (
    <Panel title={t('homework.practise')} description={t('homework.practise_text')}>
      <ul className="learn-practise">
        {data.items.map((s) => (
          <li key={s.id}>
            {visible.has('rationale-list') ? (
              <Link to={href('rationale-list', { id: s.id })}>{s.name}</Link>
            ) : (
              <span>{s.name}</span>
            )}
            <ProgressBar
              value={s.questions ? s.solved / s.questions : 0}
              label={t('homework.solved_of', { name: s.name })}
              says={t('homework.n_of', { n: s.solved, all: s.questions })}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
