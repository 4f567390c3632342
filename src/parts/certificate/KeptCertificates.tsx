/** Certificates of a course or a contest for its keepers: who has which, issuing to those who wait, revoking. */
import './kept.css'
import { useId, useState } from 'react'
import { certificateLimits, certificateStates, type CertificateState } from '../../contract/record/certificate.ts'
import type { KeptCertificate } from '../../contract/record/certificate.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { useTyped } from '../../kit/form/typed.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Table } from '../../ui/data/Table.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'

const start = { page: 1, q: '', state: undefined as CertificateState | undefined }
type Asking = { at: 'issue'; n: number } | { at: 'revoke' | 'reinstate'; of: KeptCertificate }

type CertifiedKind = 'course' | 'contest'
const listRoute = { course: 'GET /courses/:id/certificates', contest: 'GET /flag-contests/:id/certificates' } as const
const issueRoute = {
  course: 'POST /courses/:id/certificates',
  contest: 'POST /flag-contests/:id/certificates',
} as const
const revokeRoute = {
  course: 'POST /courses/:id/certificates/:number/revoke',
  contest: 'POST /flag-contests/:id/certificates/:number/revoke',
} as const

interface KeptCertificatesProps {
  kind: CertifiedKind
  id: string
  name: string
  /** The viewer may issue and revoke them; the server has the last word. */
  keeps?: boolean
  onClose: () => void
}
export function KeptCertificates({ kind, id, name, keeps = true, onClose }: KeptCertificatesProps) {
  const found = useBrowse(listRoute[kind], { start, inDialog: true, size: 10, params: { id } })
  const [asking, setAsking] = useState<Asking>()
  const { data } = found
  const over = () => setAsking(undefined)
  return (
    <Dialog open size="wide" title={t('certificate.of_course', { name })} onClose={onClose}>
      {data && !data.gives && <p className="mg-dim">{t(`certificate.${kind}_off`)}</p>}
      {data && data.gives && data.waiting > 0 && keeps && (
        <p className="certificate-waiting">
          {t(`certificate.${kind}_waiting`, { n: data.waiting })}{' '}
          <Button size="small" tone="primary" onClick={() => setAsking({ at: 'issue', n: data.waiting })}>
            {t('certificate.issue', { n: data.waiting })}
          </Button>
        </p>
      )}
      <BrowseBar
        of={found}
        search={t('certificate.search')}
        filters={[
          {
            field: 'state',
            label: t('certificate.status'),
            all: t('certificate.all'),
            options: certificateStates.map((value) => ({ value, label: t(`certificate.state.${value}`) })),
          },
        ]}
      />
      <BrowseView
        compact
        kind="text"
        of={found}
        name={t('certificate.many')}
        empty={{
          icon: 'trophy',
          title: t('certificate.course_none'),
          text: data?.gives ? t(`certificate.${kind}_none_text`) : undefined,
        }}
      >
        {({ items }) => (
          <Table
            name={t('certificate.many')}
            rows={items}
            keyOf={(c) => c.number}
            columns={[
              { head: t('certificate.holder'), names: true, cell: (c) => c.holder },
              { head: t('certificate.number'), short: true, cell: (c) => <span className="mg-mono">{c.number}</span> },
              { head: t('certificate.status'), short: true, cell: (c) => <State of={c} /> },
              { head: t('certificate.issued'), short: true, cell: (c) => format.date(c.issued_at) },
              {
                head: t('certificate.expires'),
                short: true,
                cell: (c) => (c.expires_at === null ? t('certificate.no_end') : format.date(c.expires_at)),
              },
              {
                head: t('certificate.acts'),
                short: true,
                cell: (c) =>
                  (keeps ? c.can : []).map((at) => (
                    <Button
                      key={at}
                      size="small"
                      aria-label={`${t(`certificate.${at}`)}: ${c.holder}, ${c.number}`}
                      onClick={() => setAsking({ at, of: c })}
                    >
                      {t(`certificate.${at}`)}
                    </Button>
                  )),
              },
            ]}
            below={(c) =>
              c.state === 'revoked' && c.since !== null
                ? t('certificate.revoked_because', { at: format.date(c.since), reason: c.reason })
                : undefined
            }
          />
        )}
      </BrowseView>
      {asking?.at === 'issue' && <IssueAll kind={kind} id={id} n={asking.n} onClose={over} />}
      {asking?.at === 'revoke' && <Revoke kind={kind} id={id} of={asking.of} onClose={over} />}
      {asking?.at === 'reinstate' && <Reinstate kind={kind} id={id} of={asking.of} onClose={over} />}
    </Dialog>
  )
}

const State = ({ of: { state } }: { of: KeptCertificate }) => (
  <StatusTag dot word={state} label={t(`certificate.state.${state}`)} />
)

/** Some at a time, so that a course of thousands is done in calls of a second; what was issued stays when one fails. */
function IssueAll({ kind, id, n, onClose }: { kind: CertifiedKind; id: string; n: number; onClose: () => void }) {
  const [write] = useWrite(issueRoute[kind])
  const [done, setDone] = useState<number>()
  const issue = async () => {
    let all = 0
    setDone(0)
    for (let left = n; left > 0; ) {
      const reply = await write({ params: { id }, body: { user_id: null } })
      all += reply.issued
      left = reply.issued > 0 ? reply.left : 0
      setDone(all)
    }
    toast.ok(t('certificate.issue_done', { n: all }))
  }
  return (
    <Confirm
      open
      title={t('certificate.issue_title', { n })}
      confirm={t('certificate.issue', { n })}
      onConfirm={issue}
      onClose={onClose}
    >
      <p>{t(`certificate.${kind}_issue_text`)}</p>
      {done !== undefined && (
        <ProgressBar
          value={done / n}
          label={t('certificate.issue_title', { n })}
          says={t('certificate.issue_progress', { n: format.number(done), all: format.number(n) })}
        />
      )}
    </Confirm>
  )
}

interface OfOne {
  kind: CertifiedKind
  id: string
  of: KeptCertificate
  onClose: () => void
}
function Revoke({ kind, id, of: { number, holder }, onClose }: OfOne) {
  const [write] = useWrite(revokeRoute[kind])
  const [reason, setReason] = useTyped(`certificate-revoke:${number}`)
  const hint = useId()
  return (
    <Confirm
      open
      danger
      size="default"
      title={t('certificate.revoke_title', { name: holder })}
      confirm={t('certificate.revoke')}
      done={t('certificate.revoked')}
      missing={reason.trim() ? [] : [t('certificate.reason')]}
      onConfirm={() => write({ params: { id, number }, body: { reason: reason.trim() } }).then(() => setReason(''))}
      onClose={onClose}
    >
      <p>{t('certificate.revoke_text')}</p>
      <CountedTextArea
        data-autofocus
        aria-required
        label={t('certificate.reason')}
        aria-describedby={hint}
        value={reason}
        max={certificateLimits.reason}
        onChange={setReason}
      />
      <p id={hint} className="mg-hint">
        {t('certificate.reason_hint', { name: holder })}
      </p>
    </Confirm>
  )
}

function Reinstate({ kind, id, of: { user_id, holder }, onClose }: OfOne) {
  const [write] = useWrite(issueRoute[kind])
  return (
    <Confirm
      open
      title={t('certificate.reinstate_title', { name: holder })}
      confirm={t('certificate.reinstate')}
      done={t('certificate.issue_done', { n: 1 })}
      onConfirm={() => write({ params: { id }, body: { user_id } })}
      onClose={onClose}
    >
      <p>{t('certificate.reinstate_text')}</p>
    </Confirm>
  )
}
