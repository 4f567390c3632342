/** One case: what was seen, what the entries say to it, and the decision with what follows. */
import '../running.css'
import { useId, useState } from 'react'
import { type CaseDecision, caseDecisions } from '../../../contract/contest/evidence.ts'
import { contestLimits } from '../../../contract/contest/flagContest.ts'
import { runningLimits } from '../../../contract/contest/running.ts'
import type { ContestCase } from '../../../contract/contest/running.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useMissing } from '../../../ui/input/useMissing.tsx'
import { caseSeen } from './caseSeen.ts'

export function CaseDialog({ of: c, judges, onClose }: { of: ContestCase; judges: boolean; onClose: () => void }) {
  const id = useId()
  const [decision, setDecision] = useState<CaseDecision>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(c.entries.slice(0, 1).map((e) => e.id)))
  const [reason, setReason] = useTyped(`contest-case-reason:${c.id}`)
  const [problem, setProblem] = useState<unknown>()
  const [decide, { busy }] = useWrite('POST /contest-cases/:id/decide')
  const open = judges && c.place !== 'decided'
  const whom = decision !== undefined && decision !== 'dismiss'
  const lack = useMissing([
    decision === undefined && t('judging.case_decision'),
    whom && chosen.size === 0 && t('judging.case_whom'),
    reason.trim() === '' && t('contest.entry_reason'),
  ])
  const save = () => {
    if (!decision) return
    setProblem(undefined)
    const entries = whom ? [...chosen] : []
    decide({ params: { id: c.id }, body: { decision, entries, reason: reason.trim() } }).then(
      () => {
        setReason('')
        toast.ok(t('judging.case_decided'))
        onClose()
      },
      (e: unknown) => setProblem(e),
    )
  }
  return (
    <Dialog
      open
      size="large"
      title={t(`judging.detector.${c.detector}`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          {open && (
            <Button tone="primary" busy={busy} onClick={(e) => !lack.stops(e.currentTarget) && save()}>
              {t('judging.case_decide')}
            </Button>
          )}
        </>
      }
    >
      <div className="contest-dialog">
        <p>
          <strong>{c.entries.map((e) => e.name).join(', ')}</strong>
        </p>
        <p>
          {caseSeen(c)} {c.items.length > 0 && <span className="mg-dim">{c.items.join(', ')}</span>}
        </p>
        <Said of={c} asks={open} />
        {c.decision !== null && c.decided_at !== null && (
          <div className="contest-answers contest-review">
            <p>
              <strong>{t(`judging.decision.${c.decision}`)}</strong>
            </p>
            <p className="contest-said-text">{c.reason}</p>
            <p className="mg-faint contest-sub">
              {t('judging.case_by', { name: c.decided_by, time: format.dateTime(c.decided_at) })}
            </p>
          </div>
        )}
        {open &&
          lack.around(
            <>
              <fieldset className="contest-choices">
                <legend className="mg-label">{t('judging.case_decision')}</legend>
                {caseDecisions
                  .filter((d) => d !== 'drop' || c.items.length > 0)
                  .map((d) => (
                    <label key={d}>
                      <input type="radio" name={id} checked={decision === d} onChange={() => setDecision(d)} />
                      <span>
                        {t(`judging.decision.${d}`)}
                        <span className="mg-dim contest-sub">{t(`judging.decision_text.${d}`)}</span>
                      </span>
                    </label>
                  ))}
              </fieldset>
              {whom && (
                <fieldset className="contest-choices">
                  <legend className="mg-label">{t('judging.case_whom')}</legend>
                  {c.entries.map((e) => (
                    <label key={e.id}>
                      <input
                        type="checkbox"
                        className="kit-box"
                        checked={chosen.has(e.id)}
                        onChange={(event) => {
                          const next = new Set(chosen)
                          if (event.target.checked) next.add(e.id)
                          else next.delete(e.id)
                          setChosen(next)
                        }}
                      />
                      <span>{e.name}</span>
                    </label>
                  ))}
                </fieldset>
              )}
              <CountedTextArea
                label={t('contest.entry_reason')}
                aria-required
                value={reason}
                max={contestLimits.reason}
                rows={3}
                onChange={setReason}
              />
            </>,
          )}
        {lack.told}
        {problem !== undefined && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}

/** What they were asked, and what each says. */
function Said({ of: c, asks }: { of: ContestCase; asks: boolean }) {
  const [writing, setWriting] = useState(c.place === 'open')
  const [text, setText] = useTyped(`contest-case-ask:${c.id}`)
  const [ask, { busy }] = useWrite('POST /contest-cases/:id/ask')
  const send = () =>
    ask({ params: { id: c.id }, body: { text: text.trim() } }).then(
      () => {
        setText('')
        setWriting(false)
        toast.ok(t('judging.case_asked'))
      },
      (e: unknown) => toast.problem(e),
    )
  return (
    <>
      {c.question && (
        <div className="contest-answers contest-review">
          <p className="contest-said-text">{c.question}</p>
        </div>
      )}
      {c.question && (
        <ul className="contest-answers" aria-label={t('judging.case_replies')}>
          {c.entries.map((e) => (
            <li key={e.id}>
              <p>
                <strong>{e.name}</strong>{' '}
                {e.replied_at === null && <span className="mg-faint">{t('judging.case_no_reply')}</span>}
              </p>
              {e.reply && <p className="contest-said-text">{e.reply}</p>}
            </li>
          ))}
        </ul>
      )}
      {asks && !writing && (
        <p>
          <Button size="small" onClick={() => setWriting(true)}>
            {t('judging.case_ask_again')}
          </Button>
        </p>
      )}
      {asks && writing && (
        <>
          <CountedTextArea
            label={t('judging.case_question')}
            value={text}
            max={runningLimits.question}
            rows={2}
            onChange={setText}
          />
          <p>
            <Button
              size="small"
              busy={busy}
              off={text.trim() === '' && t('judging.ask_empty')}
              onClick={() => void send()}
            >
              {t('judging.case_ask')}
            </Button>
          </p>
        </>
      )}
    </>
  )
}
