import { useDispatch } from 'react-redux'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { problemText } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { NodeActs } from '../card/NodeList.tsx'
import { type ConsoleState, consolesActions } from './consoles.slice.ts'
import { useNode } from './useNode.ts'

/** What lies over the screen while there is no line. The last picture of a terminal stays readable behind it. */
export function PhaseCover({ state: { phase, wanted } }: { state: Pick<ConsoleState, 'phase' | 'wanted'> }) {
  const dispatch = useDispatch()
  const { node, opens } = useNode(wanted)
  if (phase.at === 'open') return null
  const reopen = () => dispatch(consolesActions.opened(wanted))
  if (phase.at === 'ended')
    return (
      <div className="mg-pane-cover">
        <Empty
          compact
          title={t('console.ended')}
          action={
            opens ? (
              <Button icon="refresh" onClick={reopen}>
                {t('console.again')}
              </Button>
            ) : (
              node && <NodeActs of={node} scene={wanted.scene} consoleOf={undefined} />
            )
          }
        >
          {!opens
            ? t('console.not_now')
            : phase.problem
              ? problemText(phase.problem)
              : phase.end
                ? t(`console.end.${phase.end}`)
                : null}
        </Empty>
      </div>
    )
  if (phase.at === 'returning' || phase.again > 0)
    return (
      <div className="mg-pane-strip" role="status">
        <span>{t('console.returning')}</span>
        <Button size="small" onClick={() => dispatch(consolesActions.again(wanted.key))}>
          {t('console.now')}
        </Button>
      </div>
    )
  return (
    <div className="mg-pane-cover">
      <div className="mg-pane-wait">
        <p>{t(phase.at === 'asking' ? 'console.asking' : 'console.joining')}</p>
        <ProgressBar label={t(phase.at === 'asking' ? 'console.asking' : 'console.joining')} />
      </div>
    </div>
  )
}
