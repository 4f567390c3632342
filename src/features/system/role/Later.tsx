import { t } from '../../../i18n/index.ts'

/** Beside a screen that has no view in this version. */
export const Later = () => (
  <span className="role-note" title={t('role.later_about')}>
    {t('role.later')}
  </span>
)
