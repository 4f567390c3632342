import { counterOf } from '../../../kit/resource/counter.ts'
import { t } from '../../../i18n/index.ts'

/** “Move: Clara Haas”, or how many. */
export const userActionTitle = (action: string, rows: readonly { name: string }[]): string =>
  rows.length === 1 && rows[0]
    ? t('kit.action.confirm_title', { action, name: rows[0].name })
    : t('kit.action.confirm_title_many', { action, n: rows.length, unit: counterOf('user') })
