/** Everybody is asked to come to a section: said to the teacher as it is said to them. */
import type { ClassHour, HourGrid } from '../../../contract/classroom/hour.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button } from '../../../ui/input/Button.tsx'

export function GatherNote({ hour, gather }: { hour: ClassHour; gather: NonNullable<HourGrid['gather']> }) {
  const { titleOf } = useCourseText()
  const [disperse, { busy }] = useWrite('POST /class-hours/:id/disperse')
  return (
    <div className="class-note" role="status">
      <Icon name="target" />
      <span>
        {t('classroom.gathered', { title: hour.course ? titleOf(gather, hour.course) : gather.title })}{' '}
        <span className="mg-faint">
          <Ago at={gather.at} />
        </span>
      </span>
      {hour.can.includes('run') && (
        <Button
          size="small"
          busy={busy}
          onClick={() => void disperse({ params: { id: hour.id }, body: {} }).catch(toast.problem)}
        >
          {t('classroom.disperse')}
        </Button>
      )}
    </div>
  )
}
