/** Steps of a lab: what to do, and of each whether it is done. */
import './lab.css'
import { type FormEvent, useId, useState } from 'react'
import { courseTextIn } from '../../../../../contract/course/texts.ts'
import { labLimits } from '../../../../../contract/course/lab.ts'
import { t } from '../../../../../i18n/index.ts'
import { useWrite } from '../../../../../kit/data/api.ts'
import { useTyped } from '../../../../../kit/form/typed.ts'
import { problemOf } from '../../../../../lib/problem.ts'
import { DateTime } from '../../../../../ui/data/DateTime.tsx'
import { Confirm } from '../../../../../ui/feedback/Confirm.tsx'
import { toast } from '../../../../../ui/feedback/toast.ts'
import { Icon } from '../../../../../ui/icon/Icon.tsx'
import { Button } from '../../../../../ui/input/Button.tsx'
import { TextField } from '../../../../../ui/input/TextField.tsx'
import { Markdown } from '../../../../../ui/text/Markdown.tsx'
import { StateSign } from '../../state.tsx'
import type { SectionViewProps } from '../section.ts'
import { nextHint, type ShownLab, type ShownStep, remainingWorth } from './lab.logic.ts'
import type { Checking } from './useChecks.ts'

type LabProps = SectionViewProps<ShownLab>
export function LabSteps({ checks, ...props }: LabProps & { checks: Checking }) {
  const { content, of } = props
  const several = content.steps.filter((s) => s.check === 'state' && s.passed_at === null).length > 1
  return (
    <>
      <ol className="lab-steps">
        {content.steps.map((step, n) => (
          <Step key={step.id} n={n + 1} step={step} lab={props} checks={checks} />
        ))}
      </ol>
      {several && (
        <p className="lab-line">
          <Button
            icon="check"
            busy={checks.busy}
            off={of.preview ? t('learn.preview_off') : content.scene_id === null && t('learn.lab_start_first')}
            onClick={() => void checks.look()}
          >
            {t('learn.lab_check_all')}
          </Button>
        </p>
      )}
    </>
  )
}

interface StepProps {
  n: number
  step: ShownStep
  lab: LabProps
  checks: Checking
}
function Step({ n, step, lab, checks }: StepProps) {
  const { of, language } = lab
  const read = (own: string, other: string) => courseTextIn(own, other, of.course.language, language)
  const text = read(step.text, step.text_other)
  const done = step.passed_at !== null
  return (
    <li className="lab-step">
      <header>
        <StateSign done={done} />
        <h3>{t('learn.lab_step_n', { n, title: read(step.title, step.title_other).text })}</h3>
        {step.check !== 'none' && (
          <span className="mg-num mg-dim">{t('learn.lab_points', { n: remainingWorth(step) })}</span>
        )}
      </header>
      {text.text.trim() !== '' && (
        <div lang={text.language || undefined}>
          <Markdown text={text.text} />
        </div>
      )}
      {step.check === 'none' ? (
        <Tick step={step} lab={lab} />
      ) : done ? (
        <p className="lab-line learn-done" role="status">
          <Icon name="check" /> {t('learn.lab_passed_at')} <DateTime at={step.passed_at ?? ''} />
        </p>
      ) : step.check === 'flag' ? (
        <Flag step={step} lab={lab} />
      ) : (
        <State step={step} lab={lab} checks={checks} />
      )}
      {step.hints.length > 0 && <Hints step={step} lab={lab} />}
    </li>
  )
}

