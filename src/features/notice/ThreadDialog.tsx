import type { Comment } from '../../contract/notice/comment.schema.ts'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { CommentThread } from '../../parts/comment-thread/CommentThread.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'

/** The whole conversation a comment belongs to, to be answered where it stands. */
export default function ThreadDialog({ rows: [row], onClose }: ActionDialogProps<Comment>) {
  if (!row) return null
  return (
    <Dialog open size="large" title={t('notice.thread_of', { name: row.about })} onClose={onClose}>
      <CommentThread entity={row.entity} entityId={row.entity_id} answering bare />
    </Dialog>
  )
}
