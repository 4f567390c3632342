/** Machines of a class hour: which there are, how far they are made, and what is done with those of all or chosen members. */
import { useState } from 'react'
import type { ClassHour, GridMember, HourGrid } from '../../../contract/classroom/hour.schema.ts'
import { sceneGrace, type ScenePlan, scenePlans } from '../../../contract/classroom/hour.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Chips } from '../../../ui/data/Chips.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { IconName } from '../../../ui/icon/Icon.tsx'
import { type MachineAct, machineActsOf, membersFor } from './monitor.logic.ts'

const icons = {
  start: 'play',
  stop: 'stop',
  extend: 'clock',
  freeze: 'lock',
  thaw: 'unlock',
} as const satisfies Record<MachineAct, IconName>

export function Machines({ of, scenes }: { of: HourGrid; scenes: NonNullable<HourGrid['scenes']> }) {
  const { hour } = of
  const { titleOf } = useCourseText()
  const { plan, lab, wanted, made, failed, starting, running, queued, frozen } = scenes
  const [choose, { busy }] = useWrite('POST /class-hours/:id/scene-plan')
  const acts = machineActsOf(hour)
  const settled = made + failed
  const chooses =
    hour.status !== 'ended' &&
    hour.status !== 'cancelled' &&
    hour.can.includes('plan') &&
    starting + running + queued === 0 &&
    settled === wanted
  const pick = (scene_plan: ScenePlan | null) =>
    void choose({ params: { id: hour.id }, body: { scene_plan, lab_id: hour.lab_id } }).catch(toast.problem)
  return (
    <Panel
      title={t('classroom.machines')}
      description={hour.course ? titleOf(lab, hour.course) : lab.title}
      actions={acts.length > 0 && plan !== 'none' && <MachineButtons of={of} members={of.members} all />}
    >
      <div className="class-machines">
        {chooses ? (
          <Chips
            label={t('classroom.scene_plan')}
            value={plan}
            items={scenePlans.map((value) => ({ value, label: t(`classroom.plan.${value}`) }))}
            onChange={(next) => {
              const to = scenePlans.find((p) => p === next)
              if (to && !busy) pick(to)
            }}
          />
        ) : (
          <span>{t(`classroom.plan.${plan}`)}</span>
        )}
        {!hour.plan_chosen ? (
          <span className="mg-faint">{t('classroom.plan_follows')}</span>
        ) : (
          chooses && (
            <Button size="small" busy={busy} onClick={() => pick(null)}>
              {t('classroom.plan_follow')}
            </Button>
          )
        )}
        {wanted > 0 && settled < wanted && (
          <ProgressBar
            value={settled / wanted}
            label={t('classroom.machines_progress')}
            says={t('classroom.machines_made', { made: settled, all: wanted })}
          />
        )}
        <span className="mg-dim" role="status">
          {[
            t('classroom.machines_running', { n: running }),
            starting > 0 && t('classroom.machines_starting', { n: starting }),
            queued > 0 && t('classroom.machines_queued', { n: queued }),
            frozen > 0 && t('classroom.machines_frozen', { n: frozen }),
            failed > 0 && t('classroom.machines_failed', { n: failed }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {plan === 'groups' && of.members.some((m) => m.group === null) && (
          <span className="mg-faint">
            {t('classroom.machines_ungrouped', { n: of.members.filter((m) => m.group === null).length })}
          </span>
        )}
      </div>
    </Panel>
  )
}

interface MachineButtonsProps {
  of: HourGrid
  members: readonly GridMember[]
  /** Of everybody, whoever comes until then among them. */
  all?: boolean
}
export function MachineButtons({ of, members, all = false }: MachineButtonsProps) {
  const [asking, setAsking] = useState<MachineAct>()
  return (
    <>
      {machineActsOf(of.hour).map((act) => {
        const some = membersFor(members, act)
        return (
          (some.length > 0 || act === 'start') && (
            <Button
              key={act}
              size="small"
              icon={icons[act]}
              tone={act === 'start' && all && some.length === members.length ? 'primary' : 'plain'}
              off={some.length === 0 && t('classroom.machines_all_have')}
              onClick={() => setAsking(act)}
            >
              {t(`classroom.machines_act.${act}`)}
            </Button>
          )
        )
      })}
      {asking && (
        <ActDialog
          hour={of.hour}
          act={asking}
          members={membersFor(members, asking)}
          all={all}
          shared={of.scenes?.plan === 'groups' || of.scenes?.plan === 'shared'}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

interface ActDialogProps {
  hour: ClassHour
  act: MachineAct
  members: readonly GridMember[]
  all: boolean
  /** Machines are of several: what is done for one is done for all of them. */
  shared: boolean
  onClose: () => void
}
function ActDialog({ hour, act, members, all, shared, onClose }: ActDialogProps) {
  const write = useWriteTo()
  const [one] = members
  return (
    <Confirm
      open
      danger={act === 'stop'}
      title={
        one && members.length === 1
          ? t(`classroom.machines_title_one.${act}`, { name: one.name })
          : t(`classroom.machines_title.${act}`, { n: members.length })
      }
      confirm={t(`classroom.machines_act.${act}`)}
      onConfirm={async () => {
        const reply = await write<{ wanted?: number; done?: string[]; failed?: unknown[] }>(
          `POST /class-hours/:id/scenes/${act}`,
          { params: { id: hour.id }, body: { user_ids: all ? [] : members.map((m) => m.user_id) } },
        )
        const failed = reply.failed?.length ?? 0
        if (failed > 0) toast.warn(t('classroom.machines_not_all', { done: reply.done?.length ?? 0, failed }))
        else toast.ok(t(`classroom.machines_done.${act}`))
      }}
      onClose={onClose}
    >
      <p>{t(`classroom.machines_text.${act}`, { minutes: sceneGrace, time: format.time(hour.ends_at) })}</p>
      {shared && !all && <p>{t('classroom.machines_shared')}</p>}
    </Confirm>
  )
}
