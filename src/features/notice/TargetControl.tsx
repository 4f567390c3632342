import { useEffect } from 'react'
import { announcementTargets } from '../../contract/notice/announcement.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { Pills } from '../../kit/resource/input/Pills.tsx'
import { optionOf } from '../../kit/resource/words.ts'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'

/** Kinds of readers, those that this writer may announce to. */
export function TargetControl({ resource, value, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const { data, error, refetch } = useRead('GET /announcements/reach', undefined)
  const may = data?.targets ?? announcementTargets
  const only = data?.targets.length === 1 ? data.targets[0] : undefined
  useEffect(() => {
    if (only && value !== only) onChange(only)
  }, [only, value, onChange])
  if (error && !data) return <ProblemView compact problem={error} onRetry={refetch} />
  if (data?.targets.length === 0) return <p className="mg-error">{t('notice.reach_none')}</p>
  return (
    <Pills
      single
      value={[String(value)]}
      options={may.map((o) => ({ value: o, label: optionOf(resource, 'target', o) }))}
      disabled={disabled}
      onBlur={onLeave}
      aria-describedby={describedBy}
      onChange={([one]) => onChange(one)}
    />
  )
}
