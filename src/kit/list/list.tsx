/**
 * A list screen from a declaration: columns, filters and actions as words. Server paging, sorting, search and filters in the address, the
 * viewer's own columns, choosing rows over pages, keys, export, cards: none of it is said again by the screen.
 */
import type { ComponentType, ReactNode } from 'react'
import type { BuiltName, ScreenName } from '../../contract/screens/index.ts'
import type { MessageKey } from '../../i18n/index.ts'
import type { ActionOf } from '../action/action.ts'
import { withOwning } from '../ownership/owning.ts'
import { type AnyResource, asRead, type Labelled, type Row } from '../resource/words.ts'
import type { ColumnWord } from './grid/columns.logic.ts'
import type { FilterControlProps } from './search/FilterField.tsx'
import { ListView } from './ListView.tsx'
import type { Density, ListLook } from './state/prefs.ts'
import type { FileFormat } from './useExport.ts'

type FilterName<R extends AnyResource> = R['filter'][number] & Labelled<R>
type FilterWord<R extends AnyResource> =
  | FilterName<R>
  /** Words that a list field may hold, when they are few and known. */
  | { of: FilterName<R>; options: readonly string[] }
  /** A control of the screen's own, and how it names a value. */
  | { of: FilterName<R>; control: ComponentType<FilterControlProps>; textOf: (value: string) => string }

/** What a rail of a screen's own is given. */
export interface RailViewProps {
  value: readonly string[]
  /** The list shows only the viewer's own: what the choices count of all is not what it shows. */
  mine: boolean
  onChange: (values: readonly string[]) => void
}

export interface ListUi<R extends AnyResource> {
  of: R
  /** The screen it is: its title, and the name its viewer's preferences are kept under. */
  screen: BuiltName
  /** One sentence below the title. */
  about?: MessageKey
  columns: readonly ColumnWord<R>[]
  /** Filters offered, in this order. */
  filters?: readonly FilterWord<R>[]
  /**
   * One filter as a column of links beside the list; `count` is a field of the rows it refers to, `options` the
   * words it offers of a field that has more, and then only their rows are in the list; `view` the screen's own column in place of the links.
   */
  rail?: { of: FilterName<R>; count?: string; options?: readonly string[]; view?: ComponentType<RailViewProps> }
  /** Files it may be had as, in place of the formats of every list, from a route that reads the list's own query. */
  files?: { route: string; formats: readonly FileFormat[]; note: MessageKey }
  /** Read again so often, milliseconds, while somebody looks. */
  every?: number
  /** What the query says whatever the viewer chooses. */
  only?: Readonly<Record<string, string>>
  /** Where a row leads. */
  open?: (row: Row<R>) => string
  /** The screen that leads to: for whoever may not see it rows are no links. */
  opens?: ScreenName
  /** Across the page, above the list. */
  above?: ComponentType
  /** What shows a row beside the list instead: its id is part of the address. */
  drawer?: ComponentType<{ id: string; onClose: () => void }>
  /** Of the screen's own, before the other buttons of the page. */
  head?: ComponentType
  actions?: readonly ActionOf<R>[]
  /** What a card shows below the row's name; without it there are no cards. */
  card?: (row: Row<R>) => ReactNode
  /** How it looks until the viewer chooses. */
  look?: ListLook
  density?: Density
  /** What to say when there is nothing at all. */
  empty?: { title?: MessageKey; text: MessageKey }
}

export function list<R extends AnyResource>(ui: ListUi<R>): ComponentType {
  const whole = withOwning(asRead<ListUi<AnyResource>>(ui))
  return function ListScreen() {
    return <ListView ui={whole} />
  }
}
