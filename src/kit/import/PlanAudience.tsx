/** Who sees what is new by an import, and the way to choose it. */
import { useState } from 'react'
import { audienceSaid } from '../../contract/import/audience.ts'
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { toast } from '../../ui/toast.ts'
import { AudienceChoice } from '../audience/AudienceChoice.tsx'
import { type Chosen, sameAudience } from '../audience/audience.logic.ts'
import { useWrite } from '../data/api.ts'

/** States in which it matters. */
const told: ReadonlySet<string> = new Set(['planned', 'applying', 'applied'])

export function PlanAudience({ plan }: { plan: ImportPackage }) {
  const [choosing, choose] = useState(false)
  const { audience } = plan
  if (!audience || !told.has(plan.state)) return null
  return (
    <>
      <p className="import-outcome">
        {audienceSaid(plan, t).join(' ')}{' '}
        {plan.can.includes('audience') && (
          <Button tone="quiet" size="small" onClick={() => choose(true)}>
            {t('import.audience.choose')}
          </Button>
        )}
      </p>
      {choosing && <AudienceOf plan={plan} audience={audience} onClose={() => choose(false)} />}
    </>
  )
}

function AudienceOf({ plan, audience, onClose }: { plan: ImportPackage; audience: Chosen; onClose: () => void }) {
  const [chosen, setChosen] = useState(audience)
  const [problem, setProblem] = useState<AppProblem>()
  const [save, saving] = useWrite('PUT /imports/:id/audience')
  const title = t('import.audience.title', { name: plan.file_name })
  const send = async () => {
    try {
      await save({ params: { id: plan.id }, body: { ...chosen, version: plan.version } })
      toast.ok(t('kit.audience.saved'))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Dialog
      open
      size="large"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            tone="primary"
            busy={saving.busy}
            disabled={sameAudience(chosen, audience)}
            onClick={() => void send()}
          >
            {t('kit.form.save')}
          </Button>
        </>
      }
    >
      {problem && <ProblemView compact problem={problem} />}
      <AudienceChoice label={title} chosen={chosen} onChange={(part) => setChosen((had) => ({ ...had, ...part }))} />
    </Dialog>
  )
}
