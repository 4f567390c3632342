/** What happened in an exam, or around one candidate, the newest first. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pager } from '../../../kit/list/Pager.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'

const size = 50

interface TimelineProps {
  exam: Exam
  of: Candidate | undefined
  onClose: () => void
}
export function Timeline({ exam, of, onClose }: TimelineProps) {
  const [page, setPage] = useState(1)
  const query = { page, page_size: size, ...(of ? { user_id: of.user_id } : {}) }
  const { data, error, refetch } = useRead('GET /exams/:id/events', { params: { id: exam.id }, query }, { every: 5000 })
  return (
    <Dialog
      open
      size="side"
      title={of ? t('watch.timeline_of', { name: of.name }) : t('watch.timeline')}
      onClose={onClose}
    >
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="list" rows={6} />}
      {data?.items.length === 0 && <Empty compact icon="history" title={t('watch.nothing_happened')} />}
      <ol className="watch-timeline">
        {data?.items.map((e) => {
          const words = e.params['text'] ?? e.params['reason']
          return (
            <li key={e.id}>
              <span className="mg-dim">
                <DateTime seconds at={e.at} />
              </span>
              <span>
                {!of && e.name && <strong>{e.name} </strong>}
                {t(`watch.event.${e.kind}`, format.timed(e.params))}
                {e.by_name && e.by_name !== e.name && <span className="mg-dim"> · {e.by_name}</span>}
              </span>
              {words !== undefined && <p className="watch-words">{words}</p>}
            </li>
          )
        })}
      </ol>
      <Pager of={t('watch.timeline')} page={page} size={size} total={data?.total} onPage={setPage} />
    </Dialog>
  )
}
