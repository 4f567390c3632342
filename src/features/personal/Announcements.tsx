import { Link } from 'react-router-dom'
import type { ReceivedAnnouncement } from '../../contract/notice/routes.ts'
import { href } from '../../contract/screens/index.ts'
import { t, useLocale } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { BylineText } from '../../parts/byline/Byline.tsx'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { NewerOlderButtons } from './Pages.tsx'
import { UnreadOnly } from './UnreadOnly.tsx'
import { useUrlState } from '../../kit/list/state/useKept.ts'

const start = { page: 1, only: undefined as 'unread' | undefined }
const among = { only: ['unread'] as const }
const size = 10
const tones = { notice: 'info', maintenance: 'warn', event: 'ok' } as const

/** What was announced to the viewer; the newest few beside his card, or all of it. */
export function Announcements({ few = false }: { few?: boolean }) {
  const [{ page, only }, setAt] = useUrlState(start, among)
  const unread = only === 'unread'
  const language = useLocale()
  const query = { page, page_size: few ? 5 : size, language, ...(unread ? { unread } : {}) }
  const { data, error, refetch } = useRead('GET /announcements/received', { query })
  const [markRead, { busy }] = useWrite('POST /announcements/received/read')
  const all = () => markRead({ body: { all: true } }).catch(toast.problem)
  const actions = few ? (
    <Link className={linkClass('plain', 'small')} to={href('personal', undefined, { tab: 'announcements' })}>
      {t('bell.see_announcements')}
    </Link>
  ) : (
    <>
      <UnreadOnly value={unread} onChange={(on) => setAt({ page: 1, only: on ? 'unread' : undefined })} />
      <Button size="small" busy={busy} onClick={() => void all()}>
        {t('bell.all_read')}
      </Button>
    </>
  )
  return (
    <Panel title={t('personal.announcements')} actions={actions} flush>
      {error && !data ? (
        <ProblemView problem={error} onRetry={refetch} compact />
      ) : !data ? (
        <Loading kind="text" rows={8} />
      ) : data.total === 0 ? (
        <Empty title={t(unread ? 'personal.none-unread' : 'personal.no-announcements')} icon="bell" compact>
          {!unread && t('personal.no-announcements-text')}
        </Empty>
      ) : (
        <>
          {data.items.map((a) => (
            <OneAnnouncement key={a.id} announcement={a} />
          ))}
          {!few && (
            <NewerOlderButtons page={page} size={size} total={data.total} onTurn={(to) => setAt({ page: to, only })} />
          )}
        </>
      )}
    </Panel>
  )
}

function OneAnnouncement({ announcement: a }: { announcement: ReceivedAnnouncement }) {
  return (
    <article className={a.read ? 'announcement' : 'announcement announcement-new'}>
      <div className="announcement-head">
        <h3 className="announcement-title">
          <Link to={href('announcement-detail', { id: a.id })}>{a.title}</Link>
        </h3>
        {!a.read && <StatusTag word="new" tone="accent" label={t('bell.new')} />}
        <StatusTag word={a.type} tone={tones[a.type]} label={t(`announcement.type.${a.type}`)} />
        {a.pinned && <StatusTag word="pinned" label={t('personal.pinned')} />}
        <span className="mg-faint">
          <BylineText of={a.author} /> · <DateTime at={a.published_at} />
        </span>
      </div>
      <div className="announcement-text">
        <Markdown text={a.opening} />
      </div>
    </article>
  )
}
