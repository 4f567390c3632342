/** What can be done with several things at once. */
import { t } from '../../../../i18n/index.ts'
import { Button, IconButton } from '../../../../ui/input/Button.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import type { TopologyCommand } from '../commands/command.ts'
import { topologyCommandOf } from '../commands/commands.ts'

interface ManyProps {
  count: { nodes: number; links: number; drawings: number }
  run: (command: TopologyCommand) => void
  may: (command: TopologyCommand) => boolean
}

const ordering = [
  'align_left',
  'align_centre',
  'align_right',
  'align_top',
  'align_middle',
  'align_bottom',
  'space_across',
  'space_down',
]
const acts = ['group', 'duplicate', 'stamp', 'straighten', 'remove']

export function ManyForm({ count, run, may }: ManyProps) {
  return (
    <div className="te-form">
      <header className="te-form-head">
        <span className="te-kind">
          <Icon name="grid" size={20} />
        </span>
        <strong>{t('editor.many', count)}</strong>
      </header>
      <div className="te-label">{t('editor.group.arrange')}</div>
      <div className="te-icons">
        {ordering.map(topologyCommandOf).map((c) => (
          <IconButton key={c.id} icon={c.icon ?? 'grid'} label={t(c.label)} disabled={!may(c)} onClick={() => run(c)} />
        ))}
      </div>
      <div className="te-acts">
        {acts.map(topologyCommandOf).map((c) => (
          <Button key={c.id} size="small" icon={c.icon} disabled={!may(c)} onClick={() => run(c)}>
            {t(c.label)}
          </Button>
        ))}
      </div>
    </div>
  )
}
