/** What the invigilators said: on the sheet, and before it to who waits. */
import type { AttemptState } from '../../contract/exam/attempt.schema.ts'
import { format, t } from '../../i18n/index.ts'

export function InvigilatorMessages({ of }: { of: AttemptState['messages'] }) {
  return (
    <div role="log" className="exam-live" aria-label={t('exam.messages')}>
      {of.map((m) => (
        <p key={m.id} className="exam-message">
          <span className="mg-dim mg-num">{format.time(m.at)}</span>{' '}
          {m.minutes === null ? m.text : t('exam.extra_given', { n: m.minutes })}
        </p>
      ))}
    </div>
  )
}
