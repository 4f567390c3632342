/** Another key for one question of an exam that is over: what it would do is seen before it is done. */
import { useState } from 'react'
import type { ExamQuestion, RekeyPreview } from '../../../../contract/exam/rekey.schema.ts'
import { examLimits } from '../../../../contract/exam/exam.ts'
import { t } from '../../../../i18n/index.ts'
import { useWrite } from '../../../../kit/data/api.ts'
import { useCall } from '../../../../kit/data/call.ts'
import { useTyped } from '../../../../kit/form/typed.ts'
import { optionLetter } from '../../../../parts/question/letter.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../../ui/input/CountedTextArea.tsx'
import { Dialog } from '../../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { useMissing } from '../../../../ui/input/useMissing.tsx'
import { changeOf, type KeyChangeKind, kindsFor } from './change.logic.ts'
import { WhoMoves } from './WhoMoves.tsx'

interface RekeyDialogProps {
  exam: string
  of: ExamQuestion
  label: string
  onClose: () => void
}

export function RekeyDialog({ exam, of: q, label, onClose }: RekeyDialogProps) {
  const [kind, setKind] = useState<KeyChangeKind>()
  const [correct, setCorrect] = useState<readonly string[]>(q.key.correct ?? [])
  const [reason, setReason] = useTyped(`rekey:${exam}:${q.id}`)
  const [seen, setSeen] = useState<RekeyPreview>()
  const [problem, setProblem] = useState<unknown>()
  const [look, looking] = useCall('POST /exams/:id/rekey/preview')
  const [apply, applying] = useWrite('POST /exams/:id/rekey')
  const lack = useMissing([reason.trim() === '' && t('exam.reason')])
  const change = changeOf(q, kind, correct)
  const choose = (next: { kind?: KeyChangeKind; correct?: readonly string[] }) => {
    if (next.kind) setKind(next.kind)
    if (next.correct) setCorrect(next.correct)
    setSeen(undefined)
  }
  const attempt = async (act: () => Promise<unknown>) => {
    setProblem(undefined)
    try {
      await act()
    } catch (e) {
      setProblem(e)
    }
  }
  const preview = () =>
    attempt(async () => {
      if (change) setSeen(await look({ params: { id: exam }, body: { item: q.id, change } }))
    })
  const save = () =>
    attempt(async () => {
      if (!change) return
      await apply({ params: { id: exam }, body: { item: q.id, change, reason: reason.trim() } })
      setReason('')
      toast.ok(t('marking.rekey_begun'))
      onClose()
    })
  return (
    <Dialog
      open
      size="large"
      title={t('marking.rekey_title', { n: label })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          {seen ? (
            <Button tone="primary" busy={applying.busy} onClick={(e) => !lack.stops(e.currentTarget) && void save()}>
              {t('marking.rekey_apply', { n: seen.sheets })}
            </Button>
          ) : (
            <Button
              tone="primary"
              busy={looking.busy}
              off={!change && t('marking.rekey_choose')}
              onClick={() => void preview()}
            >
              {t('marking.rekey_preview')}
            </Button>
          )}
        </>
      }
    >
      <div className="marking-dialog">
        <p>
          <strong>{q.question.title}</strong>
        </p>
        <fieldset className="marking-kinds">
          <legend className="mg-label">{t('marking.rekey_how')}</legend>
          {kindsFor(q).map((k) => (
            <label key={k}>
              <input type="radio" name="rekey" checked={kind === k} onChange={() => choose({ kind: k })} />
              <span>
                {t(`marking.change_kind.${k}`)} <span className="mg-faint">{t(`marking.change_text.${k}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {kind === 'options' && (
          <fieldset className="marking-kinds">
            <legend className="mg-label">{t('marking.right_options')}</legend>
            {q.question.options.map((o, n) => (
              <label key={o.id}>
                <input
                  type="checkbox"
                  className="kit-box"
                  checked={correct.includes(o.id)}
                  onChange={(e) =>
                    choose({ correct: e.target.checked ? [...correct, o.id] : correct.filter((id) => id !== o.id) })
                  }
                />
                <span className="mg-dim">{optionLetter(n)}</span>
                <span>{o.text}</span>
              </label>
            ))}
            {q.question.type === 'single' && <p className="mg-hint">{t('marking.single_hint')}</p>}
          </fieldset>
        )}
        {looking.busy && <Loading kind="list" rows={3} />}
        {seen && <WhoMoves of={seen} />}
        {lack.around(
          seen && (
            <CountedTextArea
              label={t('exam.reason')}
              aria-required
              placeholder={t('marking.rekey_reason')}
              value={reason}
              max={examLimits.reason}
              rows={2}
              onChange={setReason}
            />
          ),
        )}
        {lack.told}
        {problem !== undefined && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}
