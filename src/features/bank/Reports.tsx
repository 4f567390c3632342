/** What learners reported about questions of a bank, and the answers of its keepers. */
import { type ComponentType, useId } from 'react'
import { Link } from 'react-router-dom'
import type { Bank } from '../../contract/bank/question.ts'
import type { QuestionReport } from '../../contract/practice/keep.schema.ts'
import { keepLimits } from '../../contract/practice/keep.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { useTyped } from '../../kit/form/typed.ts'
import { bylineWords } from '../../parts/byline/words.ts'
import { reportTones } from '../../parts/question-tools/ReportDialog.tsx'
import '../../parts/question-tools/tools.css'
import { Button } from '../../ui/input/Button.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { toast } from '../../ui/feedback/toast.ts'

const open = ['open'] as const
const start = { page: 1, state: open as typeof open | undefined }

export function reportsDialog(bank: Bank, toEdit: (id: string) => string): ComponentType<{ onClose: () => void }> {
  return function Reports({ onClose }) {
    const found = useBrowse('GET /question-reports', { start, inDialog: true, size: 10, query: { bank } })
    const only = found.at.state !== undefined
    return (
      <Dialog open size="large" title={t('keep.reports_title')} onClose={onClose}>
        <label className="qt-choice">
          <input
            type="checkbox"
            checked={only}
            onChange={(e) => found.narrow({ state: e.target.checked ? open : undefined })}
          />
          {t('keep.reports_only')}
        </label>
        <BrowseView
          compact
          kind="text"
          of={found}
          empty={{ icon: 'check', title: t(only ? 'keep.reports_none_open' : 'keep.reports_none') }}
        >
          {({ items }) => (
            <ul className="qt-list">
              {items.map((r) => (
                <Report key={r.id} of={r} to={toEdit(r.question_id)} />
              ))}
            </ul>
          )}
        </BrowseView>
      </Dialog>
    )
  }
}

function Report({ of: r, to }: { of: QuestionReport; to: string }) {
  const [text, setText] = useTyped(`report-reply:${r.id}`)
  const [answer, { busy }] = useWrite('POST /question-reports/:id/answer')
  const id = useId()
  const send = (outcome: 'fixed' | 'declined') =>
    answer({ params: { id: r.id }, body: { outcome, text: text.trim() } }).then(() => setText(''), toast.problem)
  return (
    <li>
      <p className="qt-line">
        <StatusTag word={r.state} tone={reportTones[r.state]} label={t(`keep.report_state.${r.state}`)} />
        <strong>{t(`keep.report_kind.${r.kind}`)}</strong>
        <Link to={to}>{r.title}</Link>
        <span className="mg-faint qt-end">
          {t('keep.reports_by', { name: bylineWords(r.author), version: r.version })} · <Ago at={r.at} />
        </span>
      </p>
      {r.text && <p>{r.text}</p>}
      {r.state === 'open' && r.version_now > r.version && <p className="mg-hint">{t('keep.reports_changed')}</p>}
      {r.state !== 'open' && (
        <p className="qt-reply">
          {r.reply}{' '}
          <span className="mg-faint">
            {r.replied_by && t('keep.reports_answered', { name: bylineWords(r.replied_by) })}
          </span>
        </p>
      )}
      {r.can.includes('answer') && (
        <div className="qt-form">
          <label className="mg-label" htmlFor={id}>
            {t('keep.reports_reply')}
          </label>
          <CountedTextArea
            id={id}
            aria-describedby={`${id}-hint`}
            value={text}
            max={keepLimits.reply}
            rows={2}
            onChange={setText}
          />
          <p className="qt-line">
            <span id={`${id}-hint`} className="mg-hint">
              {t('keep.reports_reply_hint')}
            </span>
            <Button size="small" className="qt-end" busy={busy} onClick={() => void send('declined')}>
              {t('keep.reports_declined')}
            </Button>
            <Button size="small" tone="primary" busy={busy} onClick={() => void send('fixed')}>
              {t('keep.reports_fixed')}
            </Button>
          </p>
        </div>
      )}
    </li>
  )
}
