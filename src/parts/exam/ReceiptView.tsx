/** What a candidate keeps of his hand-in. */
import { Link } from 'react-router-dom'
import type { Receipt } from '../../contract/exam/attempt.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { linkClass } from '../../ui/input/Button.tsx'
import { answersText } from './answersText.ts'
import { handedBy } from './handedBy.ts'
import { ReceiptPanel } from './ReceiptPanel.tsx'
import { ReceiptPaper } from './ReceiptPaper.tsx'

export function ReceiptView({ receipt, exam }: { receipt: Receipt; exam: string }) {
  const [verify] = useCall('POST /exam-receipts/verify')
  return (
    <ReceiptPanel
      title={t('exam.handed_title')}
      description={handedBy(receipt, format.dateTimeSeconds(receipt.handed_at))}
      facts={[
        { label: t('exam.receipt.exam'), value: receipt.exam },
        { label: t('exam.receipt.candidate'), value: receipt.candidate },
        { label: t('exam.receipt.answers'), value: answersText(receipt) },
        { label: t('exam.receipt.saves'), value: format.number(receipt.saves) },
      ]}
      receipt={receipt}
      file={`${receipt.exam} ${receipt.n}`}
      onCheck={() => verify({ body: receipt })}
      actions={
        <Link className={linkClass('primary')} to={href('exam-guide', { exam_id: exam })}>
          {t('exam.to_guide')}
        </Link>
      }
      paper={<ReceiptPaper receipt={receipt} exam={exam} />}
    />
  )
}
