/** What the server has not got: said while it is away, and shown where it will not be sent any more. */
import { useDispatch } from 'react-redux'
import { t } from '../../../i18n/index.ts'
import { UnsentAnswers } from '../../../parts/answer-sheet/UnsentAnswers.tsx'
import { openItems } from './sitting.logic.ts'
import { sittingActions } from './sitting.slice.ts'
import type { SittingState } from './sitting.state.ts'

/** Said plainly while the server does not answer. */
export function Away({
  sitting: { saving, phase, changed, saved },
  left,
}: {
  sitting: SittingState
  left: number | undefined
}) {
  const n = openItems(changed, saved).length
  if (saving !== 'away') return <div role="status" className="exam-live" />
  return (
    <div role="status" className="exam-message">
      {phase.at === 'ending' && phase.by === 'time' && left === 0 ? t('exam.away_over') : t('exam.away')}{' '}
      {n > 0 && t('exam.away_n', { n })}
    </div>
  )
}

/** Answers that were never received, with what their writer can do about it. */
export function UnsentView({ sitting: { left, phase, sheet, exam } }: { sitting: SittingState }) {
  const dispatch = useDispatch()
  const why = phase.at === 'elsewhere' ? 'taken' : phase.at === 'open' ? 'open' : 'over'
  return (
    <UnsentAnswers
      of={left}
      why={t(`exam.unsent_${why}`)}
      name={sheet?.exam ?? exam}
      onDismiss={phase.at === 'elsewhere' ? undefined : () => void dispatch(sittingActions.dismissed())}
      mayPutBack={(u) =>
        phase.at === 'open' &&
        u.attempt === sheet?.id &&
        sheet.sections.some((s) => s.items.some((i) => i.id === u.item && i.question))
      }
      onPutBack={(u) => void dispatch(sittingActions.putBack(u))}
    />
  )
}
