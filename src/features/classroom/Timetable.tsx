/** The weekly timetable of a class: written here, previewed, and made into class hours. */
import { useId, useState } from 'react'
import { classLimits } from '../../contract/classroom/class.ts'
import type { CourseClass } from '../../contract/classroom/class.schema.ts'
import type { TimetablePlan } from '../../contract/classroom/timetable.schema.ts'
import { scenePlans } from '../../contract/classroom/hour.ts'
import { weekdays } from '../../contract/classroom/timetable.ts'
import { deepEqual } from '../../contract/lib/equal.ts'
import type { RouteResult } from '../../contract/lib/route.ts'
import type { Api } from '../../contract/api.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { useCall } from '../../kit/data/call.ts'
import { LeaveGuard } from '../../kit/form/LeaveGuard.tsx'
import { NativeSelect } from '../../kit/resource/input/Select.tsx'
import { newKey } from '../../lib/id.ts'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button, IconButton } from '../../ui/input/Button.tsx'
import { DateInput } from '../../ui/input/dates/DateInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ownZone } from '../../parts/learner/zone.ts'
import { ClashList } from './Clashes.tsx'
import { emptyPlan, isClock, planWrong, slotAfter } from './timetable.logic.ts'
import { periodText } from './words.ts'

type Timetable = RouteResult<Api, 'GET /classes/:id/timetable'>
type Preview = RouteResult<Api, 'POST /classes/:id/timetable/preview'>

export function TimetablePage({ of }: { of: CourseClass }) {
  const { data, error, refetch } = useRead('GET /classes/:id/timetable', { params: { id: of.id } }, { fresh: true })
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="form" />
  return <Editor key={data.version} of={of} stands={data} onStale={refetch} />
}

