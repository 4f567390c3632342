import { t } from '../../i18n/index.ts'

export function UnreadOnly({ value, onChange }: { value: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="personal-only">
      <input type="checkbox" checked={value} onChange={(e) => onChange(e.target.checked)} />
      {t('personal.only-unread')}
    </label>
  )
}
