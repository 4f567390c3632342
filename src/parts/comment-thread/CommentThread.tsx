/** Comments on any entity the viewer may see, newest first, with answers one level deep. */
import './thread.css'
import { useState } from 'react'
import type { CommentEntity } from '../../contract/notice/comment.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Thread } from './Thread.tsx'
import { WriteComment } from './WriteComment.tsx'

interface CommentThreadProps {
  entity: CommentEntity
  entityId: string
  /** Only answers are written here: of somebody else's letters. */
  answering?: boolean
  /** Without a frame of its own. */
  bare?: boolean
}
const size = 10

export function CommentThread({ entity, entityId, answering = false, bare = false }: CommentThreadProps) {
  const [page, turn] = useState(1)
  const letter = entity === 'letter'
  const { data, error, refetch } = useRead('GET /comments/thread', {
    query: { entity, entity_id: entityId, page, page_size: size },
  })
  const body = (
    <div className="thread">
      {!(answering && letter) && (
        <WriteComment
          entity={entity}
          entityId={entityId}
          label={t(letter ? 'thread.write_letter' : 'thread.write')}
          onSent={() => turn(1)}
        />
      )}
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="text" rows={4} />
      ) : data.total === 0 ? (
        <Empty compact icon="bell" title={t(letter ? 'thread.letter_empty' : 'thread.empty')}>
          {t(letter ? 'thread.letter_empty_text' : 'thread.empty_text')}
        </Empty>
      ) : (
        <ul className="thread-list">
          {data.items.map((c) => (
            <Thread key={c.id} comment={c} entity={entity} entityId={entityId} />
          ))}
        </ul>
      )}
      {data && data.total > size && (
        <div className="thread-pages">
          <Button size="small" disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('thread.less')}
          </Button>
          <Button size="small" disabled={page * size >= data.total} onClick={() => turn(page + 1)}>
            {t('thread.more')}
          </Button>
        </div>
      )}
    </div>
  )
  if (bare) return body
  const title = letter ? t('thread.write_letter') : t('thread.title')
  return (
    <Panel title={title} description={data && !letter ? t('thread.count', { n: data.total }) : undefined}>
      {body}
    </Panel>
  )
}
