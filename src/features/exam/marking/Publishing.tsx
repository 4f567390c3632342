/** The button that shows the results of an exam or takes them back, for whoever may now. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { mayPublish } from '../../../contract/exam/status.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { PublishDialog, WithdrawDialog } from './PublishDialog.tsx'

/** Why whoever marks cannot show the results; undefined where they are out, or show themselves. */
function whyNotPublish(e: Exam): string | undefined {
  const out = e.published_at !== null || (e.results_at !== null && Date.parse(e.results_at) <= Date.now())
  if (out || e.kind === 'practice' || e.can.includes('publish')) return undefined
  if (!mayPublish(e)) return t('exam.publish_waits')
  return e.owner_name ? t('exam.publish_by', { name: e.owner_name }) : t('exam.publish_keepers')
}

/** @param tells of a page whose readers expect the button: why it does nothing */
export function Publishing({ exam, tells = false }: { exam: Exam; tells?: boolean }) {
  const [asking, setAsking] = useState<'publish' | 'withdraw'>()
  const why = tells ? whyNotPublish(exam) : undefined
  const Asking = asking === 'publish' ? PublishDialog : WithdrawDialog
  return (
    <>
      {exam.can.includes('withdraw') && <Button onClick={() => setAsking('withdraw')}>{t('exam.withdraw')}</Button>}
      {exam.can.includes('publish') && (
        <Button tone="primary" onClick={() => setAsking('publish')}>
          {t('exam.publish')}
        </Button>
      )}
      {why && <Button off={why}>{t('exam.publish')}</Button>}
      {asking && <Asking rows={[exam]} onClose={() => setAsking(undefined)} />}
    </>
  )
}
