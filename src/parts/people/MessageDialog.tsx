/** A message to one or several people, as whoever watches them writes it; what was typed outlives the dialogue. */
import type { ReactNode } from 'react'
import { useTyped } from '../../kit/form/typed.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'

interface MessageDialogProps {
  /** Nobody: to all. */
  to: readonly { user_id: string; name: string }[]
  /** Where it is written: what is typed is found again by it. */
  place: string
  title: string
  /** Of the field, of the button, and what is said afterwards. */
  label: string
  confirm: string
  done: string
  max: number
  onSend: (text: string, user_ids: string[]) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}
export function MessageDialog({ to, place, max, onSend, onClose, children, ...words }: MessageDialogProps) {
  const one = to.length === 1 ? to[0] : undefined
  const [text, setText] = useTyped(`${place}:${one ? one.user_id : to.length}`)
  return (
    <Confirm
      open
      size="default"
      title={words.title}
      confirm={words.confirm}
      done={words.done}
      missing={[text.trim() === '' && words.label]}
      onConfirm={async () => {
        await onSend(
          text.trim(),
          to.map((m) => m.user_id),
        )
        setText('')
      }}
      onClose={onClose}
    >
      {children}
      <CountedTextArea
        data-autofocus
        label={words.label}
        aria-required
        value={text}
        max={max}
        rows={4}
        onChange={setText}
      />
    </Confirm>
  )
}
