/** What Arco's own pop-up widgets need around them: the app's pop-up element and their words in its language. Loaded with the first of them. */
import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { usePopups } from '../feedback/popups.ts'

/** Arco places by pixels of the window, and a host's `zoom` of the body would count them again. */
function unzoomed(popups: HTMLElement): HTMLElement {
  // older browsers do not say
  const zoom = (popups as Partial<HTMLElement>).currentCSSZoom ?? 1
  const own =
    popups.querySelector<HTMLElement>(':scope > .mg-unzoomed') ?? popups.appendChild(document.createElement('div'))
  own.className = 'mg-unzoomed'
  own.style.zoom = String(1 / zoom)
  return own
}

export function ArcoRoot({ children }: { children: ReactNode }) {
  const popups = usePopups()
  return (
    <ConfigProvider
      locale={useLocale() === 'zh-CN' ? zhCN : enUS}
      getPopupContainer={() => unzoomed(popups)}
      effectGlobalModal={false}
      effectGlobalNotice={false}
    >
      {children}
    </ConfigProvider>
  )
}
