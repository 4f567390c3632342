import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/input/Button.tsx'
import { Icon, type IconName } from '../../../ui/icon/Icon.tsx'
import type { EntryLine } from './menu.logic.ts'

interface EntryRowProps {
  entry: EntryLine
  name: string
  icon?: IconName
  /** Which rows may change places with it. */
  group: string
  place: number
  last: number
  /** From one place of its group to another. */
  onMove: (from: number, to: number) => void
  onHide: () => void
  onRename: () => void
}

/** What is carried, as the browser keeps it while something is dragged over other rows. */
const carried = (group: string): string => `application/x-range-menu-${group.toLowerCase()}`

/** One line of the menu: dragged, or moved with Alt and the arrows; hidden and named by its buttons. */
export function EntryRow({ entry, name, icon, group, place, last, onMove, onHide, onRename }: EntryRowProps) {
  const [over, setOver] = useState<'above' | 'below' | null>(null)
  const type = carried(group)
  const keys = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowUp' ? -1 : e.key === 'ArrowDown' ? 1 : 0
    if (!e.altKey || by === 0) return
    e.preventDefault()
    const to = place + by
    if (to >= 0 && to <= last) onMove(place, to)
  }
  const side = (e: DragEvent): 'above' | 'below' => {
    const { top, height } = e.currentTarget.getBoundingClientRect()
    return e.clientY < top + height / 2 ? 'above' : 'below'
  }
  const drop = (e: DragEvent) => {
    const from = Number(e.dataTransfer.getData(type))
    setOver(null)
    if (!e.dataTransfer.types.includes(type)) return
    e.preventDefault()
    e.stopPropagation()
    const target = place + (side(e) === 'below' ? 1 : 0)
    onMove(from, target > from ? target - 1 : target)
  }
  return (
    <div
      className={`menu-row${entry.hidden ? ' menu-row-hidden' : ''}${over ? ` menu-row-${over}` : ''}`}
      draggable
      onDragStart={(e) => {
        e.stopPropagation()
        e.dataTransfer.setData(type, String(place))
        e.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(e) => {
        if (!e.dataTransfer.types.includes(type)) return
        e.preventDefault()
        setOver(side(e))
      }}
      onDragLeave={() => setOver(null)}
      onDrop={drop}
      onKeyDown={keys}
    >
      <Icon name="menu" className="menu-grip" />
      {icon && <Icon name={icon} />}
      <span className="menu-name mg-ellipsis" title={name}>
        {name}
      </span>
      {entry.names && <span className="menu-own">{t('menu.own')}</span>}
      <IconButton
        size="small"
        icon="chevron-up"
        label={t('menu.up', { name })}
        disabled={place === 0}
        onClick={() => onMove(place, place - 1)}
      />
      <IconButton
        size="small"
        icon="chevron-down"
        label={t('menu.down', { name })}
        disabled={place === last}
        onClick={() => onMove(place, place + 1)}
      />
      <IconButton size="small" icon="edit" label={t('menu.rename', { name })} onClick={onRename} />
      <IconButton
        size="small"
        icon={entry.hidden ? 'eye-off' : 'eye'}
        label={t('menu.hide', { name })}
        pressed={entry.hidden}
        onClick={onHide}
      />
    </div>
  )
}
