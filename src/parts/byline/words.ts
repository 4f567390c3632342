import { type Byline, signed } from '../../contract/notice/byline.ts'
import { t } from '../../i18n/index.ts'
import { shippedName } from '../../kit/resource/words.ts'

/** Name, account and role for sentences: “Ada @ada · Teacher”. Of somebody who is gone the name that was written down. */
export function bylineWords(of: Byline): string {
  const role = of.role_name === '' ? '' : shippedName('role', of.role_key, of.role_name)
  return [signed(of), of.username === '' ? t('byline.gone') : role].filter(Boolean).join(' · ')
}
