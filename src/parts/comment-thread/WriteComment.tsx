import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { CommentEntity } from '../../contract/notice/comment.ts'
import { limits } from '../../contract/limits.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { useTyped } from '../../kit/form/typed.ts'
import { Button } from '../../ui/input/Button.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'

interface WriteCommentProps {
  entity: CommentEntity
  entityId: string
  /** The comment that is answered. */
  parentId?: string
  label: string
  /** Ready to be typed into. */
  focus?: boolean
  onSent?: () => void
  onCancel?: () => void
}

/** A few words and a way to send them. What was typed stays until it was sent. */
export function WriteComment({ entity, entityId, parentId, label, focus, onSent, onCancel }: WriteCommentProps) {
  const [text, setText] = useTyped(`comment:${entity}:${entityId}:${parentId ?? ''}`)
  const [problem, setProblem] = useState<unknown>(null)
  const [send, { busy }] = useWrite('POST /comments')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (focus) form.current?.querySelector('textarea')?.focus()
  }, [focus])
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (text.trim() === '' || busy) return
    setProblem(null)
    try {
      const said = await send({ body: { entity, entity_id: entityId, parent_id: parentId ?? null, text: text.trim() } })
      setText('')
      toast.ok(t(said.state === 'to-review' ? 'thread.sent_review' : 'thread.sent'))
      onSent?.()
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <form ref={form} className="thread-write" onSubmit={(e) => void submit(e)}>
      <label htmlFor={id} className="mg-label">
        {label}
      </label>
      <CountedTextArea id={id} value={text} max={limits.comment.max} rows={3} disabled={busy} onChange={setText} />
      {problem !== null && <ProblemView compact problem={problem} />}
      <div className="thread-send">
        {onCancel && (
          <Button
            size="small"
            onClick={() => {
              setText('')
              onCancel()
            }}
          >
            {t('thread.cancel')}
          </Button>
        )}
        <Button type="submit" size="small" tone="primary" busy={busy} disabled={text.trim() === ''}>
          {t('thread.send')}
        </Button>
      </div>
    </form>
  )
}
