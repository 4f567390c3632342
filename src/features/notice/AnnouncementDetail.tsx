/** One announcement as its readers see it; who publishes it also sees who has read it. Reading is noted once. */
import './notice.css'
import { lazy, Suspense, useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { href } from '../../contract/screens/index.ts'
import { format, t, useLocale } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { BylineText } from '../../parts/byline/Byline.tsx'
import { CommentThread } from '../../parts/comment-thread/CommentThread.tsx'
import { linkClass } from '../../ui/input/Button.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

const Readers = lazy(() => import('./Readers.tsx'))
const tones = { notice: 'info', maintenance: 'warn', event: 'ok' } as const

export default function AnnouncementDetail() {
  const { id = '' } = useParams()
  const language = useLocale()
  const { data, error, refetch } = useRead('GET /announcements/received/:id', { params: { id }, query: { language } })
  const [note] = useWrite('POST /announcements/received/read')
  const fresh = data?.id === id && data.addressed && data.status === 'published' && data.read_at === null
  useEffect(() => {
    // that it was read is worth no message when it cannot be noted: the next visit notes it
    if (fresh) note({ body: { ids: [id] } }).catch(() => undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per announcement, whatever the caller's identity
  }, [fresh, id])

  if (!data)
    return (
      <Page narrow title={t('screen.announcement-detail')}>
        {error?.code === 'not_found' ? (
          <Empty title={t('notice.gone')} icon="bell">
            {t('notice.gone_text')}
          </Empty>
        ) : error ? (
          <ProblemView problem={error} onRetry={refetch} />
        ) : (
          <Loading kind="detail" />
        )}
      </Page>
    )
  return (
    <Page
      title={data.title}
      description={
        <span className="notice-facts">
          <span>
            <BylineText of={data.author} />
          </span>
          {data.published_at && <DateTime at={data.published_at} />}
          {data.ends_at && <span>{t('notice.until', { time: format.dateTime(data.ends_at) })}</span>}
        </span>
      }
      tags={
        <>
          <StatusTag word={data.type} tone={tones[data.type]} label={t(`announcement.type.${data.type}`)} />
          {data.pinned && <StatusTag word="pinned" tone="accent" label={t('notice.pinned')} />}
          {data.status !== 'published' && (
            <StatusTag word={data.status} label={t(`announcement.status.${data.status}`)} />
          )}
        </>
      }
      actions={
        data.can.includes('update') && (
          <Link className={linkClass()} to={href('notice-edit', { id })}>
            {t('kit.action.update')}
          </Link>
        )
      }
    >
      <div className={data.can.includes('readers') ? 'notice-page notice-kept' : 'notice-page'}>
        <div className="notice-main">
          {!data.addressed && <p className="notice-note">{t('notice.not_for_you')}</p>}
          <Panel>
            <Markdown text={data.content} />
          </Panel>
          <CommentThread entity="announcement" entityId={id} />
        </div>
        {data.can.includes('readers') && (
          <Suspense fallback={<Loading kind="detail" />}>
            <Readers id={id} shown={data.published_at !== null && data.status !== 'scheduled'} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
