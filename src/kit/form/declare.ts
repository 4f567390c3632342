/** What a form is declared with: one list of fields for adding and for editing. */
import type { ComponentType } from 'react'
import type { RowBase } from '../../contract/lib/resource.ts'
import type { FieldProblem } from '../../contract/problems.ts'
import type { BuiltName } from '../../contract/screens/index.ts'
import type { MessageKey } from '../../i18n/index.ts'
import type { AnyResource, Labelled, Row } from '../resource/words.ts'
import type { FieldProps } from './FieldLine.tsx'
import type { BodySchema, Values } from './form.logic.ts'

type BodyOf<R> = R extends { readonly __body?: infer B } ? NonNullable<B> : never
type BodyField<R extends AnyResource> = Labelled<R> & keyof BodyOf<R> & string

/**
 * Parts of a list's entries that the dictionary has a label for, as `<resource>.<field>.<part>`. Asked of the parts there are: looking for them
 * among all the words, for each field of each form, took the type checker a quarter of its time.
 */
type PartName<R extends AnyResource, F extends keyof BodyOf<R> & string> =
  NonNullable<BodyOf<R>[F]> extends readonly (infer E extends object)[]
    ? { [P in keyof E & string]: `${R['name']}.${F}.${P}` extends MessageKey ? P : never }[keyof E & string]
    : never

export interface ListEntryPart<P extends string = string> {
  name: P
  kind: 'text' | 'long-text' | 'code' | 'url'
}
interface FieldLooks<P extends string> {
  /** Lines a text area shows at first. */
  rows?: number
  /** The words a list may hold, when they are few and known. */
  options?: readonly string[]
  /** One line of the page for each word of a list, for long ones. */
  lines?: true
  /** The parts of an entry of a list of objects. */
  each?: readonly ListEntryPart<P>[]
  hint?: MessageKey
  /** What the value as it is chosen means, below the hint. */
  note?: ComponentType<{ value: unknown }>
  /** What it means that nothing is chosen, in the place of “Choose…”. */
  none?: string
  /** What a number counts, said behind it. */
  unit?: MessageKey
  /** The bounds of a number are said before anybody breaks them. */
  bounds?: true
  /** A control of the screen's own in the place of the kind's; the label names it as a group, `${id}-label`. Best a lazy one when it is large. */
  control?: ComponentType<ControlProps>
  /** Why the field stays as it is in this row; it is shown and not changed. Undefined: it may be changed. */
  fixed?(row: RowBase): MessageKey | undefined
  /** Of a field that stays as it is: what is shown of it, where the row knows better than what was once written. */
  shown?(row: RowBase): unknown
  /** Of a reference: what is chosen is given, to somebody or to whoever comes, so only what the viewer may give so is offered. */
  giving?: true | 'whoever'
  /** Shown, checked and sent only while this holds of what the form says; what was typed comes back with it. The schema has a default for it. */
  when?: (values: Values) => boolean
  /** The control takes the whole width, its label above it. */
  across?: true
}
type WordOf<R extends AnyResource, F extends keyof BodyOf<R> & string> = F | ({ of: F } & FieldLooks<PartName<R, F>>)
/** What a control is given, the kit's and a screen's own alike. */
export type ControlProps = FieldProps & { describedBy: string | undefined }
type FieldWord<R extends AnyResource> = { [F in BodyField<R>]: WordOf<R, F> }[BodyField<R>]
/** What a control of a screen's own holds, of the type its field has; until the rules have looked, it may not be right yet. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a form begins with what its schema made and each control puts back its own
export const heldAs = <T>(value: unknown): T => value as T
/** A field as the kit's own code reads it. */
export type FieldSpec = { of: string } & FieldLooks<string>

export interface FormUi<R extends AnyResource> {
  of: R
  /** The schema of what people write: `() => import('…/thing.schema.ts').then((m) => m.ThingBody)`. */
  schema: () => Promise<BodySchema>
  groups: readonly { title?: MessageKey; fields: readonly FieldWord<R>[] }[]
  /** What a new entry begins with; a function where each begins with its own. */
  preset?: Values | (() => Values)
  /** What is checked and sent of what was typed: without lines that were offered and left empty. */
  sends?: (values: Values) => Values
  /** What else is wrong with values that the schema alone cannot judge, as the clock has a say: told with its reasons and not after them. */
  judges?(values: Values, row: Row<R> | undefined): readonly FieldProblem[]
  /** Of a form in a dialogue. */
  size?: 'large' | 'wide'
  /** What is typed is kept across a reload; these fields are not. */
  unkept?: readonly string[]
  /** Of a dialogue: where a new entry is gone on with, once it is saved. */
  opens?: (row: Row<R>) => string
}

export interface FormScreenUi<R extends AnyResource> extends FormUi<R> {
  screens: { add: BuiltName; edit: BuiltName }
  /** Takes the width of the window: for controls that stand side by side. */
  wide?: true
  /** What a new entry is asked in place of these fields, when that is more or less. */
  adding?: Pick<FormUi<R>, 'schema' | 'groups'>
  /** Shown once after a new entry was saved, before the page is left: what the answer tells and no list repeats. */
  made?: ComponentType<{ row: Row<R>; onClose: () => void }>
  /** The same after an entry was edited: it closes itself where there is nothing to say. */
  edited?: ComponentType<{ row: Row<R>; onClose: () => void }>
  /** Of a page that edits: what belongs to the row and is saved by itself, before and after the fields. */
  above?: ComponentType<{ row: Row<R>; onGo?: (field: string) => void }>
  below?: ComponentType<{ row: Row<R> }>
  /** Why the page shows a row that cannot be changed, where it is not that the viewer may not. */
  locked?: (row: Row<R>) => string | undefined
  /** Said below the first group of what is being written. */
  notice?: ComponentType<{ values: Values; row: Row<R> | undefined }>
  /** Several are made in a row: the next is begun when one is saved, with these fields as they were. */
  several?: readonly (keyof R['fields'] & string)[]
  /** Fields of a new entry that the address may say, by their names. */
  takes?: readonly (keyof R['fields'] & string)[]
  /** A new entry may begin as a copy of the row that the address names in `copy`; these fields of it are asked anew. */
  copies?: { anew: readonly (keyof R['fields'] & string)[] }
  /** Where to go after saving and when it is given up. @param taken what the address said of a new entry */
  back: (row: Row<R> | undefined, taken: Record<string, string>) => string
}

export const fieldSpecOf = (word: unknown): FieldSpec =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a field of a form is its name or what is said of it
  typeof word === 'string' ? { of: word } : (word as FieldSpec)
