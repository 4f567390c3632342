/**
 * An action is an object: what it is called, what it needs, who may do it and what it does. The page's buttons, the menu of a row, the bar
 * over chosen rows and the keys are four renderings of one list of them.
 */
import type { BulkReply } from '../../contract/lib/crud.ts'
import type { ComponentType } from 'react'
import type { ListQuery } from '../../contract/lib/resource.ts'
import type { ScreenName } from '../../contract/screens/index.ts'
import type { MessageKey } from '../../i18n/index.ts'
import type { IconName } from '../../ui/icon/Icon.tsx'
import type { Write } from '../resource/calls.ts'
import type { AnyResource, Row } from '../resource/words.ts'

/** A dialogue an action opens; `rows` is empty for one that needs none. */
export interface ActionDialogProps<X = never> {
  rows: readonly X[]
  /** Those that were chosen with them and do not allow it. */
  left?: readonly X[] | undefined
  /** What the list shows, for an action of its page. */
  query?: ListQuery | undefined
  onClose: () => void
}

interface Confirmation<X> {
  title: (rows: readonly X[]) => string
  text?: (rows: readonly X[]) => string
  /** Label of the button that does it; the action's own when left out. */
  button?: MessageKey
}

interface Base<X> {
  /** The word of `row.can` that allows it. */
  id: string
  label: MessageKey
  icon?: IconName
  /** `none`: on the page; `one`: on a row; `many`: on a row and on chosen rows together. */
  needs: 'none' | 'one' | 'many'
  /** Whether this row allows it now; the server's word (`row.can`) when left out. */
  may?: (row: X) => boolean
  /** Of an action that needs no row: shown to those who may see one of these screens. */
  screens?: readonly ScreenName[]
  /** How many rows it takes when not any number: it is not offered for another. */
  exactly?: number
  danger?: true
  /** The page's main action, which adds. */
  main?: true
  /** Of an action that needs no row and is not the main one: it changes what stands on those screens. */
  changes?: true
  /** A key that does it to the row under the cursor, one small letter; j and k are the list's. */
  key?: string
}

/** Where what was made is looked at. */
interface Onward {
  goes: string
}

type Does<X> =
  /** Goes to a page. From a list's own buttons it is told what the list shows. */
  | { to: (row: X | undefined, rows: readonly X[], query?: ListQuery) => string }
  /** Calls the server; a bulk answer is shown entry by entry, and an address is gone to. Rejects with an AppProblem. */
  | {
      call: (rows: readonly X[], write: Write) => Promise<BulkReply | Onward | undefined>
      confirm?: Confirmation<X>
      /** What to say when all went well. */
      done?: (rows: readonly X[]) => string
      /** The rows are gone afterwards. */
      removes?: true
    }
  /** Opens a dialogue, best a lazy one: a list then loads no form. */
  | { dialog: ComponentType<ActionDialogProps<X>> }

export type Action<X> = Base<X> & Does<X>
export type ActionOf<R extends AnyResource> = Action<Row<R>>

export const mayAct = <X extends { can: readonly string[] }>(action: Action<X>, row: X): boolean =>
  action.may ? action.may(row) : row.can.includes(action.id)

/** Actions for a row, in their order. */
export const forRow = <X extends { can: readonly string[] }>(actions: readonly Action<X>[], row: X): Action<X>[] =>
  actions.filter((a) => a.needs !== 'none' && (a.exactly ?? 1) === 1 && mayAct(a, row))

/** Actions for rows chosen together: those that at least one of them allows. */
export const forMany = <X extends { can: readonly string[] }>(
  actions: readonly Action<X>[],
  rows: readonly X[],
): Action<X>[] => actions.filter((a) => a.needs === 'many' && rows.some((row) => mayAct(a, row)))

/** Actions of the page that the viewer's screens allow; those that add or change, only where something may be changed. */
export const forPage = <X>(
  actions: readonly Action<X>[],
  visible: ReadonlySet<ScreenName>,
  writable: ReadonlySet<ScreenName> = visible,
): Action<X>[] =>
  actions.filter(
    (a) =>
      a.needs === 'none' && (!a.screens || a.screens.some((s) => (a.main || a.changes ? writable : visible).has(s))),
  )
