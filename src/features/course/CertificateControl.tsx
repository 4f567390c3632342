/** Whether whoever completes the course gets a certificate, and for how long that is valid. */
import './course.css'
import type { CourseCertificate } from '../../contract/record/certificate.schema.ts'
import { t } from '../../i18n/index.ts'
import { type ControlProps, heldAs } from '../../kit/form/declare.ts'
import { fieldProblemText } from '../../kit/form/issues.ts'
import { NumberInput } from '../../kit/form/NumberInput.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'

export function CertificateControl({ id, value, problems, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const gives = heldAs<CourseCertificate | null>(value)
  const [problem] = problems
  const wrong = problem && fieldProblemText(problem, gives?.months, 'number')
  return (
    <div className="mg-form">
      <label className="course-certificate">
        <input
          type="checkbox"
          className="kit-box"
          checked={gives !== null}
          disabled={disabled}
          aria-describedby={describedBy}
          onChange={(e) => onChange(e.target.checked ? { months: null } : null)}
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
            onChange={(months) => onChange({ months })}
            onBlur={onLeave}
          />
          <p id={`${id}-months-note`} className={wrong ? 'mg-error' : 'mg-hint'}>
            {wrong && <Icon name="bad" />}
            {wrong ?? t('course.certificate_months_hint')}
          </p>
        </div>
      )}
    </div>
  )
}
