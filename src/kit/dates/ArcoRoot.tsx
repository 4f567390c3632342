/** What Arco's own pop-up widgets need around them: the app's pop-up element and their words in its language. Loaded with the first of them. */
import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { usePopups } from '../../ui/popups.ts'

export function ArcoRoot({ children }: { children: ReactNode }) {
  const popups = usePopups()
  return (
    <ConfigProvider
      locale={useLocale() === 'zh-CN' ? zhCN : enUS}
      getPopupContainer={() => popups}
      effectGlobalModal={false}
      effectGlobalNotice={false}
    >
      {children}
    </ConfigProvider>
  )
}
