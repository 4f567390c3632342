/** Asks for the reason of a decision; what was typed outlives the dialogue. */
import type { ReactNode } from 'react'
import { contestLimits } from '../../../contract/contest/flagContest.ts'
import { t } from '../../../i18n/index.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import type { Missing } from '../../../ui/input/useMissing.tsx'

interface ReasonDialogProps {
  /** Where it is typed: what is typed is found again by it. */
  place: string
  title: string
  confirm: string
  done: string
  danger?: boolean
  /** Of fields before it. */
  missing?: Missing
  /** It may be left out. */
  optional?: boolean
  label?: string
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}
export function ReasonDialog({
  place,
  missing = [],
  optional = false,
  children,
  onConfirm,
  ...rest
}: ReasonDialogProps) {
  const [reason, setReason] = useTyped(place)
  const { label = t('contest.entry_reason'), ...dialog } = rest
  return (
    <Confirm
      {...dialog}
      open
      size="default"
      missing={[...missing, !optional && reason.trim() === '' && label]}
      onConfirm={async () => {
        await onConfirm(reason.trim())
        setReason('')
      }}
    >
      <div className="contest-dialog">
        {children}
        <CountedTextArea
          data-autofocus
          label={label}
          aria-required={!optional}
          value={reason}
          max={contestLimits.reason}
          rows={3}
          onChange={setReason}
        />
      </div>
    </Confirm>
  )
}
