import type { ComponentProps } from 'react'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { useTyped } from '../form/typed.ts'

interface AskReasonProps extends Omit<ComponentProps<typeof Confirm>, 'open' | 'missing' | 'onConfirm'> {
  /** What the words are kept by until they are sent: `end:<id>`. */
  kept: string
  /** What is asked for: “Reason”. */
  label: string
  /** Characters at most. */
  max: number
  placeholder?: string
  /** It may be left empty. */
  optional?: true
  /** Stays open while this runs; a rejection is shown inside, and nothing typed is lost. */
  onConfirm: (reason: string) => Promise<unknown>
}

/** Asks before something is done that wants a reason in words. */
export function AskReason({ kept, label, max, placeholder, optional, onConfirm, children, ...rest }: AskReasonProps) {
  const [text, setText] = useTyped(kept)
  const reason = text.trim()
  return (
    <Confirm
      size="default"
      {...rest}
      open
      missing={[!optional && reason === '' && label]}
      onConfirm={async () => {
        await onConfirm(reason)
        setText('')
      }}
    >
      {children}
      <CountedTextArea
        data-autofocus
        label={label}
        aria-required={!optional}
        {...(placeholder === undefined ? {} : { placeholder })}
        value={text}
        max={max}
        rows={3}
        onChange={setText}
      />
    </Confirm>
  )
}
