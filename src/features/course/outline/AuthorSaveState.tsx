import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { problemText } from '../../../ui/feedback/ProblemView.tsx'
import { savePhaseOf, type ReadyState } from './author.state.ts'

interface SaveStateProps {
  state: ReadyState
  onRetry: () => void
}

/** Whether what is written is on the server, in a word. */
export function AuthorSaveState({ state, onRetry }: SaveStateProps) {
  const phase = savePhaseOf(state)
  if (!state.course.can.includes('update'))
    return (
      <span className="course-save">
        <Icon name="eye" /> {t('course.read_only')}
      </span>
    )
  if (phase.at === 'failed')
    return (
      <span className="course-save course-save-bad" role="alert">
        <Icon name="bad" /> {t('course.save_failed', { why: problemText(phase.problem) })}
        <Button size="small" tone="quiet" onClick={onRetry}>
          {t('problem.retry')}
        </Button>
      </span>
    )
  if (phase.at === 'conflict')
    return (
      <span className="course-save course-save-bad">
        <Icon name="warn" /> {t('course.save_conflict')}
      </span>
    )
  const busy = phase.at !== 'saved'
  return (
    <span className="course-save mg-dim" role="status" data-save={phase.at}>
      {busy ? <span className="mg-btn-busy" aria-hidden="true" /> : <Icon name="check" />}{' '}
      {t(busy ? 'course.saving' : 'course.saved')}
    </span>
  )
}
