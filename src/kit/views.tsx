/** A view as a screen's table of views names it: its code and its words, both loaded when the screen opens. */
import type { ComponentType } from 'react'
import type { BuiltName } from '../contract/screens/index.ts'
import type { MessageArea } from '../i18n/index.ts'

export interface ViewEntry {
  load: () => Promise<{ default: ComponentType }>
  messages: MessageArea | readonly MessageArea[]
}

/** Views of an area. `satisfies Views` keeps the names, so that a screen without a view is found where all areas come together. */
export type Views = Partial<Record<BuiltName, ViewEntry>>
