/** A teacher asks for the keys of a console, or has them: said where it is, and ended with one click. */
import { t } from '../../../i18n/index.ts'
import { useCall } from '../../../kit/data/call.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { useScene } from '../life/use.ts'
import type { ConsoleState } from './consoles.slice.ts'

const useTakeover = (state: ConsoleState | undefined) => {
  const { scene } = useScene(state?.wanted.scene ?? '')
  const { node, kind } = state?.wanted ?? {}
  return scene?.takeovers.find(
    (x) => x.node_id === node && x.kind === kind && (state?.console === undefined || x.console === state.console),
  )
}

/** Why nothing that is typed at one's own console is sent; undefined where it is. */
export function useHold(state: ConsoleState | undefined): 'taken' | 'frozen' | undefined {
  const { scene } = useScene(state?.wanted.scene ?? '')
  if (useTakeover(state)?.state === 'taken') return 'taken'
  // who leads a scene works in it all the same
  return scene?.frozen && !scene.can.includes('shadow') ? 'frozen' : undefined
}

export function TakeoverNotice({ state }: { state: ConsoleState }) {
  const of = useTakeover(state)
  const [answer, { busy }] = useCall('POST /consoles/:id/takeover')
  if (!of) return null
  const say = (agree: boolean) => void answer({ params: { id: of.console }, body: { agree } }).catch(toast.problem)
  return (
    <div className="mg-pane-keys" role="alert">
      <Icon name="hand" />
      <span>
        {of.state === 'asked'
          ? t('console.keys_asked', { name: of.by })
          : of.reason
            ? t('console.keys_taken_why', { name: of.by, reason: of.reason })
            : t('console.keys_taken', { name: of.by })}
      </span>
      {of.state === 'asked' && (
        <Button size="small" tone="primary" busy={busy} onClick={() => say(true)}>
          {t('console.keys_agree')}
        </Button>
      )}
      <Button size="small" busy={busy} onClick={() => say(false)}>
        {t(of.state === 'asked' ? 'console.keys_refuse' : 'console.keys_back')}
      </Button>
    </div>
  )
}
