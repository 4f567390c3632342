/** What is said of an answer: by the rule at once, or by its learner against the model answer. */
import { useEffect, useRef } from 'react'
import { blanksFit } from '../../../contract/bank/answer.ts'
import { ownShares, verdictOf } from '../../../contract/practice/practice.ts'
import type { PracticeQuestionDetail, JudgedTry } from '../../../contract/practice/theory.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useClient } from '../../../kit/data/call.ts'
import { KeyView } from '../../../parts/question/KeyView.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { verdictMarks } from '../verdict.ts'
import { OwnShares } from './OwnShares.tsx'

interface JudgementProps {
  exercise: PracticeQuestionDetail
  judged: JudgedTry
  language: 'en-US' | 'zh-CN'
  onJudged: (judged: JudgedTry) => void
  onAgain: () => void
}

export function Judgement({ exercise: e, judged: j, language, onJudged, onAgain }: JudgementProps) {
  const client = useClient()
  const [assess, { busy }] = useWrite('POST /practice/tries/:id/assess')
  const place = useRef<HTMLDivElement>(null)
  // the keyboard goes on where the verdict stands
  useEffect(() => place.current?.focus({ preventScroll: true }), [j.id])
  const verdict = verdictOf(j.share)
  const reveal = () =>
    void client('GET /practice/tries/:id', { params: { id: j.id }, query: { language } })
      .then(onJudged)
      .catch(toast.problem)
  const say = (share: (typeof ownShares)[number]) =>
    void assess({ params: { id: j.id }, query: { language }, body: { share } })
      .then(onJudged)
      .catch(toast.problem)
  const fit = j.key?.accepted && blanksFit(j.key.accepted, j.answer)
  const fitting = verdictOf(fit ?? null)
  const model = j.key && (j.key.reference || j.key.accepted?.length || j.key.explanation)
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={`practice-verdict mg-tone-${verdict ? verdictMarks[verdict].tone : 'info'}`}
    >
      <p className="practice-verdict-word" role="status">
        <Icon name={verdict ? verdictMarks[verdict].icon : 'info'} />
        {!verdict
          ? t('practice.verdict.own')
          : verdict === 'partly'
            ? t('practice.verdict.share', { share: format.percent(j.share ?? 0) })
            : t(`practice.verdict.${verdict}`)}
      </p>
      {verdict === 'right' && j.mistake && <p className="mg-dim">{t('practice.mended')}</p>}
      {e.judged === 'own' && !j.closed && (
        <p className="mg-dim">{t(model ? 'practice.verdict.own_text' : 'practice.verdict.own_alone')}</p>
      )}
      {j.key ? (
        <KeyView
          question={e.question}
          answerKey={j.key}
          chosen={j.answer && 'chosen' in j.answer ? j.answer.chosen : []}
        />
      ) : (
        (j.closed || !verdict || verdict === 'right') && <p className="mg-dim">{t('practice.key_later')}</p>
      )}
      {e.judged === 'own' && !j.own && fitting && (
        <p>
          <Icon name={verdictMarks[fitting].icon} /> {t(`practice.verdict.key_${fitting}`)}
        </p>
      )}
      {e.judged === 'own' && <OwnShares value={j.own ? j.share : null} busy={busy} fit={fit} onChoose={say} />}
      <p className="practice-buttons">
        <Button icon="refresh" onClick={onAgain}>
          {t('practice.again')}
        </Button>
        {j.key === null && (verdict === 'wrong' || verdict === 'partly') && (
          <Button icon="eye" onClick={reveal}>
            {t('practice.show_answer')}
          </Button>
        )}
      </p>
    </div>
  )
}
