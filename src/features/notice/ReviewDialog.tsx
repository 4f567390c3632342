import './notice.css'
import { useState } from 'react'
import type { Comment } from '../../contract/notice/comment.schema.ts'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'

/** Whether comments wait for a review. */
export default function ReviewDialog({ onClose }: ActionDialogProps<Comment>) {
  const { data, error, refetch } = useRead('GET /comments/review', undefined)
  const [save, { busy }] = useWrite('PUT /comments/review')
  const [chosen, choose] = useState<boolean>()
  const before = chosen ?? data?.before ?? false
  const done = async () => {
    try {
      await save({ body: { before } })
      toast.ok(t(before ? 'notice.review_saved_on' : 'notice.review_saved_off'))
      onClose()
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('notice.review_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={!data} onClick={() => void done()}>
            {t('notice.save')}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="text" />
      ) : (
        <>
          <label className="notice-check">
            <input type="checkbox" className="kit-box" checked={before} onChange={(e) => choose(e.target.checked)} />
            {t('notice.review_before')}
          </label>
          <p className="mg-hint">{t('notice.review_text')}</p>
        </>
      )}
    </Dialog>
  )
}
