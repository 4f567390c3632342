/**
 * A resource is one plain object: no schema library here, so lists and links stay light in the browser. Its rules (zod) live
 * beside it in `<thing>.schema.ts`; `resources.ts` joins the two for the server, the CLI and the tests.
 */
import type { PictureUse } from '../picture/picture.ts'
import type { ScreenName } from '../screens/index.ts'
import { type AccessLevel, shareLevels, shareScopes, type ShareLevel, type ShareScope } from './ownership.ts'

/** What a field is, before how it looks: decides its column, filter, sort order, export and form control. */
export type Field =
  | {
      kind:
        | 'text'
        | 'long-text'
        | 'code'
        | 'url'
        | 'number'
        | 'size'
        | 'flag'
        | 'date'
        | 'time'
        | 'id'
        | 'words'
        | 'list'
    }
  | { kind: 'one'; options: readonly string[] }
  | { kind: 'ref'; to: string; many?: true; into?: true }
  | { kind: 'picture'; use: PictureUse }

export const field = {
  text: { kind: 'text' },
  longText: { kind: 'long-text' },
  code: { kind: 'code' },
  url: { kind: 'url' },
  number: { kind: 'number' },
  /** bytes */
  size: { kind: 'size' },
  flag: { kind: 'flag' },
  /** YYYY-MM-DD */
  date: { kind: 'date' },
  /** ISO 8601 UTC */
  time: { kind: 'time' },
  id: { kind: 'id' },
  /** list of short texts */
  words: { kind: 'words' },
  /** list of objects: shown on the detail page only */
  list: { kind: 'list' },
  one: <const O extends readonly string[]>(options: O) => ({ kind: 'one', options }) as const,
  ref: (to: string) => ({ kind: 'ref', to }) as const,
  /** What the row is put into: adding to it, and taking out of it, is changing it */
  into: (to: string) => ({ kind: 'ref', to, into: true }) as const,
  /** name of an uploaded picture, or an empty text */
  picture: { kind: 'picture', use: 'picture' },
  /** name of an uploaded icon, or an empty text */
  icon: { kind: 'picture', use: 'icon' },
  refs: (to: string) => ({ kind: 'ref', to, many: true }) as const,
} as const

/** Fields every row has whatever the resource. */
export interface RowBase {
  id: string
  version: number
  created_at: string
  updated_at: string
  created_by: string
  updated_by: string
  /** Actions this caller may do on this row now, as action ids (`update`, `remove`, …). */
  can: string[]
  /** Of an owned resource; the name is empty when the owner is gone. */
  owner_id?: string | undefined
  owner_name?: string | undefined
  share_scope?: ShareScope | undefined
  share_level?: ShareLevel | undefined
}
export const rowFields = { id: field.id, created_at: field.time, updated_at: field.time } as const
/** Fields and filters that `owned` adds; `mine` narrows a list to the caller's own. */
const ownedFields = {
  owner_id: field.ref('user'),
  share_scope: field.one(shareScopes),
  share_level: field.one(shareLevels),
  mine: field.flag,
} as const
const ownedFilters = ['mine', 'owner_id'] as const

type Verb = 'list' | 'get' | 'create' | 'update' | 'remove' | 'export' | 'options' | 'audience'

interface ActionLine {
  /** `one`: POST path/:id/<action>; `many` adds POST path/<action> with ids; `own`: a word of `can`, its routes are the area's. */
  on: 'one' | 'many' | 'own'
  /** Screens whose holders may do it; the resource's `write` screens when left out. */
  screens?: readonly ScreenName[]
  /** Changes nothing but what is the caller's own, as its route says: reading the screens is enough. */
  personal?: true
  /** Of an owned resource: what it takes when not changing the row. */
  level?: AccessLevel
  /** Of an owned resource: whom the row itself names for it may as well, however it is shared (`names` of the server's hooks). */
  named?: true
}

export interface ResourceSpec {
  area: string
  /** Path below the API base; also the CLI verb's plural. */
  path: `/${string}`
  /** Field that names a row to people. */
  label: string
  fields: Record<string, Field>
  /** Fields that the text search `q` looks into. */
  find: readonly string[]
  filter: readonly string[]
  /** Fields that one filter looks at together. */
  together?: readonly (readonly string[])[]
  sort: readonly string[]
  /** `field` or `-field`. */
  order: string
  /** Field sets that no two rows share, compared case-insensitively. */
  unique: readonly (readonly string[])[]
  verbs: readonly Verb[]
  read: readonly ScreenName[]
  write: readonly ScreenName[]
  /** The screen that shows a row, or the list it is looked up in: what links to a row leads there. */
  page?: ScreenName
  /** The dictionary of its words, where it is not the one of its area. */
  words?: string
  /** What else shows something of its rows and is asked for again when one was written: first words of paths. */
  touches?: readonly string[]
  /** The server does with its rows what is said here and nothing more. */
  plain?: true
  /** Screens that may pick rows of it by name without reading them whole. */
  options?: readonly ScreenName[]
  /** A log: read newest first from a place on, not by page number (`keyset.ts`). */
  log?: true
  /** Rows are shown to chosen people only: all, organisations, roles, users. */
  audience?: true
  /** What was removed can be put back for a while, with its id, its audience and what went along. */
  restorable?: true
  /** Rows have an owner, who shares them among those who hold the screens (`ownership.ts`). */
  owned?: true
  /** Other resources' fields that point here: `resource.field`; a row in use is not removed. */
  usedBy?: readonly string[]
  actions?: Record<string, ActionLine>
}
/** Under the name it is registered by. */
export type NamedResourceSpec = ResourceSpec & { readonly name: string }

/** A resource with its row type carried along for callers; the type parameters exist at compile time only. */
export type Resource<Row = RowBase, Body = unknown, L extends ResourceSpec = ResourceSpec> = L & {
  readonly name: string
  readonly __row?: Row
  readonly __body?: Body
}
export type RowOf<R> = R extends { readonly __row?: infer Row } ? NonNullable<Row> : never
export type BodyOf<R> = R extends { readonly __body?: infer Body } ? NonNullable<Body> : never

/** `resource<Row, Body>()(name, line)`: the field names of the line are checked against the row type. */
export const resource =
  <Row extends RowBase, Body>() =>
  <
    const N extends string,
    const L extends ResourceSpec & { fields: { [K in keyof Row]?: Field }; label: keyof Row & string },
  >(
    name: N,
    line: L,
  ): Resource<Row, Body, L> & { readonly name: N } => ({
    name,
    ...line,
    ...(line.owned
      ? { fields: { ...line.fields, ...ownedFields }, filter: [...line.filter, ...ownedFilters] }
      : undefined),
  })

/** The query a list takes, as the client builds it: page from 1, `field=a&field=b`, `field_from`/`field_to`, `q`, `sort`. */
export interface ListQuery {
  page?: number
  page_size?: number
  sort?: string
  q?: string
  [filter: string]: string | number | boolean | readonly string[] | undefined
}

export interface RowPage<Row> {
  items: Row[]
  total: number
  page: number
  page_size: number
}

export type FilterKind = 'any' | 'has' | 'flag' | 'range' | 'contains'

/** How a field is filtered: equality with any of several, list contains, yes/no, from-to, or text contains. */
export function filterKind(f: Field): FilterKind {
  switch (f.kind) {
    case 'flag':
      return 'flag'
    case 'date':
    case 'time':
    case 'number':
    case 'size':
      return 'range'
    case 'words':
      return 'has'
    case 'ref':
      return f.many ? 'has' : 'any'
    case 'one':
    case 'id':
      return 'any'
    default:
      return 'contains'
  }
}
