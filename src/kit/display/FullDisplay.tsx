/** A display over a whole screen: a head that says what it is and leads back, and below it all there is room for. Letters grow with the screen. */
import './display.css'
import { type ReactNode, type RefObject, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { useFullScreen } from '../../ui/layout/useFullScreen.ts'
import { useHeld } from '../../ui/feedback/held.ts'
import { useModal } from '../../ui/feedback/useModal.ts'

interface FullDisplayProps {
  title: string
  /** Beside the title: of how many, of when. */
  status?: ReactNode
  back: ReactNode
  /** Before the button of the full screen. */
  actions?: ReactNode
  children: ReactNode
}

/** On a screen that has the window for itself. */
export function FullDisplay(props: FullDisplayProps) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className="kit-display" ref={place}>
      <Inside {...props} place={place} />
    </div>
  )
}

/** Over a page, until it is closed. */
export function DisplayOver({ onClose, ...props }: FullDisplayProps & { onClose: () => void }) {
  const place = useRef<HTMLDialogElement>(null)
  useModal(place, true)
  const held = useHeld()
  return (
    <dialog
      className="kit-display kit-display-over"
      ref={place}
      aria-label={props.title}
      onClose={() => !held && onClose()}
    >
      <Inside {...props} place={place} />
    </dialog>
  )
}

function Inside({ title, status, back, actions, children, place }: FullDisplayProps & { place: RefObject<Element> }) {
  const { full, turn } = useFullScreen(() => place.current)
  return (
    <>
      <header className="kit-display-head">
        {back}
        <h1 className="kit-display-title">{title}</h1>
        <span className="mg-dim mg-num" role="status">
          {status}
        </span>
        <span className="kit-display-actions">
          {actions}
          <Button size="small" icon="fit" aria-pressed={full} onClick={() => void turn()}>
            {t(full ? 'kit.display.leave' : 'kit.display.full')}
          </Button>
        </span>
      </header>
      {children}
    </>
  )
}
