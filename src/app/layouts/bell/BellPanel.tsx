import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t, useLocale } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { messageLinkOf } from '../../../parts/message/message.logic.ts'
import { messageIcon, messageText } from '../../../parts/message/words.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

const newest = 5

interface BellPanelProps {
  unread: boolean
  /** Shows an announcement to somebody whose role has no page for it. */
  onRead: (announcement: { id: string; title: string }) => void
}
export function BellPanel({ unread, onRead }: BellPanelProps) {
  const { visible } = useAccess()
  const language = useLocale()
  const announcements = useRead('GET /announcements/received', { query: { page_size: newest, language } })
  const messages = useRead('GET /messages', { query: { page_size: newest } })
  const [readAnnouncements] = useWrite('POST /announcements/received/read')
  const [readMessages, { busy }] = useWrite('POST /messages/read')
  const personal = (tab: string) => (visible.has('personal') ? href('personal', undefined, { tab }) : undefined)
  const note = (ids: string[]) => void readMessages({ body: { ids } }).catch(toast.problem)
  const all = () =>
    Promise.all([readAnnouncements({ body: { all: true } }), readMessages({ body: { all: true } })]).catch(
      toast.problem,
    )
  const error = announcements.error ?? messages.error
  const again = () => {
    announcements.refetch()
    messages.refetch()
  }

  if (!announcements.data || !messages.data)
    return error ? <ProblemView compact problem={error} onRetry={again} /> : <Loading kind="text" rows={6} />
  const nothing = announcements.data.total + messages.data.total === 0
  return (
    <>
      <header className="mg-bell-head">
        <h2>{t('bell.label')}</h2>
        {unread && (
          <Button tone="quiet" size="small" busy={busy} onClick={() => void all()}>
            {t('bell.all_read')}
          </Button>
        )}
      </header>
      <div className="mg-bell-body">
        {nothing && (
          <Empty compact icon="bell" title={t('bell.none')}>
            {t('bell.none_text')}
          </Empty>
        )}
        {messages.data.total > 0 && (
          <Part title={t('bell.messages')}>
            {messages.data.items.map((m) => (
              <Line
                key={m.id}
                fresh={!m.read}
                icon={<Icon name={messageIcon(m)} />}
                to={messageLinkOf(m) ?? personal('messages')}
                text={messageText(m)}
                at={m.at}
                onOpen={() => !m.read && note([m.id])}
              />
            ))}
          </Part>
        )}
        {announcements.data.total > 0 && (
          <Part title={t('bell.announcements')}>
            {announcements.data.items.map((a) => (
              <Line
                key={a.id}
                fresh={!a.read}
                icon={<Icon name="bell" />}
                to={visible.has('announcement-detail') ? href('announcement-detail', { id: a.id }) : undefined}
                text={a.title}
                at={a.published_at}
                // whoever gets one reads it, whatever pages their role has
                onOpen={visible.has('announcement-detail') ? undefined : () => onRead(a)}
              />
            ))}
          </Part>
        )}
      </div>
      {visible.has('personal') && (
        <footer className="mg-bell-foot">
          <Link to={href('personal', undefined, { tab: 'messages' })}>{t('bell.see_messages')}</Link>
          <Link to={href('personal', undefined, { tab: 'announcements' })}>{t('bell.see_announcements')}</Link>
        </footer>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

interface LineProps {
  fresh: boolean
  icon: ReactNode
  /** Undefined: it leads nowhere that is open to this viewer. */
  to: string | undefined
  text: string
  at: string
  /** Without an address it is what the line does. */
  onOpen?: (() => void) | undefined
}
function Line({ fresh, icon, to, text, at, onOpen }: LineProps) {
  const className = fresh ? 'mg-bell-line mg-bell-new' : 'mg-bell-line'
  const words = (
    <>
      {icon}
      <span className="mg-bell-words">
        <span className="mg-bell-text">{text}</span>
        <span className="mg-faint">
          <Ago at={at} />
        </span>
      </span>
      {fresh && <span className="mg-sr">{t('bell.new')}</span>}
    </>
  )
  return (
    <li>
      {to === undefined && onOpen ? (
        <button type="button" className={className} onClick={onOpen}>
          {words}
        </button>
      ) : to === undefined ? (
        <span className={className}>{words}</span>
      ) : (
        <Link className={className} to={to} onClick={onOpen}>
          {words}
        </Link>
      )}
    </li>
  )
}
