/** What happened in an exam, or around one candidate, the newest first. */
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { Timeline as Events } from '../../../ui/data/Timeline.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'

const start = { page: 1 }

interface TimelineProps {
  exam: Exam
  of: Candidate | undefined
  onClose: () => void
}
export function ExamTimelineDialog({ exam, of, onClose }: TimelineProps) {
  const events = useBrowse('GET /exams/:id/events', {
    start,
    inDialog: true,
    params: { id: exam.id },
    query: of ? { user_id: of.user_id } : {},
    size: 50,
    every: 5000,
  })
  return (
    <Dialog
      open
      size="side"
      title={of ? t('watch.timeline_of', { name: of.name }) : t('watch.timeline')}
      onClose={onClose}
    >
      <BrowseView
        compact
        of={events}
        name={t('watch.timeline')}
        empty={{ icon: 'history', title: t('watch.nothing_happened') }}
      >
        {({ items }) => (
          <Events
            items={items.map((e) => {
              const words = e.params['text'] ?? e.params['reason']
              return {
                key: e.id,
                at: <DateTime seconds at={e.at} />,
                what: (
                  <>
                    {!of && e.name && <strong>{e.name} </strong>}
                    {t(`watch.event.${e.kind}`, format.timed(e.params))}
                    {e.by_name && e.by_name !== e.name && <span className="mg-dim"> · {e.by_name}</span>}
                    {words !== undefined && <p className="watch-words">{words}</p>}
                  </>
                ),
              }
            })}
          />
        )}
      </BrowseView>
    </Dialog>
  )
}
