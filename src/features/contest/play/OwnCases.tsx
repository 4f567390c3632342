/** What staff ask the own entry about, and its reply. */
import '../running.css'
import { useState } from 'react'
import { runningLimits } from '../../../contract/contest/running.ts'
import type { AskedCase } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

export function OwnCases({ contest }: { contest: string }) {
  const { data } = useRead('GET /contests/:id/cases', { params: { id: contest } }, { every: 60_000 })
  return data?.items.map((c) => <OwnCase key={c.id} of={c} />)
}

function OwnCase({ of: c }: { of: AskedCase }) {
  const [text, setText] = useTyped(`contest-case:${c.id}`)
  const [problem, setProblem] = useState<unknown>()
  const [reply, { busy }] = useWrite('POST /contest-cases/:id/reply')
  const send = () => {
    setProblem(undefined)
    reply({ params: { id: c.id }, body: { text: text.trim() } }).then(
      () => {
        setText('')
        toast.ok(t('judging.replied'))
      },
      (e: unknown) => setProblem(e),
    )
  }
  return (
    <section className="contest-answer-new contest-dialog" aria-label={t('judging.asked_you')}>
      <p className="contest-fact">
        <strong>{t('judging.asked_you')}</strong>
        <span className="mg-dim">{[t(`judging.detector.${c.detector}`), ...c.items].join(' · ')}</span>
        <span className="mg-faint contest-end">
          <Ago at={c.asked_at} />
        </span>
      </p>
      <p className="contest-said-text">{c.question}</p>
      {c.reply && (
        <div className="contest-answers contest-review">
          <p className="contest-said-text">{c.reply}</p>
        </div>
      )}
      {c.can.includes('reply') && (
        <>
          <CountedTextArea
            label={t('judging.reply')}
            value={text}
            max={runningLimits.answer}
            rows={3}
            onChange={setText}
          />
          {problem !== undefined && <ProblemView compact problem={problem} />}
          <p>
            <Button size="small" busy={busy} off={text.trim() === '' && t('judging.reply_empty')} onClick={send}>
              {t('judging.reply_send')}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}
