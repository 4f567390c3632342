/** The last look before an attempt is begun: what it uses up, what its candidate declares, and the button that begins. The last attempt is asked about once more. */
import { useState } from 'react'
import type { ExamGuide } from '../../contract/exam/attempt.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { byId } from '../../lib/shadow.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

/** The time of whoever begins now: the whole, or what the end of the exam leaves of it. */
function timeOf({ duration, ends_at, now }: ExamGuide): string {
  if (duration === null) return t('exam.gate_until_end')
  const whole = duration * 60
  const left = (Date.parse(ends_at) - Date.parse(now)) / 1000
  if (left >= whole) return t('exam.gate_clock', { time: format.span(whole) })
  return t('exam.gate_short', { time: format.span(left), whole: format.span(whole), at: format.dateTime(ends_at) })
}

export function BeginPanel({ of: e, onBegin }: { of: ExamGuide; onBegin: () => void }) {
  const [accepted, setAccepted] = useState(false)
  const [missed, setMissed] = useState(false)
  const [asking, setAsking] = useState(false)
  const left = e.attempts - e.mine.length
  const missing = missed && !accepted
  const begin = (near: Element) => {
    if (e.declaration && !accepted) {
      setMissed(true)
      byId(near, 'exam-accept')?.focus()
    } else if (left === 1) setAsking(true)
    else onBegin()
  }
  const used = left === 1 ? t('exam.gate_last') : t('exam.gate_left', { n: e.mine.length + 1, all: e.attempts })
  return (
    <>
      {e.declaration && (
        <Panel title={t('exam.field.declaration')}>
          <Markdown text={e.declaration} />
          <label className="exam-accept">
            <input
              id="exam-accept"
              type="checkbox"
              className="kit-box"
              checked={accepted}
              aria-invalid={missing}
              aria-describedby={missing ? 'exam-accept-missing' : undefined}
              onChange={(event) => setAccepted(event.target.checked)}
            />
            {t('exam.accept')}
          </label>
          {missing && (
            <p id="exam-accept-missing" role="alert" className="mg-error">
              {t('problem.exam_not_accepted')}
            </p>
          )}
        </Panel>
      )}
      <p className="exam-may">
        {used} {timeOf(e)}
      </p>
      <div className="exam-gate-buttons">
        <Button tone="primary" size="large" onClick={(event) => begin(event.currentTarget)}>
          {t('exam.begin_now')}
        </Button>
      </div>
      <Confirm
        open={asking}
        title={t('exam.begin_title')}
        confirm={t('exam.begin_last')}
        dismiss={t('exam.not_yet')}
        onConfirm={onBegin}
        onClose={() => setAsking(false)}
      >
        <p>
          {used} {timeOf(e)}
        </p>
        {e.declaration && <p>{t('exam.accepted')}</p>}
      </Confirm>
    </>
  )
}
