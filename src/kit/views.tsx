/** A view as a screen's table of views names it: its code and its words, both loaded when the screen opens. */
import type { ComponentType } from 'react'
import type { BuiltName } from '../contract/screens/index.ts'
import type { MessageArea } from '../i18n/index.ts'

export interface ViewEntry {
  load: () => Promise<{ default: ComponentType }>
  messages: MessageArea | readonly MessageArea[]
  /**
   * Path and query of its first call while its address has no query; the document of a page of its own asks it beside the session
   * (config/vite/early.ts). A list: `firstPage('/tools')`.
   */
  first?: `/${string}`
}

/** The call by which a list shows its first page. */
export const firstPage = <P extends `/${string}`>(path: P): `${P}?page=1&page_size=20` => `${path}?page=1&page_size=20`

/** Views of an area. `satisfies Views` keeps the names, so that a screen without a view is found where all areas come together. */
export type Views = Partial<Record<BuiltName, ViewEntry>>
