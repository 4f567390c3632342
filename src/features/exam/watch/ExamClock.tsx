/**
 * What the candidates of a hall look up to: how long the exam still runs, and how many write. Where each has a time of his own, the time left
 * of the exam is nobody's: then it says when the exam ends, and how long each has. For a projector.
 */
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Fed } from '../../../kit/display/Fed.tsx'
import { DisplayOver } from '../../../kit/display/FullDisplay.tsx'
import { DisplayRegions } from '../../../kit/display/Regions.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { hallCounts } from './watch.logic.ts'

/** With its day where that is not today. */
const clockOf = (at: string, now: string): string =>
  format.date(at) === format.date(now) ? format.time(at) : format.dateTime(at)

export function ExamClock({ exam, onClose }: { exam: Exam; onClose: () => void }) {
  // figures without names: everybody reads them, and who marks without names may have no others
  const turnout = useRead('GET /exams/:id/turnout', { params: { id: exam.id } }, { every: 10_000 })
  const runs = exam.status === 'ongoing'
  const each = exam.duration === null ? undefined : t('watch.time_each', { time: format.span(exam.duration * 60) })
  return (
    <DisplayOver
      onClose={onClose}
      title={exam.name}
      status={t(`exam.status.${exam.status}`)}
      back={
        <Button tone="quiet" icon="arrow-left" onClick={onClose}>
          {t('watch.title')}
        </Button>
      }
    >
      <Fed by={turnout}>
        {({ now, ...figures }) => (
          <div className="watch-clock">
            <DisplayRegions
              of={[
                {
                  key: 'left',
                  is: 'countdown',
                  label: t(each ? 'watch.end' : 'watch.left'),
                  ends: runs && !each ? exam.end_at : null,
                  now,
                  over: t('watch.over'),
                  waits: runs && exam.end_at ? clockOf(exam.end_at, now) : t(`exam.status.${exam.status}`),
                },
                {
                  key: 'candidates',
                  is: 'stats',
                  stats: [
                    ...(each ? [{ key: 'each', label: t('watch.time'), value: each }] : []),
                    ...hallCounts(figures).map(({ what, n }) => ({
                      key: what,
                      label: t(`exam.turnout.${what}`),
                      value: format.number(n),
                    })),
                  ],
                },
              ]}
            />
          </div>
        )}
      </Fed>
    </DisplayOver>
  )
}
