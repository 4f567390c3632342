/** Questions of the exam with the keys that count, and changing one after the end. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import type { ExamQuestion, Rekey } from '../../../contract/exam/rekey.schema.ts'
import { cents } from '../../../contract/exam/score.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { BylineText } from '../../../parts/byline/Byline.tsx'
import { keyText } from '../../../parts/question/key.logic.ts'
import { lettersOf } from './Progress.tsx'
import { RekeyDialog } from './rekey/RekeyDialog.tsx'

export function Questions({ exam }: { exam: Exam }) {
  const { language } = useSettings()
  const [asked, setAsked] = useState<string>()
  const { data, error, refetch } = useRead('GET /exams/:id/questions', { params: { id: exam.id }, query: { language } })
  const changes = useRead('GET /exams/:id/rekeys', { params: { id: exam.id } })
  const running = changes.data?.items.some((r) => r.finished_at === null) ?? false
  // while sheets are judged again the figures move
  useRead('GET /exams/:id/rekeys', { params: { id: exam.id } }, running ? { every: 1000 } : { skip: true })
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={8} />
  const letters = lettersOf(data.items)
  const may = data.may && exam.status === 'ended' && !running
  const open = data.items.find((q) => q.id === asked)
  const label = (q: Pick<ExamQuestion, 'n' | 'variant'>) => `${letters.get(q.variant) ?? ''}${format.number(q.n)}`
  return (
    <div className="marking-progress">
      {changes.data && changes.data.items.length > 0 && (
        <Panel title={t('marking.rekeys')}>
          <ul className="marking-rekeys">
            {changes.data.items.map((r) => (
              <Change key={r.id} of={r} question={data.items.find((q) => q.id === r.item)} label={label} />
            ))}
          </ul>
        </Panel>
      )}
      <Panel flush title={t('marking.tab.questions')} description={data.may ? t('marking.rekey_about') : undefined}>
        <Table
          name={t('marking.question')}
          rows={data.items}
          keyOf={(q) => `${q.variant} ${q.id}`}
          columns={[
            {
              head: t('marking.question'),
              cell: (q) => (
                <>
                  {t('marking.question_n', { n: label(q), title: q.question.title })}
                  <span className="mg-faint marking-sub">{t(`marking.type.${q.question.type}`)}</span>
                </>
              ),
            },
            {
              head: t('marking.key'),
              cell: (q) => (
                <>
                  {q.change?.kind === 'everybody' || q.change?.kind === 'left_out' ? (
                    t(`marking.change_kind.${q.change.kind}`)
                  ) : (
                    <span className="marking-key">{keyText(q.question, q.key) ?? t('marking.by_person')}</span>
                  )}
                  {q.revision > 0 && (
                    <span className="mg-faint marking-sub">{t('marking.changed_n', { n: q.revision })}</span>
                  )}
                </>
              ),
            },
            {
              head: t('marking.mean'),
              short: true,
              className: 'mg-num',
              cell: (q) => (
                <>
                  {q.mean === null ? '–' : format.number(cents(q.mean))}{' '}
                  <span className="mg-faint">/ {format.number(q.score)}</span>
                </>
              ),
            },
            { head: t('marking.answers'), className: 'mg-num', cell: (q) => format.number(q.answers) },
            ...(data.may
              ? [
                  {
                    head: t('marking.rekey'),
                    cell: (q: (typeof data.items)[number]) => (
                      <Button
                        size="small"
                        disabled={!may}
                        aria-label={t('marking.rekey_n', { n: label(q) })}
                        onClick={() => setAsked(q.id)}
                      >
                        {t('marking.rekey')}
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Panel>
      {data.may && exam.status !== 'ended' && <p className="mg-hint">{t('marking.rekey_after')}</p>}
      {open && <RekeyDialog exam={exam.id} of={open} label={label(open)} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

interface ChangeProps {
  of: Rekey
  question: ExamQuestion | undefined
  label: (q: ExamQuestion) => string
}
function Change({ of: r, question, label }: ChangeProps) {
  return (
    <li>
      <p>
        <strong>
          {question ? t('marking.question_n', { n: label(question), title: question.question.title }) : r.item}
        </strong>{' '}
        {t(`marking.change_kind.${r.change.kind}`)}
      </p>
      <p className="mg-dim">
        {r.reason} · <BylineText of={r.author} /> · <DateTime at={r.at} />
      </p>
      {r.finished_at === null ? (
        <ProgressBar
          value={r.total ? r.done / r.total : 0}
          label={t('marking.rejudging', { n: r.done, all: r.total })}
          showValue
        />
      ) : (
        <p className="mg-faint">{t('marking.rejudged', { n: r.total })}</p>
      )}
    </li>
  )
}
