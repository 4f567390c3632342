/**
 * A form from a declaration: one list of fields for adding and for editing. The rules come from the contract's schema, which is loaded with
 * the form and not before; what a field looks like comes from its kind.
 */
import { type ComponentType, lazy } from 'react'
import type { BuiltName } from '../../contract/screens/index.ts'
import type { MessageKey } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../action/action.ts'
import type { AnyResource, Labelled, Row } from '../resource/words.ts'
import type { BodySchema, Values } from './form.logic.ts'
import { FormPage } from './FormPage.tsx'

type BodyOf<R> = R extends { readonly __body?: infer B } ? NonNullable<B> : never
type BodyField<R extends AnyResource> = Labelled<R> & keyof BodyOf<R> & string

/** Words after `<resource>.<field>.` in the dictionary: labels of the parts of a list's entries. */
type PartName<N extends string, F extends string> = MessageKey extends infer K
  ? K extends `${N}.${F}.${infer P}`
    ? P
    : never
  : never

export interface Part<P extends string = string> {
  name: P
  kind: 'text' | 'long-text' | 'code' | 'url'
  /** Longest text in width, shown with a count. */
  max?: number
}
interface FieldLooks<P extends string> {
  /** Longest text in width, shown with a count. */
  max?: number
  rows?: number
  /** The words a list may hold, when they are few and known. */
  options?: readonly string[]
  /** One line of the page for each word of a list, for long ones. */
  lines?: true
  /** The parts of an entry of a list of objects. */
  each?: readonly Part<P>[]
  hint?: MessageKey
}
type WordOf<R extends AnyResource, F extends string> = F | ({ of: F } & FieldLooks<PartName<R['name'], F>>)
export type FieldWord<R extends AnyResource> = { [F in BodyField<R>]: WordOf<R, F> }[BodyField<R>]
/** A field as the kit's own code reads it. */
export type FieldSpec = { of: string } & FieldLooks<string>

export interface FormUi<R extends AnyResource> {
  of: R
  /** The schema of what people write: `() => import('…/thing.schema.ts').then((m) => m.ThingBody)`. */
  schema: () => Promise<BodySchema>
  groups: readonly { title?: MessageKey; fields: readonly FieldWord<R>[] }[]
  preset?: Values
  /** Kept across a reload unless told otherwise. */
  keeps?: false
}

export interface FormScreenUi<R extends AnyResource> extends FormUi<R> {
  screens: { add: BuiltName; edit: BuiltName }
  /** Where to go after saving and when it is given up. */
  back: (row: Row<R> | undefined) => string
}

export const specOf = (word: unknown): FieldSpec => (typeof word === 'string' ? { of: word } : (word as FieldSpec))

/** The page that adds an entry, and that edits one when its path has an `id`. */
export function form<R extends AnyResource>(ui: FormScreenUi<R>): ComponentType {
  return function FormScreen() {
    return <FormPage ui={ui as unknown as FormScreenUi<AnyResource>} />
  }
}

/** The same form as a dialogue of an action: adds without a row, edits the row it is given. */
export function formDialog<R extends AnyResource>(
  ui: FormUi<R> & { title: (row: Row<R> | undefined) => string },
): ComponentType<ActionDialogProps<Row<R>>> {
  return lazy(async () => {
    const { FormDialog } = await import('./FormDialog.tsx')
    return {
      default: ({ rows, onClose }: ActionDialogProps<Row<R>>) => (
        <FormDialog
          ui={ui as unknown as FormUi<AnyResource>}
          title={ui.title(rows[0])}
          row={rows[0]}
          onClose={onClose}
        />
      ),
    }
  })
}
