/** What came of a run: points, each answer beside what is right, and one's own judgement where nobody else judges. */
import { blanksFit } from '../../../contract/bank/answer.ts'
import { type Verdict, verdictOf } from '../../../contract/practice/practice.ts'
import type { PaperRun } from '../../../contract/practice/volume.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { KeyView } from '../../../parts/question/KeyView.tsx'
import { QuestionView } from '../../../parts/question/QuestionView.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { OwnShares } from '../exercise/OwnShares.tsx'
import { verdictMarks } from '../verdict.ts'
import { passedOf } from './result.logic.ts'

type Item = PaperRun['sections'][number]['items'][number]
type Told = NonNullable<PaperRun['result']>['items'][number]

export function RunResult({ run }: { run: PaperRun }) {
  const { result } = run
  if (!result) return null
  const share = run.score > 0 ? result.points / run.score : 0
  const verdict = passedOf({ ...result, score: run.score }, run.pass)
  const countOf = (v: Verdict) => result.items.filter((i) => verdictOf(i.share) === v).length
  return (
    <>
      <StatRow>
        <Stat
          label={t('practice.result_points')}
          value={format.number(result.points)}
          unit={`/ ${format.number(run.score)}`}
        />
        <Stat
          label={t('practice.result_share')}
          value={format.percent(share)}
          note={t(`practice.${verdict}`)}
          tone={verdict === 'passed' ? 'ok' : verdict === 'open' ? 'info' : 'warn'}
        />
        <Stat
          label={t('practice.result_right')}
          value={format.number(countOf('right'))}
          unit={`/ ${format.number(result.items.length)}`}
          {...(countOf('partly') > 0 ? { note: t('practice.result_partly', { n: countOf('partly') }) } : {})}
        />
      </StatRow>
      {run.handed_at && (
        <p className="mg-dim">
          {t('practice.handed_at')} <DateTime at={run.handed_at} />
        </p>
      )}
      {result.open > 0 && (
        <p role="status" className="mg-dim">
          {t('practice.to_assess', { n: result.open })}
        </p>
      )}
      {run.sections.map((s) => (
        <Panel key={s.id} title={s.title}>
          {s.items.map((item) => {
            const told = result.items.find((one) => one.item === item.id)
            return told && <ItemResult key={item.id} run={run.id} item={item} told={told} />
          })}
        </Panel>
      ))}
    </>
  )
}

function ItemResult({ run, item, told }: { run: string; item: Item; told: Told }) {
  const [assess, { busy }] = useWrite('POST /practice/paper-runs/:id/assess')
  const verdict = verdictOf(told.share)
  return (
    <div className="practice-result">
      <p className={`practice-result-points mg-tone-${verdict ? verdictMarks[verdict].tone : 'info'}`}>
        <span>{t('exam.question', { n: item.n })}</span>
        <strong className="mg-num">
          {told.points === null ? '–' : format.number(told.points)} / {format.number(item.score)}
        </strong>
        {verdict && told.answer !== null && (
          <span>
            <Icon name={verdictMarks[verdict].icon} /> {t(`practice.verdict.${verdict}`)}
          </span>
        )}
        {told.answer === null && !told.closed && <span className="mg-dim">{t('practice.not_answered')}</span>}
        {told.own && <span className="mg-dim">{t('practice.own_label')}</span>}
      </p>
      <QuestionView
        question={item.question}
        answer={told.answer}
        answerKey={told.key}
        disabled
        takesFiles={false}
        onAnswer={() => undefined}
      />
      {told.key ? (
        <KeyView
          question={item.question}
          answerKey={told.key}
          chosen={told.answer && 'chosen' in told.answer ? told.answer.chosen : []}
        />
      ) : (
        <p className="mg-dim">{t('practice.key_later')}</p>
      )}
      {told.may_assess && (
        <OwnShares
          value={told.own ? told.share : null}
          busy={busy}
          fit={told.key?.accepted && blanksFit(told.key.accepted, told.answer)}
          onChoose={(share) =>
            void assess({ params: { id: run }, body: { item: item.id, share } }).catch(toast.problem)
          }
        />
      )}
    </div>
  )
}
