/** A receipt that somebody kept as a file, checked against what is stored. */
import './receipt.css'
import { useState } from 'react'
import type { Receipt } from '../../contract/exam/attempt.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { type ReceiptVerdict, receiptVerdictText } from './verdict.ts'

/** Bytes; a receipt has less than a thousand. */
const most = 16 * 1024

type Found = { receipt: Receipt; verdict: ReceiptVerdict } | 'none' | AppProblem

export function ReceiptCheck() {
  const [verify] = useCall('POST /exam-receipts/verify')
  const [found, setFound] = useState<Found>()
  const check = async (file: File) => {
    setFound(undefined)
    try {
      // whatever it is, the server says whether it is a receipt
      const receipt: Receipt = JSON.parse(await file.text())
      setFound({ receipt, verdict: await verify({ body: receipt }) })
    } catch (e) {
      const problem = e instanceof SyntaxError ? undefined : problemOf(e)
      setFound(!problem || problem.code === 'validation' || problem.code === 'malformed' ? 'none' : problem)
    }
  }
  return (
    <details className="receipt-check">
      <summary>{t('exam.receipt.file')}</summary>
      <FileDrop accept={['.json']} max={most} onFiles={([file]) => void (file && check(file))} />
      <div role="status">
        {found === 'none' && <p className="mg-error">{t('exam.receipt.unreadable')}</p>}
        {found && typeof found === 'object' && 'verdict' in found && (
          <p className={found.verdict.genuine && found.verdict.unchanged ? '' : 'mg-error'}>
            {found.verdict.genuine && (
              <strong>
                {found.receipt.exam} · {found.receipt.candidate} · {format.dateTimeSeconds(
                  found.receipt.handed_at,
                )}{' '}
              </strong>
            )}
            {receiptVerdictText(found.verdict)}
          </p>
        )}
      </div>
      {found && typeof found === 'object' && 'code' in found && <ProblemView compact problem={found} />}
    </details>
  )
}
