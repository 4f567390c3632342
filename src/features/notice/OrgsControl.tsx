import { t } from '../../i18n/index.ts'
import { OrgBoxes } from '../../kit/audience/OrgBoxes.tsx'
import { useRead } from '../../kit/data/api.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'

/** The organisations this writer may announce to; one includes those below it. */
export default function OrgsControl({ value, onChange }: ControlProps) {
  const { data, error, refetch } = useRead('GET /announcements/reach', undefined)
  if (error && !data) return <ProblemView compact problem={error} onRetry={refetch} />
  if (!data) return <Loading kind="text" />
  const chosen = Array.isArray(value) ? (value as unknown[]).map(String) : []
  return (
    <>
      <OrgBoxes orgs={data.orgs} value={chosen} onChange={onChange} label={t('announcement.field.org_ids')} />
      {!data.targets.includes('all') && <p className="mg-hint">{t('notice.reach_own')}</p>}
    </>
  )
}
