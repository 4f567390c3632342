/** The paper: one page of A4, on the screen as it is printed. */
import '../../../ui/layout/Paper.css'
import './certificate.css'
import { useHref } from 'react-router-dom'
import type { OwnCertificate } from '../../../contract/record/certificate.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { checkParam } from '../../../parts/certificate/check.ts'
import { contestFacts, endText, hoursText, scoreText } from '../../../parts/certificate/words.ts'

export const paperWays = ['landscape', 'portrait'] as const
export type PaperWay = (typeof paperWays)[number]

export function CertificatePaper({ of: c, way }: { of: OwnCertificate; way: PaperWay }) {
  const place = useHref(href('personal', undefined, { tab: 'record', [checkParam]: c.number }))
  const facts = [
    ...(c.contest
      ? contestFacts(c, c.contest)
      : [
          { label: t('certificate.hours'), value: hoursText(c) },
          ...(c.credit > 0 ? [{ label: t('certificate.credit'), value: format.number(c.credit) }] : []),
          ...(c.score === undefined ? [] : [{ label: t('certificate.score'), value: scoreText(c) }]),
          { label: t('certificate.completed'), value: format.date(c.completed_at) },
        ]),
    { label: t('certificate.issued'), value: format.date(c.issued_at) },
    { label: t('certificate.expires'), value: endText(c) },
  ]
  return (
    <article className="mg-paper certificate-paper" data-way={way}>
      {c.state !== 'valid' && (
        <div className="certificate-over">
          <p>
            {t(`certificate.state.${c.state}`)}
            {c.since !== null && <small>{format.date(c.since)}</small>}
          </p>
        </div>
      )}
      <div className="certificate-frame">
        <div className="certificate-head">
          <Icon name="trophy" size={20} />
          <p className="certificate-issuer">{c.issuer}</p>
          <h3>{t(c.contest ? 'certificate.paper.contest_title' : 'certificate.paper.title')}</h3>
        </div>
        <div className="certificate-body">
          <p>{t('certificate.paper.to')}</p>
          <p className="certificate-holder">{c.holder}</p>
          <p>{t(c.contest ? 'certificate.paper.contest_did' : 'certificate.paper.did')}</p>
          <p className="certificate-course">{c.course}</p>
          {c.course_other && <p className="certificate-other">{c.course_other}</p>}
        </div>
        <dl className="certificate-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <footer className="certificate-foot">
          <p>
            {t('certificate.number')} <strong className="mg-mono">{c.number}</strong>
          </p>
          <p>{t('certificate.paper.check', { address: `${location.origin}${place}` })}</p>
        </footer>
      </div>
    </article>
  )
}
