/** Sends Arco's pop-ups into the app's own element and gives Arco its words. */
import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import type { ReactNode } from 'react'
import { useLocale } from '../i18n/index.ts'

export function PopupRoot({ element, children }: { element: HTMLElement; children: ReactNode }) {
  const locale = useLocale() === 'zh-CN' ? zhCN : enUS
  return (
    <ConfigProvider
      locale={locale}
      getPopupContainer={() => element}
      effectGlobalModal={false}
      effectGlobalNotice={false}
    >
      {children}
    </ConfigProvider>
  )
}
