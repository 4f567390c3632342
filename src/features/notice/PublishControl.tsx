import { useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { DateInput } from '../../ui/input/dates/DateInput.tsx'
import type { ControlProps } from '../../kit/form/declare.ts'
import { Pills } from '../../kit/resource/input/Pills.tsx'
import { isPast, initialPublishTime, publishWhenOf } from './publish.logic.ts'

/** A draft, at once, or at a time; what is published already keeps its time. */
export function PublishControl({ value, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const [past] = useState(() => (isPast(value, new Date()) ? value : undefined))
  if (past !== undefined && value === past)
    return <p className="notice-past">{t('notice.when_past', { time: format.dateTime(past) })}</p>
  const when = publishWhenOf(value)
  return (
    <div className="notice-when">
      <Pills
        single
        value={[when]}
        disabled={disabled}
        onBlur={onLeave}
        aria-describedby={describedBy}
        options={[
          { value: 'now', label: t('notice.when_now') },
          { value: 'at', label: t('notice.when_at') },
          { value: 'draft', label: t('notice.when_draft') },
        ]}
        onChange={([one]) => one && onChange(initialPublishTime(one, new Date()))}
      />
      {when === 'at' && (
        <DateInput
          time
          told
          aria-label={t('notice.when_time')}
          disabled={disabled}
          value={String(value)}
          onChange={(at) => onChange(at || null)}
          onBlur={onLeave}
        />
      )}
    </div>
  )
}
