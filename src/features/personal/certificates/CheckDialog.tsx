import { t } from '../../../i18n/index.ts'
import { CheckForm } from '../../../parts/certificate/CheckForm.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Button } from '../../../ui/input/Button.tsx'

export function CheckDialog({ number, onClose }: { number: string; onClose: () => void }) {
  return (
    <Dialog
      open
      size="large"
      title={t('certificate.check')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      <CheckForm number={number} />
    </Dialog>
  )
}
