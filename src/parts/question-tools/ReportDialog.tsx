import { useId, useState } from 'react'
import type { OwnReport } from '../../contract/practice/keep.schema.ts'
import { keepLimits, type ReportKind, reportKinds } from '../../contract/practice/keep.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { useTyped } from '../../kit/form/typed.ts'
import { Button } from '../../ui/input/Button.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useMissing } from '../../ui/input/useMissing.tsx'
import './tools.css'

interface ReportProps {
  question: string
  /** What the learner reported before. */
  reports: readonly OwnReport[]
  onClose: () => void
}
export const reportTones = { open: 'warn', fixed: 'ok', declined: 'idle' } as const

/** Tells the keepers of the bank what is wrong with a question. */
export function ReportDialog({ question, reports, onClose }: ReportProps) {
  const [kind, setKind] = useState<ReportKind>()
  const [text, setText] = useTyped(`report:${question}`)
  const [problem, setProblem] = useState<unknown>(null)
  const [send, { busy }] = useWrite('POST /question-tools/:id/reports')
  const id = useId()
  const lack = useMissing([!kind && t('keep.report_kind'), kind === 'other' && !text.trim() && t('keep.report_text')])
  const submit = async (at: Element) => {
    if (lack.stops(at) || !kind || busy) return
    setProblem(null)
    try {
      await send({ params: { id: question }, body: { kind, text: text.trim() } })
      setText('')
      toast.ok(t('keep.report_sent'))
      onClose()
    } catch (e) {
      setProblem(e)
    }
  }
  return (
    <Dialog
      open
      title={t('keep.report_title')}
      onClose={onClose}
      actions={
        <Button type="submit" form={id} tone="primary" busy={busy}>
          {t('keep.report_send')}
        </Button>
      }
    >
      <form
        id={id}
        className="qt-form"
        onSubmit={(e) => {
          e.preventDefault()
          void submit(e.currentTarget)
        }}
      >
        <div role="radiogroup" aria-label={t('keep.report_title')}>
          {reportKinds.map((k) => (
            <label key={k} className="qt-choice">
              <input type="radio" name={`${id}-kind`} checked={kind === k} onChange={() => setKind(k)} />
              {t(`keep.report_kind.${k}`)}
            </label>
          ))}
        </div>
        <label className="mg-label" htmlFor={`${id}-text`}>
          {t('keep.report_text')}
        </label>
        {lack.around(
          <CountedTextArea
            id={`${id}-text`}
            aria-describedby={`${id}-hint`}
            aria-required={kind === 'other'}
            value={text}
            max={keepLimits.report}
            rows={4}
            onChange={setText}
          />,
        )}
        <p id={`${id}-hint`} className="mg-hint">
          {t('keep.report_text_hint')}
        </p>
        {lack.told}
        {problem !== null && <ProblemView compact problem={problem} />}
      </form>
      {reports.length > 0 && (
        <section className="qt-form" aria-label={t('keep.report_own')}>
          <h3>{t('keep.report_own')}</h3>
          <ul className="qt-list">
            {reports.map((r) => (
              <li key={r.id}>
                <span className="qt-line">
                  <StatusTag word={r.state} tone={reportTones[r.state]} label={t(`keep.report_state.${r.state}`)} />
                  {t(`keep.report_kind.${r.kind}`)}
                  <span className="mg-faint qt-end">
                    <Ago at={r.at} />
                  </span>
                </span>
                {r.text && <p>{r.text}</p>}
                {r.reply && <p className="qt-reply">{r.reply}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
