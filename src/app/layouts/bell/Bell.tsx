/** Unread messages and announcements, live: the count on the bell, the newest in a panel below it. */
import './Bell.css'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { t, useLocale } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { BellPanel } from './BellPanel.tsx'
import { eventTargetOf } from '../../../lib/shadow.ts'

const AnnouncementDialog = lazy(() => import('./AnnouncementDialog.tsx'))

export function Bell() {
  useLocale()
  const { data, error } = useRead('GET /messages/unread', undefined)
  const [open, setOpen] = useState(false)
  const [reading, setReading] = useState<{ id: string; title: string }>()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  const id = useId()
  const n = data ? data.messages + data.announcements : undefined
  const unread = n !== undefined && n > 0
  const label = n === undefined ? t('bell.label') : t('bell.unread', { n })

  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    root.current?.querySelector<HTMLElement>('[role=dialog]')?.focus()
    const outside = (e: Event) => {
      const target = eventTargetOf(e)
      if (!(target instanceof Node && root.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  return (
    <div
      ref={root}
      className="mg-bell"
      onKeyDown={(e) => {
        if (e.key !== 'Escape' || !open) return
        e.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
      onBlur={(e) => {
        if (open && e.relatedTarget && !root.current?.contains(e.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className="mg-btn mg-btn-quiet mg-btn-default mg-btn-icon"
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="bell" />
        {(unread || (n === undefined && error)) && (
          <span className="mg-bell-count mg-num" aria-hidden="true">
            {n === undefined ? '–' : n > 99 ? '99+' : n}
          </span>
        )}
      </button>
      <span className="mg-sr" role="status">
        {unread ? label : ''}
      </span>
      {open && (
        <div id={id} role="dialog" aria-label={t('bell.label')} tabIndex={-1} className="mg-bell-pop">
          <BellPanel
            unread={n !== 0}
            onRead={(announcement) => {
              setOpen(false)
              setReading(announcement)
            }}
          />
        </div>
      )}
      {reading && (
        <Suspense fallback={null}>
          <AnnouncementDialog of={reading} onClose={() => setReading(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
