/** What may be done with an import now: give it up, apply it, undo it. */
import { useState } from 'react'
import type { ImportState } from '../../contract/import/import.ts'
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { t } from '../../i18n/index.ts'
import { problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useWrite } from '../data/api.ts'
import { ExportMenu } from '../list/ExportMenu.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import { UndoDialog } from './UndoDialog.tsx'

/** States in which the rows of a plan are there. */
const reported: ReadonlySet<ImportState> = new Set(['planned', 'applied', 'undone'])

interface PlanActionsProps {
  plan: ImportPackage
  onClose: () => void
  onGiveUp: () => void
  /** The plan was not applied: it is not the one that stands any more. */
  onChanged: () => void
}

export function PlanActions({ plan, onClose, onGiveUp, onChanged }: PlanActionsProps) {
  const [asking, ask] = useState<'apply' | 'cancel' | 'undo' | undefined>()
  const [apply, applying] = useWrite('POST /imports/:id/apply')
  const [cancel] = useWrite('POST /imports/:id/cancel')
  const [resume, resuming] = useWrite('POST /imports/:id/resume')
  const params = { id: plan.id }
  const writes = plan.counts.new + plan.counts.changed

  const run = async (on_duplicate: 'ask' | 'skip' | 'overwrite') => {
    try {
      await apply({ params, body: { digest: plan.digest, on_duplicate } })
      ask(undefined)
    } catch (e) {
      const { code } = problemOf(e)
      if (code === 'plan_changed') {
        ask(undefined)
        onChanged()
      } else throw e
    }
  }
  /** Closes a question unless another one has taken its place. */
  const close = (question: typeof asking) => () => ask((now) => (now === question ? undefined : now))

  return (
    <>
      <Button tone="quiet" onClick={onClose}>
        {t('import.back')}
      </Button>
      {reported.has(plan.state) && (
        <ExportMenu
          name={`import-${plan.file_name.replace(/\.zip$/i, '')}`}
          route="GET /imports/:id/report"
          params={params}
          label={t('import.report')}
          note={t('import.report-note')}
          more={[{ id: 'print', label: t('import.print'), icon: 'file', onSelect: () => window.print() }]}
        />
      )}
      {plan.can.includes('remove') && (
        <Button onClick={onGiveUp}>{t(plan.state === 'planning' ? 'import.give-up' : 'import.remove')}</Button>
      )}
      {plan.can.includes('apply') && (
        <Button
          tone="primary"
          busy={applying.busy}
          disabled={writes === 0}
          title={writes === 0 ? t('import.nothing-to-do') : undefined}
          onClick={() => ask('apply')}
        >
          {t('import.apply')}
        </Button>
      )}
      {plan.can.includes('cancel') && <Button onClick={() => ask('cancel')}>{t('import.cancel')}</Button>}
      {plan.can.includes('resume') && (
        <Button
          tone="primary"
          busy={resuming.busy}
          onClick={() =>
            void resume({ params, body: { version: plan.version } }).catch((e: unknown) => toast.problem(e))
          }
        >
          {t('import.resume')}
        </Button>
      )}
      {plan.can.includes('undo') && (
        <Button tone="danger" onClick={() => ask('undo')}>
          {t(plan.state === 'undone' ? 'import.undo-rest' : 'import.undo')}
        </Button>
      )}
      {asking === 'apply' && <ApplyDialog plan={plan} onApply={run} onClose={close('apply')} />}
      <Confirm
        // what was written meanwhile cannot be cancelled any more
        open={asking === 'cancel' && plan.can.includes('cancel')}
        danger
        title={t('import.confirm-cancel')}
        confirm={t('import.cancel')}
        dismiss={t('import.keep-on')}
        onConfirm={() => cancel({ params, body: { version: plan.version } })}
        onClose={close('cancel')}
      >
        {t('import.confirm-cancel-text')}
      </Confirm>
      {asking === 'undo' && <UndoDialog plan={plan} onClose={close('undo')} />}
    </>
  )
}
