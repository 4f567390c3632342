import '../data/tone.css'
import './Toasts.css'
import { useEffect, useRef, useState } from 'react'
import { t, tongue } from '../../i18n/index.ts'
import { Button, IconButton } from '../input/Button.tsx'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { showToasts, type Toast } from './toast.ts'
import type { Tone } from '../data/tone.ts'

const icons: Partial<Record<Tone, IconName>> = { ok: 'ok', info: 'info', warn: 'warn', bad: 'bad' }
/** Milliseconds a toast stays; what went wrong stays longer. */
const stay = ({ tone, act }: Toast) => (act ? 20_000 : tone === 'ok' || tone === 'info' ? 4000 : 9000)

/** The app's corner for toasts. One per app; it must stay mounted, so that a screen reader hears what comes. */
export function Toasts() {
  const [list, setList] = useState<(Toast & { id: number })[]>([])
  const next = useRef(0)
  const corner = useRef<HTMLDivElement>(null)
  const words = tongue()

  useEffect(
    () =>
      showToasts(words, (toast) => {
        next.current += 1
        const id = next.current
        setList((old) => [...old.slice(-3), { ...toast, id }])
      }),
    [words],
  )
  // above an open dialog there is only the browser's top layer; older browsers show toasts below it
  useEffect(() => {
    const element = corner.current
    if (!element?.showPopover) return
    element.setAttribute('popover', 'manual')
    if (element.matches(':popover-open')) element.hidePopover()
    if (list.length > 0) element.showPopover()
  }, [list])

  const drop = (id: number) => setList((old) => old.filter((x) => x.id !== id))
  return (
    <div ref={corner} className="mg-toasts" role="status" aria-live="polite" aria-relevant="additions">
      {list.map((toast) => (
        <OneToast key={toast.id} toast={toast} onGone={() => drop(toast.id)} />
      ))}
    </div>
  )
}

function OneToast({ toast, onGone }: { toast: Toast; onGone: () => void }) {
  const [held, setHeld] = useState(false)
  const gone = useRef(onGone)
  gone.current = onGone
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => gone.current(), stay(toast))
    return () => clearTimeout(timer)
  }, [held, toast])
  return (
    <div
      className={`mg-toast mg-tone-${toast.tone}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[toast.tone] ?? 'info'} />
      <span className="mg-toast-text">{toast.text}</span>
      {toast.act && (
        <Button
          size="small"
          onClick={() => {
            toast.act?.run()
            onGone()
          }}
        >
          {toast.act.label}
        </Button>
      )}
      <IconButton size="small" icon="close" label={t('ui.close')} onClick={onGone} />
    </div>
  )
}
