/** A view as a screen's table of views names it: its code and its words, both loaded when the screen opens. */
import type { ComponentType } from 'react'
import type { BuiltName } from '../contract/screens/index.ts'
import type { MessageArea } from '../i18n/index.ts'

export interface ViewEntry {
  load: () => Promise<{ default: ComponentType }>
  messages: MessageArea | readonly MessageArea[]
  /**
   * Path and query of its first calls while its address has no query; the document of a page of its own asks them beside the session
   * (config/vite/early.ts). A list: `firstPage('/tools')`. `:name` stands for that piece of its address, `:language` for the page's language.
   */
  first?: `/${string}` | readonly `/${string}`[]
  /** What may stand in the query of its address without changing them. */
  regardless?: readonly string[]
  /** What it mostly imports as soon as it has its data: the document asks for that, too. */
  soon?: () => Promise<unknown>
}

/** The call by which a list shows its first page. */
export const firstPage = <P extends `/${string}`>(path: P): `${P}?page=1&page_size=20` => `${path}?page=1&page_size=20`

/** Views of an area. `satisfies Views` keeps the names, so that a screen without a view is found where all areas come together. */
export type Views = Partial<Record<BuiltName, ViewEntry>>
