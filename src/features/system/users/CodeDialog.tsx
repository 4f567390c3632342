/** A one-time code for somebody who forgot the password: made when it is asked for, told once. */
import { useState } from 'react'
import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/lib/route.ts'
import type { User } from '../../../contract/system/user.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { userActionTitle } from './titles.ts'

export default function CodeDialog({ rows, onClose }: ActionDialogProps<User>) {
  const [told, tell] = useState<Reply<Api, 'POST /users/:id/reset-code'>>()
  const [problem, setProblem] = useState<unknown>()
  const [make, { busy }] = useWrite('POST /users/:id/reset-code')
  const run = () => make({ params: { id: rows[0]?.id ?? '' } }).then(tell, setProblem)
  return (
    <Dialog
      open
      locked={busy}
      title={userActionTitle(t('user.give_code'), rows)}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t(told ? 'ui.close' : 'ui.cancel')}
          </Button>
          {!told && (
            <Button tone="primary" busy={busy} onClick={() => void run()}>
              {t('user.give_code')}
            </Button>
          )}
        </>
      }
    >
      <p>{told ? t('user.give_code_once', { page: t('session.first') }) : t('user.give_code_text')}</p>
      {!told && problem !== undefined && <ProblemView compact problem={problem} />}
      {told && (
        <KeyValue
          items={[
            { label: t('user.code'), value: <Copyable text={told.code} mono /> },
            { label: t('user.code_until'), value: format.dateTime(told.expires_at) },
          ]}
        />
      )}
    </Dialog>
  )
}
