/** The frame of what is done to several questions at once: what is chosen, what was refused row by row, one button that does it. */
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { useBulk } from './useBulk.ts'

interface BulkDialogProps {
  title: string
  rows: readonly { id: string; title?: string }[]
  route: string
  /** What is sent beside the ids; undefined while nothing is chosen. */
  body: object | undefined
  size?: 'large'
  children: ReactNode
  onClose: () => void
}

export function QuestionBulkDialog({ title, rows, route, body, size, children, onClose }: BulkDialogProps) {
  const { busy, problem, summary, send } = useBulk(rows, onClose)
  return (
    <Dialog
      open
      {...(size ? { size } : {})}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={!body} onClick={() => body && void send(route, body)}>
            {t('bank.apply')}
          </Button>
        </>
      }
    >
      {problem && <ProblemView compact problem={problem} />}
      {summary && <BulkResult summary={summary} onClose={onClose} />}
      {children}
    </Dialog>
  )
}
