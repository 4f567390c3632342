/** Before an attempt is begun: what it uses up, how it goes, and what its candidate declares. Looking uses up nothing. */
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { ExamGuide } from '../../../contract/exam/attempt.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { byId } from '../../../lib/shadow.ts'
import { Button, linkClass } from '../../../ui/Button.tsx'
import { Markdown } from '../../../ui/Markdown.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ExamRules } from '../ExamRules.tsx'
import { isAfterGuide, whenOf } from '../words.ts'

export function Gate({ of: e, onBegin }: { of: ExamGuide; onBegin: () => void }) {
  const [accepted, setAccepted] = useState(false)
  const [missed, setMissed] = useState(false)
  const left = e.attempts - e.mine.length
  // whoever comes from the guide has just read how it goes
  const read = isAfterGuide(useLocation().state)
  const begin = (near: Element) => {
    if (e.declaration && !accepted) {
      setMissed(true)
      byId(near, 'exam-accept')?.focus()
    } else onBegin()
  }
  return (
    <Page narrow="form" title={e.name} description={whenOf(e)}>
      <p className="exam-may">
        {left === 1 ? t('exam.gate_last') : t('exam.gate_left', { n: e.mine.length + 1, all: e.attempts })}
      </p>
      <p className="exam-may">
        {e.duration === null ? t('exam.gate_until_end') : t('exam.gate_clock', { time: format.span(e.duration * 60) })}
      </p>
      <div className="exam-columns">
        {!read && e.notice && (
          <Panel title={t('exam.field.notice')}>
            <Markdown text={e.notice} />
          </Panel>
        )}
        {!read && <ExamRules of={e} />}
        {e.declaration && (
          <Panel title={t('exam.field.declaration')}>
            <Markdown text={e.declaration} />
            <label className="exam-accept">
              <input
                id="exam-accept"
                type="checkbox"
                className="kit-box"
                checked={accepted}
                aria-invalid={missed && !accepted}
                aria-describedby={missed && !accepted ? 'exam-accept-missing' : undefined}
                onChange={(event) => setAccepted(event.target.checked)}
              />
              {t('exam.accept')}
            </label>
            {missed && !accepted && (
              <p id="exam-accept-missing" role="alert" className="mg-error">
                {t('problem.exam_not_accepted')}
              </p>
            )}
          </Panel>
        )}
      </div>
      <div className="exam-gate-buttons">
        <Button tone="primary" onClick={(event) => begin(event.currentTarget)}>
          {t('exam.begin_now')}
        </Button>
        <Link className={linkClass()} to={href('exam-guide', { exam_id: e.id })}>
          {t('exam.not_yet')}
        </Link>
      </div>
    </Page>
  )
}
