/** The product's own names in both languages, whatever a platform calls things. */
import type { Locale } from '../../../contract/host.ts'
import type { EntryKey } from '../../../contract/menu.ts'
import enScreens from '../../../i18n/en-US/screen.ts'
import enFolders from '../../../i18n/en-US/shell.ts'
import zhScreens from '../../../i18n/zh-CN/screen.ts'
import zhFolders from '../../../i18n/zh-CN/shell.ts'

const books: Record<Locale, Record<string, string>> = {
  'en-US': { ...enFolders, ...enScreens },
  'zh-CN': { ...zhFolders, ...zhScreens },
}

export const usualName = (key: EntryKey, locale: Locale): string => books[locale][key] ?? key
