/** Renderings of the list of commands: buttons, and a menu with the rest. */
import './bar.css'
import { Link } from 'react-router-dom'
import { href } from '../../../../contract/screens/index.ts'
import { t } from '../../../../i18n/index.ts'
import { Button, IconButton, linkClass } from '../../../../ui/input/Button.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { Menu } from '../../../../ui/input/Menu.tsx'
import type { TopologyCommand, CommandContext } from '../commands/command.ts'
import { topologyCommandOf } from '../commands/commands.ts'
import { shownKeys } from '../commands/keys.ts'
import { SaveState } from './SaveState.tsx'

interface ToolbarProps {
  name: string
  desk: CommandContext
  mac: boolean
  run: (command: TopologyCommand) => void
}

const buttons = [
  ['select', 'hand', 'connect'],
  ['undo', 'redo'],
  ['duplicate', 'remove', 'group'],
]
const arranging = [
  'align_left',
  'align_centre',
  'align_right',
  'align_top',
  'align_middle',
  'align_bottom',
  'space_across',
  'space_down',
]
const rest = [
  'cut',
  'copy',
  'paste',
  'all',
  'line',
  'note',
  'stamp',
  'straighten',
  'lock',
  'line',
  'discard',
  'png',
  'svg',
  'line',
  'help',
]
const ends = ['search', 'text']

export function Toolbar({ name, desk, mac, run }: ToolbarProps) {
  const titled = (c: TopologyCommand) => (c.keys?.[0] ? `${t(c.label)} (${shownKeys(c.keys[0], mac)})` : t(c.label))
  const button = (id: string) => {
    const c = topologyCommandOf(id)
    return (
      <IconButton
        key={id}
        icon={c.icon ?? 'grid'}
        label={t(c.label)}
        title={titled(c)}
        aria-label={t(c.label)}
        pressed={c.on?.(desk)}
        disabled={!c.may(desk)}
        onClick={() => run(c)}
      />
    )
  }
  const item = (id: string, i: number) => {
    if (id === 'line') return 'line' as const
    const c = topologyCommandOf(id)
    return {
      id: `${id}-${i}`,
      label: t(c.label),
      icon: c.icon,
      disabled: !c.may(desk),
      note: c.keys?.[0] ? shownKeys(c.keys[0], mac) : '',
      onSelect: () => run(c),
    }
  }
  const start = topologyCommandOf('start')
  return (
    <header className="te-bar">
      <Link
        className={`${linkClass('quiet')} mg-btn-icon`}
        to={href('topology-manage')}
        aria-label={t('editor.back')}
        title={t('editor.back')}
      >
        <Icon name="arrow-left" />
      </Link>
      <div className="te-title">
        <h1 className="mg-ellipsis" title={name}>
          {name}
        </h1>
        <SaveState />
      </div>
      <div className="te-tools" role="toolbar" aria-label={t('editor.toolbar')}>
        {buttons.map((group) => (
          <span key={group[0]} className="te-tools-group">
            {group.map(button)}
          </span>
        ))}
        <Menu
          align="start"
          label={t('editor.group.arrange')}
          trigger={<Icon name="align-left" />}
          triggerClass={`${linkClass('quiet')} mg-btn-icon`}
          items={arranging.map(item)}
        />
      </div>
      <div className="te-tools te-tools-end">
        {desk.mayStart && (
          <Button className="te-start" icon={start.icon} disabled={!start.may(desk)} onClick={() => run(start)}>
            {t(start.label)}
          </Button>
        )}
        {ends.map(button)}
        <Menu
          label={t('editor.more')}
          trigger={<Icon name="more" />}
          triggerClass={`${linkClass('quiet')} mg-btn-icon`}
          items={rest.map(item)}
        />
      </div>
    </header>
  )
}
