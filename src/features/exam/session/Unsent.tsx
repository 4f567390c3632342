/** What the server has not got: said while it is away, and shown where it will not be sent any more. */
import { useDispatch } from 'react-redux'
import { t } from '../../../i18n/index.ts'
import { downloadFile } from '../../../lib/save.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { openItems, type Unsent } from './sitting.logic.ts'
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

const textOf = ({ answer, said }: Unsent): string =>
  answer.type === 'true-false' ? t(answer.truth ? 'bank.true' : 'bank.false') : said.join('\n')

/** Answers that were never received, with what their writer can do about it. */
export function UnsentView({ sitting: { left, phase, sheet, exam } }: { sitting: SittingState }) {
  const dispatch = useDispatch()
  if (!left.length) return null
  const why = phase.at === 'elsewhere' ? 'taken' : phase.at === 'open' ? 'open' : 'over'
  const back = (u: Unsent) =>
    phase.at === 'open' &&
    u.attempt === sheet?.id &&
    sheet.sections.some((s) => s.items.some((i) => i.id === u.item && i.question))
  const text = left.map((u) => `${t('exam.unsent_item', { n: u.n })} ${u.title}\n${textOf(u)}\n`).join('\n')
  return (
    <Panel
      className="exam-unsent"
      title={t('exam.unsent_title')}
      description={t(`exam.unsent_${why}`)}
      actions={
        <>
          <Button
            size="small"
            icon="download"
            onClick={() => downloadFile(new Blob([text], { type: 'text/plain' }), `${sheet?.exam ?? exam}.txt`)}
          >
            {t('exam.unsent_save')}
          </Button>
          {phase.at !== 'elsewhere' && (
            <Button size="small" icon="check" onClick={() => dispatch(sittingActions.dismissed())}>
              {t('exam.unsent_read')}
            </Button>
          )}
        </>
      }
    >
      <ul>
        {left.map((u) => (
          <li key={`${u.attempt} ${u.item}`}>
            <strong>
              {t('exam.unsent_item', { n: u.n })} <span className="mg-dim">{u.title}</span>
            </strong>
            <p>{textOf(u)}</p>
            {back(u) && (
              <Button size="small" onClick={() => dispatch(sittingActions.putBack(u))}>
                {t('exam.unsent_back')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
