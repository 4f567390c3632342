/** The viewer's certificates: looked at, printed, taken along, made out to another name. */
import './certificate.css'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OwnCertificate } from '../../../contract/record/certificate.schema.ts'
import { fileNameOf } from '../../../contract/lib/fileName.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useClient } from '../../../kit/data/call.ts'
import { BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { useMe } from '../../../kit/session/use.ts'
import { downloadFile } from '../../../lib/save.ts'
import { checkParam } from '../../../parts/certificate/check.ts'
import { endText } from '../../../parts/certificate/words.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CertificateDialog } from './CertificateDialog.tsx'
import { CheckDialog } from './CheckDialog.tsx'

const start = { page: 1 }

export function Certificates() {
  const found = useBrowse('GET /learning/certificates', { start, place: 'certificate-', size: 6 })
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<OwnCertificate>()
  const [renaming, setRenaming] = useState<OwnCertificate>()
  const checked = search.get(checkParam)
  const check = (number: string | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (number === undefined) next.delete(checkParam)
        else next.set(checkParam, number)
        return next
      },
      { preventScrollReset: true, replace: true },
    )
  return (
    <Panel
      title={t('certificate.many')}
      description={t('certificate.text')}
      flush
      actions={
        <Button icon="shield" onClick={() => check('')}>
          {t('certificate.check')}
        </Button>
      }
    >
      <BrowseView
        compact
        kind="text"
        of={found}
        name={t('certificate.many')}
        empty={{ icon: 'trophy', title: t('certificate.none'), text: t('certificate.none_text') }}
      >
        {({ items }) => (
          <ul className="certificate-cards">
            {items.map((c) => (
              <Card key={c.number} of={c} onShow={() => setShown(c)} onReissue={() => setRenaming(c)} />
            ))}
          </ul>
        )}
      </BrowseView>
      {shown && <CertificateDialog of={shown} onClose={() => setShown(undefined)} />}
      {renaming && <Reissue of={renaming} onClose={() => setRenaming(undefined)} />}
      {checked !== null && <CheckDialog key={checked} number={checked} onClose={() => check(undefined)} />}
    </Panel>
  )
}

interface CardProps {
  of: OwnCertificate
  onShow: () => void
  onReissue: () => void
}
function Card({ of: c, onShow, onReissue }: CardProps) {
  const ask = useClient()
  const me = useMe()
  const { nameOf } = useCourseText()
  const other = c.course_other === '' ? null : { name: c.course_other }
  const name = nameOf({ name: c.course, language: c.language, translation: other }).text
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const route = 'GET /learning/certificates/:number/file'
      const file: unknown = await ask(route, { params: { number: c.number } }, { blob: true })
      if (file instanceof Blob) downloadFile(file, `${fileNameOf(`${name} ${c.number}`)}.json`)
    } catch (e) {
      toast.problem(e)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="certificate-card">
      <header>
        <Icon name="trophy" size={20} />
        <h3>{name}</h3>
        <StatusTag word={c.state} label={t(`certificate.state.${c.state}`)} />
      </header>
      <KeyValue
        items={[
          { label: t('certificate.number'), value: <span className="mg-mono">{c.number}</span>, wide: true },
          { label: t('certificate.holder'), value: c.holder, wide: true },
          { label: t('certificate.issued'), value: format.date(c.issued_at) },
          { label: t('certificate.expires'), value: endText(c) },
        ]}
      />
      {c.state === 'revoked' && c.since !== null && (
        <p className="mg-error">
          <Icon name="bad" />
          {t('certificate.revoked_because', { at: format.date(c.since), reason: c.reason })}
        </p>
      )}
      {c.can.includes('reissue') && (
        <p className="mg-hint">{t('certificate.other_name', { holder: c.holder, name: me?.rep_name ?? '' })}</p>
      )}
      <div className="certificate-acts">
        <Button size="small" icon="eye" aria-label={`${t('certificate.view')}: ${name}`} onClick={onShow}>
          {t('certificate.view')}
        </Button>
        <Button
          size="small"
          icon="download"
          busy={busy}
          aria-label={`${t('certificate.download')}: ${name}`}
          title={t('certificate.download_hint')}
          onClick={() => void download()}
        >
          {t('certificate.download')}
        </Button>
        {c.can.includes('reissue') && (
          <Button size="small" icon="refresh" aria-label={`${t('certificate.reissue')}: ${name}`} onClick={onReissue}>
            {t('certificate.reissue')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Reissue({ of: { number }, onClose }: { of: OwnCertificate; onClose: () => void }) {
  const me = useMe()
  const [write] = useWrite('POST /learning/certificates/:number/reissue')
  return (
    <Confirm
      open
      title={t('certificate.reissue_title', { name: me?.rep_name ?? '' })}
      confirm={t('certificate.reissue')}
      done={t('certificate.reissued')}
      onConfirm={() => write({ params: { number }, body: {} })}
      onClose={onClose}
    >
      <p>{t('certificate.reissue_text', { number })}</p>
    </Confirm>
  )
}
