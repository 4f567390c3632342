/** Starts a scene of a topology: its name, whom it is for, how long it runs. Goes to the scene when it is made. */
import './start.css'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { sceneLimits } from '../../../contract/scene/node.ts'
import { sceneKinds, sceneTypes } from '../../../contract/scene/status.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { Select } from '../../../ui/input/Select.tsx'
import { newKey } from '../../../lib/id.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import { deskLink } from '../consoleLink.ts'
import { Findings } from './Findings.tsx'
import { StartRefusal } from './Refused.tsx'
import { LabelledField, ScenePeopleFields, RunsOn } from './StartFields.tsx'
import { useDrawnName, useFindings } from './useFindings.ts'
import { firstName, lackingIn, type StartForm } from './start.logic.ts'

interface StartProps {
  /** The topology; asked for when it is left out. */
  topology?: { id: string; name: string } | undefined
  onClose: () => void
}

export function StartDialog({ topology, onClose }: StartProps) {
  const [form, setForm] = useState<StartForm>({
    topology: topology?.id ?? '',
    name: topology ? firstName(topology.name) : '',
    kind: 'private',
    type: 'backend-test',
    owner: '',
    members: [],
    teams: [],
    leaders: [],
    minutes: String(sceneLimits.minutes.default),
    endless: false,
    driver: '',
  })
  const [named, setNamed] = useState(false)
  const [problem, setProblem] = useState<AppProblem>()
  // the same wish has the same key, so that a lost answer starts no second scene
  const [key, setKey] = useState(newKey)
  const [start, { busy }] = useWrite('POST /scenes')
  const go = useNavigate()
  const { visible } = useAccess()
  const id = useId()
  const set = (part: Partial<StartForm>) => {
    setForm((f) => ({ ...f, ...part }))
    setKey(newKey())
  }
  const found = useFindings(form.topology)
  const chosen = useDrawnName(form.topology)
  // until somebody writes one, a scene is called as its topology, whichever is chosen
  const name = named ? form.name : topology ? form.name : firstName(chosen ?? '')
  const lacks = lackingIn({ ...form, name })
  const good = lacks === undefined && !found?.refused
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (!good || busy) return
    setProblem(undefined)
    try {
      const made = await start({ body: bodyOf({ ...form, name }) }, key)
      // who draws may run what he drew and yet not oversee: he goes to its consoles
      void go(visible.has('scene-monitor-detail') ? href('scene-monitor-detail', { id: made.id }) : deskLink(made))
    } catch (err) {
      setProblem(problemOf(err))
    }
  }
  return (
    <Dialog
      open
      title={topology ? t('scene.start_of', { name: topology.name }) : t('scene.start')}
      onClose={onClose}
      actions={
        <>
          <span className="mg-faint st-queue" role="status">
            {t(lacks ? `scene.start_lacks.${lacks}` : 'scene.start_queue')}
          </span>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="primary" icon="play" type="submit" form={id} busy={busy} disabled={!good}>
            {t(found && !found.refused ? 'scene.start_anyway' : 'scene.start_do')}
          </Button>
        </>
      }
    >
      <form id={id} className="st-form" onSubmit={(e) => void submit(e)}>
        {!topology && (
          <LabelledField label={t('scene.start_topology')} across>
            {(label) => (
              <Pick
                to="topology"
                aria-label={label}
                value={form.topology ? [form.topology] : []}
                onChange={([topologyId = '']) => set({ topology: topologyId })}
              />
            )}
          </LabelledField>
        )}
        {found && <Findings of={found} />}
        <TextField
          data-autofocus={topology ? true : undefined}
          className="st-across"
          label={t('scene.start_name')}
          value={name}
          required
          maxLength={sceneLimits.name.max}
          hint={t('scene.start_name_hint', { min: sceneLimits.name.min, max: sceneLimits.name.max })}
          onChange={(written) => {
            setNamed(true)
            set({ name: written })
          }}
          autoComplete="off"
        />
        <LabelledField
          label={t('scene.start_kind')}
          {...(form.kind === 'private' ? { hint: t('scene.start_kind_private') } : {})}
        >
          {(label) => (
            <Select
              aria-label={label}
              value={form.kind}
              options={sceneKinds.map((k) => ({ value: k, label: t(`scene.start_kind.${k}`) }))}
              onChange={(kind) => set({ kind })}
            />
          )}
        </LabelledField>
        <LabelledField label={t('scene.start_type')}>
          {(label) => (
            <Select
              aria-label={label}
              value={form.type}
              options={sceneTypes.map((k) => ({ value: k, label: t(`scene.type.${k}`) }))}
              onChange={(type) => set({ type })}
            />
          )}
        </LabelledField>
        <RunsOn value={form.driver} onChange={(driver) => set({ driver })} />
        <ScenePeopleFields form={form} set={set} />
        <div className="st-time">
          <TextField
            label={t('scene.start_time')}
            type="number"
            min={sceneLimits.minutes.min}
            max={sceneLimits.minutes.max}
            value={form.minutes}
            disabled={form.endless}
            hint={t('scene.start_time_hint', { min: sceneLimits.minutes.min, max: sceneLimits.minutes.max })}
            onChange={(minutes) => set({ minutes })}
          />
          <label className="st-endless">
            <input
              type="checkbox"
              className="kit-box"
              checked={form.endless}
              onChange={(e) => set({ endless: e.target.checked })}
            />
            {t('scene.start_endless')}
          </label>
        </div>
      </form>
      {problem && <StartRefusal problem={problem} />}
    </Dialog>
  )
}

function bodyOf(f: StartForm) {
  return {
    name: f.name.trim(),
    topology_id: f.topology,
    kind: f.kind,
    type: f.type,
    ...(f.owner ? { owner_id: f.owner } : {}),
    member_ids: f.members,
    team_ids: f.teams,
    leader_ids: f.leaders,
    minutes: f.endless ? null : Number(f.minutes),
    ...(f.driver ? { driver: f.driver } : {}),
  }
}
