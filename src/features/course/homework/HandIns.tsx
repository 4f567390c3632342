/** What was handed in: its receipt, what it came to as far as that is told, and each answer with what was said of it. */
import { useSearchParams } from 'react-router-dom'
import type { HandIn, Homework } from '../../../contract/course/homework.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useCall } from '../../../kit/data/call.ts'
import { useMe } from '../../../kit/session/use.ts'
import { bylineWords } from '../../../parts/byline/words.ts'
import { answersText } from '../../../parts/exam/answersText.ts'
import { exactTime } from '../../../parts/exam/ReceiptPaper.tsx'
import { PrintedReceipt, ReceiptPanel } from '../../../parts/exam/ReceiptPanel.tsx'
import { KeyView } from '../../../parts/question/KeyView.tsx'
import { QuestionView } from '../../../parts/question/QuestionView.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { NotedDocuments } from '../learning/lesson/pdf/notes/NotedDocuments.tsx'
import { permilleText, pointsOfAll } from './HomeworkFacts.tsx'

export function HandIns({ of: h }: { of: Homework }) {
  const [search, setSearch] = useSearchParams()
  const n = Number(search.get('n'))
  const shown = h.hand_ins.find((one) => one.n === n) ?? h.hand_ins[0]
  if (!shown) return null
  return (
    <>
      {h.hand_ins.length > 1 && (
        <Tabs
          label={t('homework.hand_ins')}
          active={String(shown.n)}
          items={h.hand_ins
            .toReversed()
            .map((one) => ({ id: String(one.n), label: t('homework.hand_in_n', { n: one.n }) }))}
          onChange={(id) =>
            setSearch(
              (old) => {
                const next = new URLSearchParams(old)
                next.set('n', id)
                return next
              },
              { replace: true },
            )
          }
        />
      )}
      <Result of={shown} only={h.hand_ins.length === 1} tells={h.tells} />
      <HomeworkReceiptView of={shown} />
      {shown.answers.map((a, i) => (
        <AnswerPanel key={a.item} of={a} n={i + 1} all={shown.answers.length} told={shown.told} />
      ))}
    </>
  )
}

const tones = { submitted: 'info', returned: 'warn', marked: 'ok' } as const
function Result({ of: one, only, tells }: { of: HandIn; only: boolean; tells: Homework['tells'] }) {
  return (
    <Panel
      title={
        one.points === null ? t(`homework.is.${one.state}`) : t('learn.result', pointsOfAll(one.points, one.score))
      }
      actions={
        <>
          {!only && one.counts && <StatusTag word="counts" tone="ok" label={t('homework.this_counts')} />}
          <StatusTag word={one.state} tone={tones[one.state]} label={t(`homework.is.${one.state}`)} />
        </>
      }
    >
      <p className="mg-dim">
        {t('homework.handed_at')} <DateTime at={one.at} />
      </p>
      {one.late_days > 0 && (
        <p>
          {t('homework.was_late', { n: one.late_days, share: permilleText(one.late_permille) })}{' '}
          {one.raw !== null && one.points !== null && one.raw !== one.points && (
            <span className="mg-dim">{t('homework.before_deduction', { points: format.number(one.raw) })}</span>
          )}
        </p>
      )}
      {!one.told && (
        <p role="status">
          {one.state === 'submitted' && one.waits > 0
            ? t('homework.waits', { n: one.waits })
            : t(one.state === 'returned' ? 'homework.returned_text' : `homework.told_later.${tells}`)}
        </p>
      )}
      {one.words.map((w) => (
        <div key={`${w.what} ${w.at}`} className="homework-note">
          <strong>{t(`homework.by.${w.what}`, { name: bylineWords(w.author) })}</strong> <DateTime at={w.at} />
          <p className="homework-words">{w.text}</p>
        </div>
      ))}
      <NotedDocuments of={one.documents.filter((d) => d.notes.length > 0)} />
    </Panel>
  )
}

function HomeworkReceiptView({ of: { receipt } }: { of: HandIn }) {
  const [verify] = useCall('POST /learning/receipts/verify')
  const me = useMe()
  const answers = answersText(receipt)
  return (
    <ReceiptPanel
      title={t('homework.receipt')}
      description={t('homework.receipt_of', { n: receipt.n, time: format.dateTimeSeconds(receipt.handed_at) })}
      facts={[
        { label: t('homework.receipt_number'), value: <span className="mg-mono">{receipt.hand_in}</span> },
        { label: t('exam.receipt.answers'), value: answers },
        { label: t('exam.receipt.saves'), value: format.number(receipt.saves) },
      ]}
      receipt={receipt}
      file={`${receipt.homework} ${receipt.n}`}
      onCheck={() => verify({ body: receipt })}
      paper={
        <PrintedReceipt
          title={t('homework.receipt_paper')}
          facts={[
            [t('homework.course'), receipt.course],
            [t('homework.one'), receipt.homework],
            [t('homework.learner'), receipt.learner],
            ...(me ? [[t('exam.receipt.account'), me.username] as const] : []),
            [t('homework.receipt_number'), receipt.hand_in],
            [t('exam.receipt.attempt'), format.number(receipt.n)],
            [t('exam.receipt.handed'), exactTime(receipt.handed_at)],
            [t('exam.receipt.answers'), answers],
            [t('exam.receipt.saves'), format.number(receipt.saves)],
          ]}
          sums={[
            [t('exam.receipt.digest'), receipt.digest],
            [t('exam.receipt.signature'), receipt.signature],
          ]}
        />
      }
    />
  )
}

type Told = HandIn['answers'][number]
function AnswerPanel({ of: a, n, all, told }: { of: Told; n: number; all: number; told: boolean }) {
  return (
    <Panel
      level={3}
      title={t('learn.question_of', { n, all })}
      description={
        a.points === null ? t('bank.n_points', { n: a.score }) : t('learn.points_of', pointsOfAll(a.points, a.score))
      }
    >
      <QuestionView
        question={a.question}
        answer={a.answer}
        answerKey={a.key}
        disabled
        takesFiles={a.question.upload?.wanted ?? false}
        onAnswer={() => {}}
      />
      {a.lines.length > 0 && (
        <ul className="homework-lines" aria-label={t('marking.rubric')}>
          {a.lines.map((l) => (
            <li key={l.text}>
              {l.text} <span className="mg-num mg-dim">{format.number(l.points)}</span>
            </li>
          ))}
        </ul>
      )}
      {a.comment && (
        <div className="homework-note">
          <strong>{t('homework.comment')}</strong>
          <p className="homework-words">{a.comment}</p>
        </div>
      )}
      {a.key ? (
        <KeyView
          question={a.question}
          answerKey={a.key}
          chosen={a.answer?.type === 'single' || a.answer?.type === 'multiple' ? a.answer.chosen : []}
        />
      ) : (
        told && a.answer && <p className="mg-dim">{t('homework.key_later')}</p>
      )}
    </Panel>
  )
}
