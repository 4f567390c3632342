import '../dialogs.css'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Kbd } from '../../../ui/data/Kbd.tsx'
import type { RowBase } from '../../../contract/lib/resource.ts'
import type { Action } from '../../action/action.ts'
import { type ListCommand, listKeys } from './keyboard.logic.ts'

/** How keys are written on keyboards, where it is not what they are called. */
const faces: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  ContextMenu: '☰',
}

interface KeysDialogProps {
  actions: readonly Action<RowBase>[]
  /** Commands this list has. */
  commands: readonly ListCommand[]
  onClose: () => void
}

export default function KeysDialog({ actions, commands, onClose }: KeysDialogProps) {
  const own = actions.filter((a) => a.key && a.needs !== 'none')
  return (
    <Dialog
      open
      size="small"
      title={t('kit.list.keys')}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          {t('kit.close')}
        </Button>
      }
    >
      <dl className="kit-keys">
        {commands.map((command) => (
          <Line
            key={command}
            keys={listKeys[command].keys.map((k) => faces[k] ?? k)}
            text={t(`kit.list.key_${command}`)}
          />
        ))}
        {own.map((a) => (
          <Line key={a.id} keys={[a.key ?? '']} text={t(a.label)} />
        ))}
      </dl>
    </Dialog>
  )
}

function Line({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div>
      <dt>
        {keys.map((k) => (
          <Kbd key={k} keys={k} />
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
