import type { BulkReply } from '../../../contract/lib/crud.ts'
import './org.css'
import { useEffect, useRef, useState } from 'react'
import type { User } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { type BulkSummary, mergedReplies, summarise } from '../../../kit/action/bulk.logic.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { type IssuedPassword, Passwords } from './Passwords.tsx'
import { userActionTitle } from './titles.ts'

/** Users a call: making a password takes the server a moment. */
const some = 20

type Phase =
  | { at: 'asking'; problem?: unknown }
  | { at: 'making'; share: number }
  | { at: 'told'; summary: BulkSummary }

/** Makes up a password for each user, ends their sessions, and tells the passwords once. */
export default function PasswordsDialog({ rows, onClose }: ActionDialogProps<User>) {
  const [phase, turn] = useState<Phase>({ at: 'asking' })
  const [told, tell] = useState<readonly IssuedPassword[]>([])
  const [reset] = useWrite('POST /users/reset-password')
  const gone = useRef(false)
  useEffect(() => () => void (gone.current = true), [])

  const run = async () => {
    const replies: BulkReply[] = []
    const passwords: IssuedPassword[] = []
    const ids = rows.map((r) => r.id)
    try {
      for (let from = 0; from < ids.length && !gone.current; from += some) {
        turn({ at: 'making', share: from / ids.length })
        const reply = await reset({ body: { ids: ids.slice(from, from + some) } })
        replies.push(reply)
        passwords.push(...reply.passwords)
        tell([...passwords])
      }
      turn({ at: 'told', summary: summarise(mergedReplies(replies), new Map(rows.map((r) => [r.id, r.name]))) })
    } catch (problem) {
      turn({ at: 'asking', problem })
    }
  }
  const done = phase.at === 'told'
  return (
    <Dialog
      open
      locked={phase.at === 'making'}
      title={userActionTitle(t('user.reset_password'), rows)}
      onClose={onClose}
      actions={
        phase.at !== 'making' && (
          <>
            <Button onClick={onClose}>{t(done ? 'ui.close' : 'ui.cancel')}</Button>
            {!done && (
              <Button tone="primary" onClick={() => void run()}>
                {t('user.reset_password')}
              </Button>
            )}
          </>
        )
      }
    >
      {phase.at === 'asking' && <p>{t('user.reset_password_text', { n: rows.length })}</p>}
      {phase.at === 'asking' && phase.problem !== undefined && <ProblemView compact problem={phase.problem} />}
      {phase.at === 'making' && <ProgressBar label={t('user.reset_password')} value={phase.share} showValue />}
      {done && phase.summary.failed > 0 && <BulkResult of="user" summary={phase.summary} onClose={onClose} />}
      {told.length > 0 && phase.at !== 'making' && <Passwords told={told} />}
    </Dialog>
  )
}
