/** Who takes part in a scene: one learner or a team can be let in at any time. */
import '../start/start.css'
import { useState } from 'react'
import { sceneLimits } from '../../../contract/scene/node.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { LabelledField } from '../start/StartFields.tsx'
import { leadsScene } from './card.logic.ts'

const parts = [
  { ids: 'member_ids', to: 'user', label: 'scene.members', most: sceneLimits.members },
  { ids: 'team_ids', to: 'team', label: 'scene.teams', most: sceneLimits.teams },
  { ids: 'leader_ids', to: 'user', label: 'scene.leaders', most: sceneLimits.leaders },
] as const

export default function PeopleDialog({ scene, onClose }: { scene: Scene; onClose: () => void }) {
  const [{ member_ids, team_ids, leader_ids }, set] = useState<Record<(typeof parts)[number]['ids'], string[]>>(scene)
  const people = { member_ids, team_ids, leader_ids }
  const [problem, setProblem] = useState<AppProblem>()
  const [save, { busy }] = useWrite('PUT /scenes/:id')
  const { id, name, owner_id, version } = scene
  const submit = async () => {
    setProblem(undefined)
    try {
      await save({ params: { id }, body: { name, owner_id, version, ...people } })
      toast.ok(t('scene.people_saved'))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Dialog
      open
      title={t('scene.people_title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="primary" busy={busy} onClick={() => void submit()}>
            {t('kit.form.save')}
          </Button>
        </>
      }
    >
      <p className="mg-dim">{t('scene.people_text')}</p>
      {parts
        .filter((p) => p.ids !== 'leader_ids' || leadsScene(scene))
        .map((p) => (
          <LabelledField key={p.ids} label={t(p.label)}>
            {(label) => (
              <Pick
                to={p.to}
                many
                aria-label={label}
                value={people[p.ids]}
                onChange={(ids) => set({ ...people, [p.ids]: ids.slice(0, p.most) })}
              />
            )}
          </LabelledField>
        ))}
      {problem && <ProblemView compact problem={problem} />}
    </Dialog>
  )
}
