/** An announcement over the page, for those whose role has no page for it. That it was read is noted. */
import { useEffect } from 'react'
import { useLocale } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { BylineText } from '../../../parts/byline/Byline.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'

interface AnnouncementDialogProps {
  of: { id: string; title: string }
  onClose: () => void
}
export default function AnnouncementDialog({ of: { id, title }, onClose }: AnnouncementDialogProps) {
  const language = useLocale()
  const { data, error, refetch } = useRead('GET /announcements/received/:id', { params: { id }, query: { language } })
  const [note] = useWrite('POST /announcements/received/read')
  const fresh = data?.id === id && data.addressed && data.read_at === null
  useEffect(() => {
    // that it was read is worth no message when it cannot be noted: the next time it is
    if (fresh) note({ body: { ids: [id] } }).catch(() => undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per announcement, whatever the caller's identity
  }, [fresh, id])
  return (
    <Dialog open title={data?.title ?? title} onClose={onClose} light>
      {data ? (
        <>
          <p className="mg-faint">
            <BylineText of={data.author} /> {data.published_at && <DateTime at={data.published_at} />}
          </p>
          <Markdown text={data.content} />
        </>
      ) : error ? (
        <ProblemView problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="text" rows={6} />
      )}
    </Dialog>
  )
}
