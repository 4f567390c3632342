import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'

interface DoneProps {
  title: string
  children: ReactNode
  action: string
  onAction: () => void
}

/** What stands in a form's place when it has done its work; it takes the focus, so that it is read. */
export function FormSuccess({ title, children, action, onAction }: DoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="mg-done">
      <Icon name="ok" size={20} className="mg-done-icon" />
      <h2 ref={heading} tabIndex={-1} className="mg-done-title">
        {title}
      </h2>
      <p>{children}</p>
      <Button tone="primary" size="large" onClick={onAction}>
        {action}
      </Button>
    </section>
  )
}
