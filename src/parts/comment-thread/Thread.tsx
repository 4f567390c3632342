import { type ReactNode, useState } from 'react'
import type { CommentEntity } from '../../contract/notice/comment.ts'
import type { SingleComment, ThreadComment } from '../../contract/notice/routes.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { PictureAvatar } from '../../kit/picture/Face.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { BylineText } from '../byline/Byline.tsx'
import { WriteComment } from './WriteComment.tsx'

interface ThreadProps {
  comment: ThreadComment
  entity: CommentEntity
  entityId: string
}

/** A comment with its answers. */
export function Thread({ comment: c, entity, entityId }: ThreadProps) {
  const [answering, setAnswering] = useState(false)
  return (
    <li className="thread-one">
      <OneComment said={c} entity={entity}>
        {c.can.includes('reply') && !answering && (
          <Button tone="quiet" size="small" onClick={() => setAnswering(true)}>
            {t('thread.answer')}
          </Button>
        )}
      </OneComment>
      {c.replies.length > 0 && (
        <ul className="thread-replies">
          {c.replies.map((r) => (
            <li key={r.id}>
              <OneComment said={r} entity={entity} />
            </li>
          ))}
        </ul>
      )}
      {answering && (
        <div className="thread-replies">
          <WriteComment
            focus
            entity={entity}
            entityId={entityId}
            parentId={c.id}
            label={t('thread.answer_to', { name: c.author_name })}
            onSent={() => setAnswering(false)}
            onCancel={() => setAnswering(false)}
          />
        </div>
      )}
    </li>
  )
}

function OneComment({
  said: c,
  entity,
  children,
}: {
  said: SingleComment
  entity: CommentEntity
  children?: ReactNode
}) {
  const [asking, setAsking] = useState(false)
  const office = t(`thread.official_${entity}`)
  const [withdraw] = useWrite('POST /comments/:id/withdraw')
  return (
    <article className="thread-comment">
      <PictureAvatar name={c.author_name} picture={c.author_logo} />
      <div className="thread-words">
        <header className="thread-head">
          <BylineText strong of={c.author} />
          {c.official && c.author_name !== office && <StatusTag word="official" tone="accent" label={office} />}
          {c.state === 'to-review' && <StatusTag word={c.state} tone="warn" label={t('thread.waits')} />}
          {c.state === 'hidden' && <StatusTag word={c.state} label={t('thread.hidden')} />}
          <span className="mg-faint">
            <Ago at={c.at} />
          </span>
        </header>
        <p dir="auto" className="thread-text">
          {c.text}
        </p>
        <div className="thread-acts">
          {children}
          {c.can.includes('remove') && (
            <Button tone="quiet" size="small" onClick={() => setAsking(true)}>
              {t('thread.remove')}
            </Button>
          )}
        </div>
      </div>
      <Confirm
        open={asking}
        danger
        title={t('thread.remove_title')}
        confirm={t('thread.remove')}
        onConfirm={() => withdraw({ params: { id: c.id } })}
        onClose={() => setAsking(false)}
      >
        <p>{t('thread.remove_text')}</p>
      </Confirm>
    </article>
  )
}
