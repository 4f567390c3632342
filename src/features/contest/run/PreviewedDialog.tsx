/** A decision that moves many scores: what it would do is seen, a reason is given, then all of it happens or nothing. */
import '../running.css'
import { type ReactNode, useState } from 'react'
import { contestLimits } from '../../../contract/contest/flagContest.ts'
import type { ContestPreview } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useMissing } from '../../../ui/input/useMissing.tsx'
import { WhatMoves } from './WhatMoves.tsx'

interface PreviewedDialogProps {
  place: string
  title: string
  confirm: string
  done: string
  reason: string
  /** Verdicts are among what moves. */
  judged?: true
  /** Why it cannot be looked at now. */
  off?: string | false
  /** What was seen, as long as what is asked stays the same. */
  seen: ContestPreview | undefined
  onSeen: (preview: ContestPreview | undefined) => void
  onLook: () => Promise<ContestPreview>
  onApply: (seen: ContestPreview, reason: string) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** What is asked for may be longer than the window. */
const intoSight = (preview: HTMLElement | null) => preview?.scrollIntoView({ block: 'start' })

export function PreviewedDialog({ place, seen, onSeen, onLook, onApply, onClose, ...p }: PreviewedDialogProps) {
  const [reason, setReason] = useTyped(place)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const lack = useMissing([reason.trim() === '' && p.reason])
  const attempt = async (act: () => Promise<void>) => {
    setProblem(undefined)
    setBusy(true)
    try {
      await act()
    } catch (e) {
      setProblem(e)
      if (problemOf(e).code === 'plan_changed') onSeen(undefined)
    } finally {
      setBusy(false)
    }
  }
  const look = () => attempt(async () => onSeen(await onLook()))
  const apply = (preview: ContestPreview) =>
    attempt(async () => {
      await onApply(preview, reason.trim())
      setReason('')
      toast.ok(p.done)
      onClose()
    })
  return (
    <Dialog
      open
      size="wide"
      title={p.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          {seen ? (
            <Button tone="primary" busy={busy} onClick={(e) => !lack.stops(e.currentTarget) && void apply(seen)}>
              {p.confirm}
            </Button>
          ) : (
            <Button tone="primary" busy={busy} off={p.off} onClick={() => void look()}>
              {t('judging.look')}
            </Button>
          )}
        </>
      }
    >
      <div className="contest-dialog">
        {p.children}
        {seen && (
          <div key={seen.digest} ref={intoSight}>
            <WhatMoves of={seen} {...(p.judged ? { judged: true } : {})} />
          </div>
        )}
        {lack.around(
          seen && (
            <CountedTextArea
              label={p.reason}
              aria-required
              value={reason}
              max={contestLimits.reason}
              rows={2}
              onChange={setReason}
            />
          ),
        )}
        {lack.told}
        {problem !== undefined && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}
