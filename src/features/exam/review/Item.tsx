/** One answer looked at afterwards: what was said, what is right as far as that is shown, its points and where they come from. */
import type { Review } from '../../../contract/exam/attempt.schema.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { KeyView } from '../../../parts/question/KeyView.tsx'
import { QuestionView } from '../../../parts/question/QuestionView.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { ObjectTo } from './ObjectTo.tsx'
import { gotOf } from './review.logic.ts'
import { WhyPoints } from './WhyPoints.tsx'

type ReviewItem = Review['sections'][number]['items'][number]
const signs = { all: ['check', 'ok'], some: ['warn', 'warn'], none: ['close', 'bad'] } as const

export function ReviewedAnswer({ of: item, review }: { of: ReviewItem; review: Review }) {
  const got = gotOf(item)
  const [icon, tone] = signs[got]
  const untold = item.closed || item.waits
  return (
    <div className="exam-review-item" id={`review-${item.n}`} tabIndex={-1}>
      <p className="exam-review-points">
        <span>{t('exam.question', { n: item.n })}</span>
        <strong className={`mg-num review-got mg-tone-${untold ? 'idle' : tone}`}>
          {!untold && <Icon name={icon} label={t(`exam.review_got.${got}`)} />}{' '}
          {item.points === null ? '–' : format.number(item.points)} / {format.number(item.score)}
        </strong>
        <span className="mg-dim">{tOr([`exam.judged.${item.rule}`], '')}</span>
      </p>
      {/* why, and until when, stands once, above the sheet */}
      {item.closed && (
        <p className="mg-dim">
          <Icon name="lock" /> {t('exam.item_closed')}
        </p>
      )}
      <QuestionView
        question={item.question}
        answer={item.answer}
        answerKey={item.key}
        disabled
        withheld={item.closed && item.answer === null}
        onAnswer={() => undefined}
      />
      {item.waits && (
        <p className="mg-dim">
          <Icon name="clock" /> {t('exam.waits_for_marker')}
        </p>
      )}
      {item.key && <KeyView question={item.question} answerKey={item.key} />}
      <WhyPoints of={item} rules={review.rules} open={got !== 'all'} />
      {item.objection ? (
        <p className="exam-message">
          <span className="mg-dim">{t('exam.objection')}</span> {item.objection.text}
          {!item.closed && (
            <>
              <br />
              <span className="mg-dim">{t('exam.objection_reply')}</span>{' '}
              {item.objection.reply ?? t('exam.objection_open')}
            </>
          )}
        </p>
      ) : (
        review.may_object &&
        item.points !== null &&
        item.points < item.score && (
          <ObjectTo attempt={review.attempt} item={item.id} n={item.n} title={item.question.title} />
        )
      )}
    </div>
  )
}
