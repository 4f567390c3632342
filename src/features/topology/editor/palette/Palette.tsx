/** What can be set down: drag it onto the drawing, click it and then click there, or press Enter. Names are searched as they are typed. */
import './palette.css'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useState,
} from 'react'
import { t, tMade } from '../../../../i18n/index.ts'
import { Icon, type IconName } from '../../../../ui/icon/Icon.tsx'
import { Button, IconButton } from '../../../../ui/input/Button.tsx'
import type { Placing } from '../editor.state.ts'
import type { Fragment } from '../model/fragment.ts'
import { kindWord } from '../words.ts'
import type { PaletteStamp } from './useStamps.ts'
import type { ImageChoice } from './useImages.ts'

export type Placeable = { placing: Placing } | { stamp: Fragment }
/** Type of what is dragged, so that only the drawing takes it. */
export const dragType = 'application/x-range-topology'

interface PaletteProps {
  images: { items: readonly ImageChoice[]; loading: boolean; failed: boolean; retry: () => void }
  stamps: { items: readonly PaletteStamp[]; remove: (id: string) => void }
  disabled: boolean
  active: Placing | null
  search: RefObject<HTMLInputElement>
  /** At once, near the middle: by keyboard. */
  onPlace: (what: Placeable) => void
  /** Held until the next click in the drawing. */
  onHold: (what: Placeable) => void
  /** Back to the drawing. */
  onLeave: () => void
}

interface Item {
  id: string
  icon: IconName
  label: string
  note?: string
  what: Placeable
}

const parts = ['switch', 'router', 'firewall', 'internet', 'device', 'machine', 'container'] as const
const remarks = ['note', 'group'] as const
/** Categories of images people work at; what is made of any other is attacked, served or passed through. */
const workplaces: ReadonlySet<ImageChoice['category']> = new Set(['attack', 'desktop'])

export function Palette(props: PaletteProps) {
  const { images, stamps, search, disabled, onPlace, onLeave } = props
  const [q, setQ] = useState('')
  const wanted = q.trim().toLowerCase()
  const fits = (i: Item) => wanted === '' || i.label.toLowerCase().includes(wanted)
  const basics: Item[] = parts.map((kind) => ({
    id: kind,
    icon: kind,
    label: kindWord(kind),
    what: { placing: { kind } },
  }))
  const notes: Item[] = remarks.map((kind) => ({
    id: kind,
    icon: kind,
    label: kindWord(kind),
    what: { placing: { kind } },
  }))
  const groups = useMemo(() => {
    const out = new Map<string, Item[]>()
    for (const i of images.items) {
      const kind = i.type === 'container' ? 'container' : 'machine'
      const workplace = workplaces.has(i.category)
      const mould = {
        kind,
        name: i.name,
        image_id: i.id,
        cpu: i.cpu,
        memory: i.memory,
        disk: i.disk,
        workplace,
      } as const
      const item: Item = { id: i.id, icon: kind, label: i.name, note: i.note, what: { placing: mould } }
      out.set(i.category, [...(out.get(i.category) ?? []), item])
    }
    return [...out]
  }, [images.items])
  const found = (list: Item[]) => list.filter(fits)
  const stamped = stamps.items.map(
    (s): Item => ({
      id: s.id,
      icon: 'stamp',
      label: s.name,
      note: t('editor.stamp_note', { n: s.fragment.nodes.length }),
      what: { stamp: s.fragment },
    }),
  )
  const shown = [basics, notes, stamped, ...groups.map(([, list]) => list)].flatMap(found)
  const onSearchKey = (e: KeyboardEvent) => {
    const [first] = shown
    if (e.key === 'Enter' && first && wanted !== '' && !disabled) {
      onPlace(first.what)
      setQ('')
    } else if (e.key === 'Escape') {
      setQ('')
      onLeave()
    } else return
    e.preventDefault()
  }
  return (
    <nav
      className="te-palette"
      aria-label={t('editor.palette')}
      onKeyDown={(e) => {
        if (e.key === 'Escape' && !e.defaultPrevented) onLeave()
      }}
    >
      <label className="te-palette-search">
        <Icon name="search" />
        <input
          ref={search}
          className="mg-field te-input"
          type="search"
          aria-label={t('editor.palette_search')}
          placeholder={t('editor.palette_search')}
          value={q}
          onChange={(e) => setQ(e.target.value)}
          onKeyDown={onSearchKey}
        />
      </label>
      <div className="te-palette-list" role="group" aria-label={t('editor.palette')} tabIndex={0}>
        <Group title={t('editor.palette_parts')} items={found(basics)} {...props} grid />
        <Group title={t('editor.palette_notes')} items={found(notes)} {...props} grid />
        {stamps.items.length > 0 && (
          <Group
            title={t('editor.palette_stamps')}
            items={found(stamped)}
            {...props}
            end={(item) => (
              <IconButton
                size="small"
                icon="close"
                label={t('editor.stamp_remove', { name: item.label })}
                onClick={() => stamps.remove(item.id)}
              />
            )}
          />
        )}
        {groups.map(([category, list]) => (
          <Group key={category} title={tMade(`editor.category.${category}`)} items={found(list)} {...props} />
        ))}
        {images.loading && <p className="mg-hint te-palette-hint">{t('editor.images_loading')}</p>}
        {images.failed && (
          <p className="mg-hint te-palette-hint">
            {t('editor.images_failed')}{' '}
            <Button size="small" onClick={images.retry}>
              {t('problem.retry')}
            </Button>
          </p>
        )}
        {wanted !== '' && shown.length === 0 && (
          <p className="mg-hint te-palette-hint">{t('editor.palette_nothing')}</p>
        )}
      </div>
    </nav>
  )
}

interface GroupProps extends PaletteProps {
  title: string
  items: readonly Item[]
  grid?: boolean
  end?: (item: Item) => ReactNode
}

function Group({ title, items, grid, end, disabled, active, onPlace, onHold }: GroupProps) {
  if (items.length === 0) return null
  return (
    <section className="te-palette-group">
      <h3>{title}</h3>
      <ul className={grid ? 'te-palette-grid' : undefined}>
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className="te-piece"
              disabled={disabled}
              draggable={!disabled}
              title={item.label}
              aria-pressed={'placing' in item.what && active === item.what.placing}
              onDragStart={(e: DragEvent) => {
                e.dataTransfer.setData(dragType, JSON.stringify(item.what))
                e.dataTransfer.effectAllowed = 'copy'
              }}
              onClick={(e: MouseEvent) => (e.detail === 0 ? onPlace(item.what) : onHold(item.what))}
            >
              <span className={`te-kind te-kind-${item.icon}`}>
                <Icon name={item.icon} />
              </span>
              <span className="te-piece-words">
                <span className="mg-ellipsis">{item.label}</span>
                {item.note && <small className="mg-ellipsis">{item.note}</small>}
              </span>
            </button>
            {end?.(item)}
          </li>
        ))}
      </ul>
    </section>
  )
}
