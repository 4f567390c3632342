/** A copy goes into another set: where the caller may only use the one the row lies in, there is no copy beside it. */
import { type ComponentType, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { Pick } from '../../kit/pick/Pick.tsx'
import { useWriteTo } from '../../kit/resource/calls.ts'
import { type AnyResource, fieldOf, nameOf, type Row } from '../../kit/resource/words.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'

export function copyIntoDialog<R extends AnyResource>(
  resource: R,
  to: (id: string) => string,
): ComponentType<ActionDialogProps<Row<R>>> {
  const kind = fieldOf(resource, 'set_id')
  const sets = kind.kind === 'ref' ? kind.to : ''
  return function CopyIntoDialog({ rows: [row], onClose }) {
    const id = useId()
    const write = useWriteTo()
    const go = useNavigate()
    const [set, setSet] = useState('')
    const [busy, setBusy] = useState(false)
    const [problem, setProblem] = useState<AppProblem>()
    if (!row) return null
    const name = nameOf(resource, row)
    const send = async () => {
      setBusy(true)
      setProblem(undefined)
      try {
        const args = { params: { id: row.id }, body: { set_id: set } }
        const made = await write<{ id: string }>(`POST ${resource.path}/:id/copy`, args)
        toast.ok(t('kit.action.copied', { name }))
        onClose()
        void go(to(made.id))
      } catch (e) {
        setProblem(problemOf(e))
        setBusy(false)
      }
    }
    return (
      <Dialog
        open
        title={t('bank.copy_title', { name })}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t('kit.cancel')}</Button>
            <Button tone="primary" busy={busy} disabled={set === ''} onClick={() => void send()}>
              {t('kit.action.copy')}
            </Button>
          </>
        }
      >
        {problem && <ProblemView compact problem={problem} />}
        <label className="mg-label" htmlFor={id}>
          {t('bank.move_to')}
        </label>
        <Pick id={id} to={sets} into value={set ? [set] : []} onChange={(ids) => setSet(ids[0] ?? '')} />
      </Dialog>
    )
  }
}
