/** Whether whoever completes the course gets a certificate, for how long that is valid, and which score it takes. */
import './course.css'
import type { CourseCertificate } from '../../contract/record/certificate.schema.ts'
import { t } from '../../i18n/index.ts'
import { type ControlProps, heldAs } from '../../kit/form/declare.ts'
import { fieldProblemText } from '../../kit/form/issues.ts'
import { NumberInput } from '../../kit/form/NumberInput.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'

export function CertificateControl({ id, value, problems, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const gives = heldAs<CourseCertificate | null>(value)
  const of = (score: boolean) => problems.find((p) => p.path.endsWith('min_score') === score)
  const [problem, scoreProblem] = [of(false), of(true)]
  const wrong = problem && fieldProblemText(problem, gives?.months, 'number')
  const wrongScore = scoreProblem && t('course.certificate_score_limits')
  return (
    <div className="mg-form">
      <label className="course-certificate">
        <input
          type="checkbox"
          className="kit-box"
          checked={gives !== null}
          disabled={disabled}
          aria-describedby={describedBy}
          onChange={(e) => onChange(e.target.checked ? { months: null, min_score: null } : null)}
        />
        {t('course.certificate_gives')}
      </label>
      {gives && (
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-months`}>
            {t('course.certificate_months')}
          </label>
          <NumberInput
            id={`${id}-months`}
            className="mg-field course-certificate-months"
            value={gives.months}
            disabled={disabled}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={`${id}-months-note`}
            onChange={(months) => onChange({ ...gives, months })}
            onBlur={onLeave}
          />
          <p id={`${id}-months-note`} className={wrong ? 'mg-error' : 'mg-hint'}>
            {wrong && <Icon name="bad" />}
            {wrong ?? t('course.certificate_months_hint')}
          </p>
          <label className="mg-label" htmlFor={`${id}-score`}>
            {t('course.certificate_score')}
          </label>
          <span className="kit-figure">
            <NumberInput
              id={`${id}-score`}
              className="mg-field course-certificate-months"
              value={percentOf(gives.min_score)}
              disabled={disabled}
              aria-invalid={wrongScore ? true : undefined}
              aria-describedby={`${id}-score-note`}
              onChange={(typed) => onChange({ ...gives, min_score: typeof typed === 'number' ? typed / 100 : typed })}
              onBlur={onLeave}
            />
            <span className="mg-dim">%</span>
          </span>
          <p id={`${id}-score-note`} className={wrongScore ? 'mg-error' : 'mg-hint'}>
            {wrongScore && <Icon name="bad" />}
            {wrongScore ?? t('course.certificate_score_hint')}
          </p>
        </div>
      )}
    </div>
  )
}

/** What was typed and is no number stays as it is, so that nothing is lost. */
const percentOf = (share: unknown): unknown => (typeof share === 'number' ? Math.round(share * 1e4) / 100 : share)
