/**
 * A resource's fields as words: which ones have their label (and the labels of their options) in the dictionary. A declaration may
 * only name those, so that a missing label is a compile error and not a hole on the page.
 */
import type { Field, ResourceSpec, RowBase } from '../../contract/lib/resource.ts'
import { type MessageKey, tMade, tOr } from '../../i18n/index.ts'
import { isRecord } from '../../contract/lib/typed.ts'

/** Any resource as the kit sees it. */
export type AnyResource = ResourceSpec & {
  readonly name: string
  readonly __row?: RowBase
  readonly __body?: unknown
}
export type Row<R> = R extends { readonly __row?: infer X } ? NonNullable<X> & RowBase : RowBase
type FieldName<R> = R extends { fields: infer F } ? keyof F & string : never

/**
 * A declaration as the kit's own code reads it, by names that are any text and rows that are any row. What it may say of its own resource is
 * checked where it is written.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of one resource say more than those of any, never something else
export const asRead = <U extends { of: AnyResource }>(ui: object): U => ui as U

/** Fields every row has; their labels are the kit's. */
type Shared = 'id' | 'created_at' | 'updated_at'
/** Fields every owned row has. */
const ofOwned: readonly string[] = ['owner_id', 'share_scope', 'share_level', 'mine']
type OptionsOf<R, F extends string> = R extends { fields: Record<F, { kind: 'one'; options: readonly (infer O)[] }> }
  ? O & string
  : never
type OptionsHaveWords<N extends string, R, F extends string> = [OptionsOf<R, F>] extends [never]
  ? true
  : [`${N}.${F}.${OptionsOf<R, F>}`] extends [MessageKey]
    ? true
    : false
type HasWords<N extends string, R, F extends string> = F extends Shared
  ? true
  : `${N}.field.${F}` extends MessageKey
    ? OptionsHaveWords<N, R, F>
    : false

/** Fields of a resource whose label and option labels are in the dictionary. */
export type Labelled<R extends { name: string }> = {
  [F in FieldName<R>]: HasWords<R['name'], R, F> extends true ? F : never
}[FieldName<R>]

const shared: readonly string[] = ['id', 'created_at', 'updated_at'] satisfies Shared[]

/** Label of a field. */
export const labelOf = (resource: { name: string }, name: string): string =>
  tMade(
    shared.includes(name) || ofOwned.includes(name)
      ? `kit.field.${name}`
      : // a part of a field, like a title in another language, is called what the field of that name is called
        `${resource.name}.field.${name.slice(name.lastIndexOf('.') + 1)}`,
  )

/** The same within a sentence: “Search in name and phone”, but “ID number”. */
const labelInText = (resource: { name: string }, name: string): string =>
  labelOf(resource, name).replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())

/** What a search looks into, each said once: the title in another language is a title. */
export const searchedIn = (resource: AnyResource): string[] => [
  ...new Set(resource.find.map((name) => labelInText(resource, name))),
]

/** Label of an option of a field; a value that the dictionary lacks shows as itself. */
export const optionOf = (resource: { name: string }, name: string, option: string): string =>
  tOr([ofOwned.includes(name) ? `kit.${name}.${option}` : `${resource.name}.${name}.${option}`], option)

export const fieldOf = (resource: AnyResource, name: string): Field => resource.fields[name] ?? { kind: 'text' }

/** A row that ships is called by a word of the product, which its `key` names; a row made later keeps the name it was given. */
export const shippedName = (resource: string, key: unknown, name: string): string =>
  typeof key === 'string' && key !== '' ? tOr([`${resource}.${key}`], name) : name

/** What people call the row. */
export function nameOf(resource: AnyResource, row: object): string {
  const { id, key, [resource.label]: given } = isRecord(row) ? row : {}
  const value = typeof given === 'string' ? shippedName(resource.name, key, given) : given
  if (typeof value === 'string' && value !== '') return value
  return typeof id === 'string' ? id : ''
}
