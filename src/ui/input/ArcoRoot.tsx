/** What Arco's own pop-up widgets need around them: the app's pop-up element and their words in its language. Loaded with the first of them. */
import './ArcoRoot.css'
import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { usePopups } from '../feedback/popups.ts'

/**
 * Where a box has its pop-up: beside it in a dialog or on a full screen, of which nothing outside is seen or answers, and there in the top
 * layer, so that the edges of the dialog cut nothing off.
 */
function layerOf(box: Element, popups: HTMLElement): HTMLElement {
  const over = box.closest<HTMLElement>('dialog, :fullscreen')
  if (!over || over.contains(popups)) return unzoomed(popups)
  const layer = unzoomed(over)
  // older browsers have none
  if ((layer as Partial<HTMLElement>).showPopover) {
    layer.setAttribute('popover', 'manual')
    // again in front of what was opened since
    if (layer.matches(':popover-open')) layer.hidePopover()
    layer.showPopover()
  }
  return layer
}

/** Arco places by pixels of the window, and a host's `zoom` of the body would count them again. */
function unzoomed(place: HTMLElement): HTMLElement {
  // older browsers do not say
  const zoom = (place as Partial<HTMLElement>).currentCSSZoom ?? 1
  const own =
    place.querySelector<HTMLElement>(':scope > .mg-unzoomed') ?? place.appendChild(document.createElement('div'))
  own.className = 'mg-unzoomed'
  own.style.zoom = String(1 / zoom)
  return own
}

export function ArcoRoot({ children }: { children: ReactNode }) {
  const popups = usePopups()
  return (
    <ConfigProvider
      locale={useLocale() === 'zh-CN' ? zhCN : enUS}
      getPopupContainer={(box) => layerOf(box, popups)}
      effectGlobalModal={false}
      effectGlobalNotice={false}
    >
      {children}
    </ConfigProvider>
  )
}
