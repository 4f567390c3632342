/** What somebody keeps of a hand-in: shown, saved as a file, checked against what is stored, printed on one page. */
import './receipt.css'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { downloadFile } from '../../lib/save.ts'
import { Button } from '../../ui/input/Button.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { type ReceiptVerdict, receiptVerdictText } from './verdict.ts'

interface ReceiptPanelProps {
  title: string
  description: ReactNode
  facts: readonly { label: string; value: ReactNode }[]
  receipt: { digest: string }
  /** Of the file it is kept in, without its end. */
  file: string
  onCheck: () => Promise<ReceiptVerdict>
  /** Beside keeping, printing and checking. */
  actions?: ReactNode
  /** As it is printed. */
  paper: ReactNode
}

export function ReceiptPanel({ title, description, facts, receipt, file, onCheck, actions, paper }: ReceiptPanelProps) {
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<ReceiptVerdict>()
  const [problem, setProblem] = useState<unknown>(null)
  const check = async () => {
    setProblem(null)
    setBusy(true)
    try {
      setFound(await onCheck())
    } catch (e) {
      setProblem(e)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={title} description={description}>
      <KeyValue
        items={[
          ...facts,
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
              `${file}.json`,
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
        {actions}
      </div>
      <p role="status">{found && receiptVerdictText(found)}</p>
      {problem !== null && <ProblemView compact problem={problem} />}
      {paper}
    </Panel>
  )
}

/** The receipt as it is printed, on one page; on the screen it is not there. */
export function PrintedReceipt({
  title,
  note,
  facts,
  sums,
}: {
  title: string
  note?: string | undefined
  facts: readonly (readonly [word: string, value: string])[]
  sums: readonly (readonly [word: string, value: string])[]
}) {
  return (
    <section className="receipt-paper" aria-hidden="true">
      <h1>{title}</h1>
      {note && <p>{note}</p>}
      <dl>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {sums.map(([word, value]) => (
          <div key={word} className="receipt-paper-sum">
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('exam.receipt.paper_about')}</p>
    </section>
  )
}