function Tick({ step, lab: { of, section } }: Pick<StepProps, 'step' | 'lab'>) {
  const [tick, { busy }] = useWrite('POST /learning/courses/:id/sections/:section/ticks')
  const turn = async (done: boolean) => {
    try {
      await tick({ params: { id: of.course.id, section: section.id }, body: { step: step.id, done } })
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <label className="kit-check">
      <input
        type="checkbox"
        disabled={of.preview || busy}
        checked={step.passed_at !== null}
        onChange={(e) => void turn(e.target.checked)}
      />
      <span>{t('learn.lab_tick')}</span>
    </label>
  )
}

function State({ step, lab: { of, content }, checks }: Pick<StepProps, 'step' | 'lab' | 'checks'>) {
  const why = checks.said.get(step.id)
  return (
    <div className="lab-line">
      <Button
        size="small"
        icon="check"
        busy={checks.busy}
        off={of.preview ? t('learn.preview_off') : content.scene_id === null && t('learn.lab_start_first')}
        onClick={() => void checks.look(step.id)}
      >
        {t('learn.lab_check')}
      </Button>
      <span role="status" className={why === undefined ? 'mg-faint' : ''}>
        {why === undefined ? t('learn.lab_checks_itself') : t(`learn.lab_why.${why}`)}
      </span>
    </div>
  )
}

function Flag({ step, lab: { of, section, content } }: Pick<StepProps, 'step' | 'lab'>) {
  const [text, setText] = useTyped(`lab:${of.course.id}:${section.id}:${step.id}`)
  const [said, setSaid] = useState<string>()
  const [send, { busy }] = useWrite('POST /learning/courses/:id/sections/:section/flags')
  const id = useId()
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (busy || of.preview || text.trim() === '') return
    setSaid(undefined)
    try {
      const reply = await send({ params: { id: of.course.id, section: section.id }, body: { step: step.id, text } })
      if (reply.right) setText('')
      else
        setSaid(
          [t('learn.lab_flag_wrong'), reply.left <= 5 && t('learn.lab_flag_left', { n: reply.left })]
            .filter(Boolean)
            .join(' '),
        )
      if (reply.completed) toast.ok(t('learn.completed_now'))
    } catch (raw) {
      const problem = problemOf(raw)
      if (problem.code === 'too_many')
        setSaid(t('learn.lab_flag_wait', { n: Number(problem.details?.['seconds'] ?? content.wait) }))
      else toast.problem(raw)
    }
  }
  return (
    <form className="lab-step-flag" onSubmit={(e) => void submit(e)}>
      <TextField
        label={t('learn.lab_flag')}
        className="mg-mono"
        value={text}
        maxLength={labLimits.flag}
        autoComplete="off"
        spellCheck={false}
        disabled={of.preview}
        aria-describedby={`${id}-said`}
        onChange={setText}
      />
      <Button type="submit" busy={busy} off={of.preview && t('learn.preview_off')} disabled={text.trim() === ''}>
        {t('learn.lab_flag_send')}
      </Button>
      <p id={`${id}-said`} aria-live="polite" className={said ? 'mg-error' : undefined}>
        {said}
      </p>
    </form>
  )
}

function Hints({ step, lab: { of, section, language } }: Pick<StepProps, 'step' | 'lab'>) {
  const [asking, setAsking] = useState(false)
  const [take] = useWrite('POST /learning/courses/:id/sections/:section/hints')
  const next = nextHint(step)
  const cost = next === undefined ? 0 : (step.hints[next]?.cost ?? 0)
  const free = step.passed_at !== null
  return (
    <div>
      <ol className="lab-step-hints">
        {step.hints.map((h, n) =>
          h.text === null ? null : (
            <li key={n}>
              <strong>{t('learn.lab_hint', { n: n + 1 })}</strong>
              <Markdown text={courseTextIn(h.text, h.text_other ?? '', of.course.language, language).text} />
            </li>
          ),
        )}
      </ol>
      {next !== undefined && (
        <p className="lab-line">
          <Button
            size="small"
            tone="quiet"
            icon="question"
            off={of.preview && t('learn.preview_off')}
            onClick={() => setAsking(true)}
          >
            {free ? t('learn.lab_hint_free', { n: next + 1 }) : t('learn.lab_hint_take', { n: next + 1, cost })}
          </Button>
        </p>
      )}
      <Confirm
        open={asking && next !== undefined}
        title={t('learn.lab_hint_title', { n: (next ?? 0) + 1 })}
        confirm={t('learn.lab_hint_show')}
        onConfirm={() =>
          take({ params: { id: of.course.id, section: section.id }, body: { step: step.id, n: next ?? 0 } })
        }
        onClose={() => setAsking(false)}
      >
        <p>
          {free
            ? t('learn.lab_hint_text_free')
            : t('learn.lab_hint_text', { cost, worth: Math.max(0, remainingWorth(step) - cost) })}
        </p>
      </Confirm>
    </div>
  )
}