function Editor({ of, stands, onStale }: { of: CourseClass; stands: Timetable; onStale: () => void }) {
  const id = useId()
  const [begin] = useState(() => stands.plan ?? emptyPlan(new Date()))
  const [plan, setPlan] = useState<TimetablePlan>(begin)
  const [fill, setFill] = useState(true)
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<unknown>()
  const [look, looking] = useCall('POST /classes/:id/timetable/preview')
  const [write, writing] = useWrite('PUT /classes/:id/timetable')
  const may = of.can.includes('plan') && of.status !== 'archived'
  const dirty = !deepEqual(plan, begin)
  const wrong = planWrong(plan)
  const edit = (part: Partial<TimetablePlan>) => {
    setPlan({ ...plan, ...part })
    setPreview(undefined)
  }
  const slot = (n: number, part: Partial<TimetablePlan['slots'][number]>) =>
    edit({ slots: plan.slots.map((s, i) => (i === n ? { ...s, ...part } : s)) })
  const day = (n: number, part: Partial<TimetablePlan['exceptions'][number]>) =>
    edit({ exceptions: plan.exceptions.map((e, i) => (i === n ? { ...e, ...part } : e)) })
  const run = async (what: () => Promise<unknown>) => {
    setProblem(undefined)
    try {
      await what()
    } catch (e) {
      setProblem(e)
    }
  }
  if (!may && !stands.plan) return <Empty icon="calendar" title={t('classroom.timetable_none')} />
  return (
    <div className="class-timetable">
      <LeaveGuard dirty={dirty} isDirty={() => dirty} byQuery />
      <Panel title={t('classroom.tab.timetable')} description={t('classroom.timetable_zone', { zone: stands.zone })}>
        <fieldset className="class-plan" disabled={!may}>
          <div className="class-fields">
            <div className="mg-labelled">
              <label className="mg-label mg-label-needed" htmlFor={`${id}-from`}>
                {t('classroom.plan_from')}
              </label>
              <DateInput id={`${id}-from`} disabled={!may} value={plan.from} onChange={(from) => edit({ from })} />
            </div>
            <div className="mg-labelled">
              <label className="mg-label mg-label-needed" htmlFor={`${id}-until`}>
                {t('classroom.plan_until')}
              </label>
              <DateInput id={`${id}-until`} disabled={!may} value={plan.until} onChange={(until) => edit({ until })} />
            </div>
          </div>
          <h3>{t('classroom.slots')}</h3>
          {plan.slots.length === 0 && <p className="mg-dim">{t('classroom.slots_none')}</p>}
          <ul className="class-lines">
            {plan.slots.map((s, n) => (
              <li key={s.id}>
                <NativeSelect
                  aria-label={t('classroom.slot_day', { n: n + 1 })}
                  disabled={!may}
                  value={String(s.day)}
                  options={weekdays.map((d) => ({ value: String(d), label: t(`classroom.day.${d}`) }))}
                  onChange={(d) => slot(n, { day: weekdays.find((w) => String(w) === d) ?? s.day })}
                />
                <input
                  className="mg-field class-clock"
                  aria-label={t('classroom.slot_from', { n: n + 1 })}
                  aria-invalid={!isClock(s.from) || undefined}
                  placeholder="09:00"
                  maxLength={5}
                  value={s.from}
                  onChange={(e) => slot(n, { from: e.target.value })}
                />
                <span aria-hidden="true">–</span>
                <input
                  className="mg-field class-clock"
                  aria-label={t('classroom.slot_to', { n: n + 1 })}
                  aria-invalid={!isClock(s.to) || s.to <= s.from || undefined}
                  placeholder="10:30"
                  maxLength={5}
                  value={s.to}
                  onChange={(e) => slot(n, { to: e.target.value })}
                />
                <input
                  className="mg-field class-room"
                  aria-label={t('classroom.slot_room', { n: n + 1 })}
                  placeholder={of.room || t('class.field.room')}
                  maxLength={classLimits.room}
                  value={s.room}
                  onChange={(e) => slot(n, { room: e.target.value })}
                />
                <IconButton
                  icon="trash"
                  size="small"
                  label={t('classroom.slot_remove', { n: n + 1 })}
                  onClick={() => edit({ slots: plan.slots.filter((_, i) => i !== n) })}
                />
              </li>
            ))}
          </ul>
          {may && plan.slots.length < classLimits.slots && (
            <Button
              size="small"
              icon="plus"
              onClick={() => edit({ slots: [...plan.slots, slotAfter(plan.slots.at(-1), newKey().slice(0, 12))] })}
            >
              {t('classroom.slot_add')}
            </Button>
          )}
          <h3>{t('classroom.exceptions')}</h3>
          {plan.exceptions.length === 0 && <p className="mg-dim">{t('classroom.exceptions_none')}</p>}
          <ul className="class-lines">
            {plan.exceptions.map((e, n) => (
              <li key={n}>
                <DateInput
                  aria-label={t('classroom.exception_on', { n: n + 1 })}
                  disabled={!may}
                  value={e.on}
                  onChange={(on) => day(n, { on })}
                />
                <input
                  className="mg-field class-room"
                  aria-label={t('classroom.exception_note', { n: n + 1 })}
                  placeholder={t('classroom.exception_note_hint')}
                  maxLength={classLimits.note}
                  value={e.note}
                  onChange={(x) => day(n, { note: x.target.value })}
                />
                <IconButton
                  icon="trash"
                  size="small"
                  label={t('classroom.exception_remove', { n: n + 1 })}
                  onClick={() => edit({ exceptions: plan.exceptions.filter((_, i) => i !== n) })}
                />
              </li>
            ))}
          </ul>
          {may && plan.exceptions.length < classLimits.exceptions && (
            <Button
              size="small"
              icon="plus"
              onClick={() => edit({ exceptions: [...plan.exceptions, { on: plan.from, note: '' }] })}
            >
              {t('classroom.exception_add')}
            </Button>
          )}
          <h3 id={`${id}-machines`}>{t('classroom.scene_plan')}</h3>
          <p className="mg-dim">{t('classroom.plan_inherited')}</p>
          <NativeSelect
            aria-labelledby={`${id}-machines`}
            disabled={!may}
            value={plan.scene_plan}
            options={scenePlans.map((value) => ({ value, label: t(`classroom.plan.${value}`) }))}
            onChange={(to) => edit({ scene_plan: scenePlans.find((p) => p === to) ?? 'none' })}
          />
          <label className="kit-check class-fill">
            <input
              type="checkbox"
              className="kit-box"
              checked={fill}
              onChange={(e) => {
                setFill(e.target.checked)
                setPreview(undefined)
              }}
            />
            <span>
              {t('classroom.fill')} <span className="mg-faint">{t('classroom.fill_hint')}</span>
            </span>
          </label>
        </fieldset>
        {may && (
          <div className="class-plan-acts">
            <Button
              tone={preview ? 'plain' : 'primary'}
              busy={looking.busy}
              off={wrong && t(`classroom.plan_wrong.${wrong}`)}
              onClick={() =>
                void run(async () => setPreview(await look({ params: { id: of.id }, body: { plan, fill } })))
              }
            >
              {t('classroom.preview')}
            </Button>
            {preview && (
              <Button
                tone="primary"
                busy={writing.busy}
                onClick={() =>
                  void run(async () => {
                    await write({
                      params: { id: of.id },
                      body: { plan, fill, version: stands.version, anyway: preview.clashes.total > 0 },
                    })
                    toast.ok(t('classroom.timetable_saved'))
                  })
                }
              >
                {preview.clashes.total > 0 ? t('classroom.save_anyway') : t('classroom.make_hours')}
              </Button>
            )}
          </div>
        )}
        {problem !== undefined && <ProblemView compact problem={problem} onRetry={onStale} />}
      </Panel>
      {preview && <PreviewPanel of={preview} zone={stands.zone} />}
    </div>
  )
}

function PreviewPanel({ of: p, zone }: { of: Preview; zone: string }) {
  const own = ownZone()
  const more = p.added + p.moved - p.hours.length
  return (
    <Panel title={t('classroom.preview')} level={2}>
      <p role="status">
        {t('classroom.preview_text', { added: p.added, moved: p.moved, removed: p.removed, kept: p.kept })}
      </p>
      {own !== zone && <p className="mg-dim">{t('classroom.own_zone', { zone: own })}</p>}
      <ClashList of={p.clashes} />
      {p.hours.length > 0 && (
        <ul className="class-preview">
          {p.hours.map((h) => (
            <li key={h.starts_at}>
              <span className="mg-num">{periodText(h)}</span>{' '}
              <span className="mg-faint">
                {[h.room, h.moved && t('classroom.preview_moved')].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="mg-faint">{t('classroom.preview_more', { n: format.number(more) })}</p>}
    </Panel>
  )
}
