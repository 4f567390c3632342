import { Link } from 'react-router-dom'
import type { Message } from '../../contract/notice/routes.ts'
import { t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { useMe } from '../../kit/session/use.ts'
import { CommentThread } from '../../parts/comment-thread/CommentThread.tsx'
import { messageLinkOf } from '../../parts/message/message.logic.ts'
import { messageIcon, messageText } from '../../parts/message/words.ts'
import { Button, IconButton } from '../../ui/input/Button.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { NewerOlderButtons } from './Pages.tsx'
import { UnreadOnly } from './UnreadOnly.tsx'
import { useUrlState } from '../../kit/list/state/useKept.ts'

const start = { page: 1, only: undefined as 'unread' | undefined }
const among = { only: ['unread'] as const }
const size = 20

/** What the platform told the viewer, and what he writes to its administrators. */
export function PersonalMessages() {
  const me = useMe()
  return (
    <div className="personal-messages">
      <Received />
      {me && <CommentThread entity="letter" entityId={me.resource_id} />}
    </div>
  )
}

function Received() {
  const [{ page, only }, setAt] = useUrlState(start, among)
  const unread = only === 'unread'
  const { data, error, refetch } = useRead('GET /messages', {
    query: { page, page_size: size, ...(unread ? { unread } : {}) },
  })
  const [markRead, { busy }] = useWrite('POST /messages/read')
  const [remove] = useWrite('POST /messages/remove')
  const actions = (
    <>
      <UnreadOnly value={unread} onChange={(on) => setAt({ page: 1, only: on ? 'unread' : undefined })} />
      <Button size="small" busy={busy} onClick={() => void markRead({ body: { all: true } }).catch(toast.problem)}>
        {t('bell.all_read')}
      </Button>
    </>
  )
  return (
    <Panel title={t('personal.messages')} actions={actions} flush>
      {error && !data ? (
        <ProblemView problem={error} onRetry={refetch} compact />
      ) : !data ? (
        <Loading kind="text" rows={8} />
      ) : data.total === 0 ? (
        <Empty title={t(unread ? 'personal.none-unread' : 'personal.no-messages')} icon="bell" compact>
          {!unread && t('personal.no-messages-text')}
        </Empty>
      ) : (
        <>
          <ul className="personal-list">
            {data.items.map((m) => (
              <OneMessage
                key={m.id}
                message={m}
                onRead={() => void markRead({ body: { ids: [m.id] } }).catch(toast.problem)}
                onRemove={() => void remove({ body: { ids: [m.id] } }).catch(toast.problem)}
              />
            ))}
          </ul>
          <NewerOlderButtons page={page} size={size} total={data.total} onTurn={(to) => setAt({ page: to, only })} />
        </>
      )}
    </Panel>
  )
}

interface OneMessageProps {
  message: Message
  onRead: () => void
  onRemove: () => void
}
function OneMessage({ message: m, onRead, onRemove }: OneMessageProps) {
  const to = messageLinkOf(m)
  const text = messageText(m)
  return (
    <li className={m.read ? 'personal-message' : 'personal-message announcement-new'}>
      <Icon name={messageIcon(m)} />
      <span className="personal-words">
        {to ? (
          <Link to={to} onClick={() => !m.read && onRead()}>
            {text}
          </Link>
        ) : (
          text
        )}
        <span className="mg-faint">
          <Ago at={m.at} />
        </span>
      </span>
      {!m.read && <IconButton size="small" icon="check" label={t('personal.mark-read')} onClick={onRead} />}
      <IconButton size="small" icon="trash" label={t('personal.remove-message')} onClick={onRemove} />
    </li>
  )
}
