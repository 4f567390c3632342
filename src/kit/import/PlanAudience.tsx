/** Who sees what is new by an import, and the way to choose it. */
import type { Audience } from '../../contract/lib/crud.ts'
import { useState } from 'react'
import { audienceSaid, blindSaid, practiceSaid } from '../../contract/import/audience.ts'
import type { ImportPackage, AudienceReach } from '../../contract/import/import.schema.ts'
import { t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { AudienceChoice } from '../audience/AudienceChoice.tsx'
import { sameAudience } from '../audience/audience.logic.ts'
import { useRead, useWrite } from '../data/api.ts'

/** States in which it matters. */
const told: ReadonlySet<string> = new Set(['planned', 'applying', 'applied'])

export function PlanAudience({ plan }: { plan: ImportPackage }) {
  const { audience, state } = plan
  return audience && told.has(state) ? <Seen plan={plan} audience={audience} /> : null
}

function Seen({ plan, audience }: { plan: ImportPackage; audience: Audience }) {
  const [choosing, choose] = useState(false)
  const { data: reach } = useRead('GET /imports/:id/reach', { params: { id: plan.id }, query: {} })
  const practice = practiceSaid(plan, reach, t)
  return (
    <>
      <p className="import-outcome">
        {audienceSaid(plan, reach, t)}{' '}
        {plan.can.includes('audience') && (
          <Button tone="quiet" size="small" onClick={() => choose(true)}>
            {t('import.audience.choose')}
          </Button>
        )}
      </p>
      {practice && <p className="import-outcome">{practice}</p>}
      {plan.can.includes('practice') && <Practice plan={plan} closed={reach?.closed ?? []} />}
      {choosing && <AudienceOf plan={plan} audience={audience} onClose={() => choose(false)} />}
    </>
  )
}

/** Of a plan, whether the sets it makes will be open for practice; of an import that was written, a way to open those that are not. */
function Practice({ plan, closed }: { plan: ImportPackage; closed: AudienceReach['closed'] }) {
  const [practise, opening] = useWrite('PUT /imports/:id/practice')
  const put = (open: boolean) => practise({ params: { id: plan.id }, body: { version: plan.version, open } })
  const fail = (e: unknown) => toast.problem(e)
  if (plan.state === 'applied')
    return closed.length === 0 ? null : (
      <p className="import-outcome">
        <Button size="small" busy={opening.busy} onClick={() => void put(true).catch(fail)}>
          {t('import.practice-open')}
        </Button>
      </p>
    )
  return (
    <p className="import-outcome">
      <label className="kit-check">
        <input
          type="checkbox"
          checked={plan.practice === true}
          disabled={opening.busy}
          onChange={(e) => void put(e.target.checked).catch(fail)}
        />
        <span>{t('import.practice')}</span>
      </label>
    </p>
  )
}

function AudienceOf({ plan, audience, onClose }: { plan: ImportPackage; audience: Audience; onClose: () => void }) {
  const [chosen, setChosen] = useState(audience)
  const [problem, setProblem] = useState<AppProblem>()
  const [save, saving] = useWrite('PUT /imports/:id/audience')
  const { orgs, roles, teams, users } = chosen
  const { data: reach } = useRead(
    'GET /imports/:id/reach',
    { params: { id: plan.id }, query: { orgs, roles, teams, users } },
    { skip: chosen.all || sameAudience(chosen, audience) },
  )
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
      {!chosen.all && reach && reach.blind.length > 0 && (
        <p className="import-reason" role="status">
          {blindSaid(reach, t)}
        </p>
      )}
    </Dialog>
  )
}
