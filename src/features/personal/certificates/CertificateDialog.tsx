/** A certificate as it is printed, along or across. */
import './certificate.css'
import { useState } from 'react'
import type { OwnCertificate } from '../../../contract/record/certificate.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Chips } from '../../../ui/data/Chips.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { CertificatePaper, type PaperWay, paperWays } from './CertificatePaper.tsx'

export function CertificateDialog({ of, onClose }: { of: OwnCertificate; onClose: () => void }) {
  const [way, setWay] = useState<PaperWay>('landscape')
  return (
    <Dialog
      open
      size="wide"
      title={t('certificate.view_title', { number: of.number })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          <Button tone="primary" icon="file" onClick={() => window.print()}>
            {t('certificate.print')}
          </Button>
        </>
      }
    >
      <Chips
        label={t('certificate.way')}
        value={way}
        items={paperWays.map((value) => ({ value, label: t(`certificate.way.${value}`) }))}
        onChange={(to) => setWay(to ?? way)}
      />
      <p className="mg-hint">{t('certificate.print_hint')}</p>
      <CertificatePaper of={of} way={way} />
    </Dialog>
  )
}
