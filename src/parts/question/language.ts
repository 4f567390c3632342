import type { TextLanguage } from '../../contract/bank/shown.ts'
import { t } from '../../i18n/index.ts'

/** Languages are called by their own names. */
export const languageName = (language: TextLanguage): string =>
  language === 'en-US' ? 'English' : language === 'zh-CN' ? '中文' : t('bank.language_unsaid')
