/** The button that shows the results of an exam or takes them back, for whoever may now. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { PublishDialog, WithdrawDialog } from './PublishDialog.tsx'

export function Publishing({ exam }: { exam: Exam }) {
  const [asking, setAsking] = useState<'publish' | 'withdraw'>()
  const Asking = asking === 'publish' ? PublishDialog : WithdrawDialog
  return (
    <>
      {exam.can.includes('withdraw') && <Button onClick={() => setAsking('withdraw')}>{t('exam.withdraw')}</Button>}
      {exam.can.includes('publish') && (
        <Button tone="primary" onClick={() => setAsking('publish')}>
          {t('exam.publish')}
        </Button>
      )}
      {asking && <Asking rows={[exam]} onClose={() => setAsking(undefined)} />}
    </>
  )
}
