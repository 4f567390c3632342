/** What a candidate keeps of his hand-in: shown, saved as a file, checked against what is stored. */
import './receipt.css'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Receipt } from '../../contract/exam/attempt.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { downloadFile } from '../../lib/save.ts'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { answersText } from './answersText.ts'
import { handedBy } from './handedBy.ts'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import { type ReceiptVerdict, receiptVerdictText } from './verdict.ts'

export function ReceiptView({ receipt, exam }: { receipt: Receipt; exam: string }) {
  const [verify, { busy }] = useCall('POST /exam-receipts/verify')
  const [found, setFound] = useState<ReceiptVerdict>()
  const [problem, setProblem] = useState<unknown>(null)
  const check = async () => {
    setProblem(null)
    try {
      setFound(await verify({ body: receipt }))
    } catch (e) {
      setProblem(e)
    }
  }
  return (
    <Panel title={t('exam.handed_title')} description={handedBy(receipt, format.dateTimeSeconds(receipt.handed_at))}>
      <KeyValue
        items={[
          { label: t('exam.receipt.exam'), value: receipt.exam },
          { label: t('exam.receipt.candidate'), value: receipt.candidate },
          {
            label: t('exam.receipt.answers'),
            value: answersText(receipt),
          },
          { label: t('exam.receipt.saves'), value: format.number(receipt.saves) },
          {
            label: t('exam.receipt.digest'),
            value: <span className="mg-mono receipt-digest">{receipt.digest}</span>,
            wide: true,
          },
        ]}
      />
      <p className="mg-dim">{t('exam.receipt.about')}</p>
      <div className="receipt-buttons">
        <Button
          icon="download"
          onClick={() =>
            downloadFile(
              new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }),
              `${receipt.exam} ${receipt.n}.json`,
            )
          }
        >
          {t('exam.receipt.keep')}
        </Button>
        <Button icon="file" onClick={() => window.print()}>
          {t('exam.receipt.print')}
        </Button>
        <Button icon="shield" busy={busy} onClick={() => void check()}>
          {t('exam.receipt.check')}
        </Button>
        <Link className={linkClass('primary')} to={href('exam-guide', { exam_id: exam })}>
          {t('exam.to_guide')}
        </Link>
      </div>
      <p role="status">{found && receiptVerdictText(found)}</p>
      {problem !== null && <ProblemView compact problem={problem} />}
      <ReceiptPaper receipt={receipt} exam={exam} />
    </Panel>
  )
}
