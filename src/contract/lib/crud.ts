/** The routes a resource has, as types and as objects: list, get, create, update, remove, bulk remove, export, options, actions. */
import './jitless.ts'
import { z } from 'zod'
import { FreeText } from './oneLine.schema.ts'
import {
  type BodyOf,
  type Field,
  filterKind,
  type Resource,
  type ResourceSpec,
  type RowBase,
  type RowOf,
} from './resource.ts'
import { mostSharedWith, ownedNames, shareLevels, shareScopes } from './ownership.ts'
import { type Route, routesAs } from './route.ts'

/** Of a row; that of an instance is made of two: its scene's and its node's. */
export const Id = z.string().min(1).max(128)
export const Timestamp = z.iso.datetime({ offset: true })
/** `?a=1&a=2` and `?a=1` are both lists: array parameters are sent without indices. */
export const many = <T extends z.ZodType>(t: T) =>
  z
    .union([z.array(t).max(200), t])
    .transform((v): z.output<T>[] => (Array.isArray(v) ? v : [v]) as z.output<T>[])
    .optional()
const numeral = z
  .stringFormat('number', /^-?\d+(\.\d+)?$/)
  .or(z.number())
  .transform(Number)
const whole = (min: number, max: number) =>
  z
    .stringFormat('whole', /^\d{1,9}$/)
    .transform(Number)
    .or(z.number())
    .pipe(z.number().int().min(min).max(max))

export const Paging = {
  page: whole(1, 1_000_000).default(1),
  page_size: whole(1, 200).default(20),
  q: z.string().max(200).optional(),
}
/** A query that says yes or no. */
export const yes = z
  .enum(['true', 'false'])
  .or(z.boolean())
  .transform((v) => v === true || v === 'true')
  .optional()
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number().int(), page: z.number().int(), page_size: z.number().int() })

export const Base = {
  id: Id,
  version: z.number().int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: z.string(),
  updated_by: z.string(),
  can: z.array(z.string()),
  owner_id: z.string().optional(),
  owner_name: z.string().optional(),
  share_scope: z.enum(shareScopes).optional(),
  share_level: z.enum(shareLevels).optional(),
}
/** Fields of a row of this resource as its schema has them. */
export const shownFields = (line: ResourceSpec, schema: z.ZodObject): string[] => {
  const none: readonly string[] = line.owned ? [] : ownedNames
  return Object.keys(schema.shape).filter((name) => !none.includes(name))
}
/** The row schema of a body schema: what people write, what the server adds, and its own columns, which may replace what people write. */
export const row = <B extends z.ZodRawShape, X extends z.ZodRawShape = {}>(body: z.ZodObject<B>, extra?: X) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is replaced is left out of the type
  z.object({ ...Base, ...body.shape, ...extra } as unknown as typeof Base & Omit<B, keyof X> & X)

/** `key`: of a row that ships, whose name is a word of the product. */
export const Choice = z.object({
  id: z.string(),
  label: z.string(),
  hint: z.string().optional(),
  /** Flags of a topology that are without a value. */
  open_flags: z.number().optional(),
  key: z.string().optional(),
  /** The caller may name it and not give it to anybody: a role that opens more than their own. */
  withheld: z.literal(true).optional(),
  /** Given to people one by one, never to whoever comes: a role of administrators. */
  by_hand: z.literal(true).optional(),
})
export type Choice = z.output<typeof Choice>
/** Bulk calls answer per item; one bad item never hides the others. */
export const BulkReply = z.object({
  done: z.array(z.string()),
  failed: z.array(
    z.object({ id: z.string(), code: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
  ),
})
export type BulkReply = z.output<typeof BulkReply>
export const Ids = z.strictObject({ ids: z.array(Id).min(1).max(200) })
const Reason = FreeText.max(1000).optional()
const ActMany = Ids.extend({ reason: Reason })

/** Who may see a row: everybody, organisations (with their children), roles, teams, users. An empty list means nobody but its keepers. */
export const Audience = z.strictObject({
  all: z.boolean(),
  orgs: z.array(Id).max(500),
  roles: z.array(Id).max(200),
  teams: z.array(Id).max(200).default([]),
  users: z.array(Id).max(2000),
})
export type Audience = z.output<typeof Audience>

/** What the owner says of his row; nobody is named in a private one. */
const Sharing = z.strictObject({
  scope: z.enum(shareScopes),
  level: z.enum(shareLevels),
  people: z.array(z.strictObject({ id: Id, level: z.enum(shareLevels) })).max(mostSharedWith),
})
const SharingAt = Sharing.extend({ version: z.number().int() })
/** The same with names, for whoever looks at it. */
export const SharingShown = SharingAt.extend({
  /** `without_org`: there is no organisation of theirs to share it with. */
  owner: z.object({ id: z.string(), name: z.string(), without_org: z.literal(true).optional() }),
  people: z.array(z.object({ id: Id, name: z.string(), level: z.enum(shareLevels) })),
})
const HandOver = Ids.extend({ to: Id })
export const ChoiceQuery = z.strictObject({ ...Paging, ids: many(Id) })
/** Of what has owners: `change`, what the caller may put something into. */
const OwnedChoiceQuery = ChoiceQuery.extend({ level: z.enum(['use', 'change']).optional() })
const Which = z.strictObject({ ids: many(Id) })

/** Query schema of a list from its plain declaration; unknown parameters are refused. */
export function listQuery(line: ResourceSpec) {
  const shape: Record<string, z.ZodType> = {
    ...Paging,
    sort: z.enum(line.sort.flatMap((s) => [s, `-${s}`])).optional(),
    ids: many(Id),
  }
  for (const name of line.filter) {
    const f: Field = line.fields[name] ?? { kind: 'text' }
    switch (filterKind(f)) {
      case 'flag':
        shape[name] = yes
        break
      case 'range':
        if (f.kind === 'date' || f.kind === 'time') {
          const at = z.iso.date().or(Timestamp).optional()
          shape[`${name}_from`] = at
          shape[`${name}_to`] = at
        } else {
          shape[`${name}_from`] = numeral.optional()
          shape[`${name}_to`] = numeral.optional()
        }
        break
      case 'any':
      case 'has':
        shape[name] = many(f.kind === 'one' ? z.enum(f.options) : z.string().max(200))
        break
      default:
        shape[name] = z.string().max(200).optional()
    }
  }
  return z.strictObject(shape)
}

/** Type of a list's query as callers write it. */
export interface QueryInput {
  page?: number | string | undefined
  page_size?: number | string | undefined
  q?: string | undefined
  sort?: string | undefined
  [filter: string]: unknown
}

type R0 = Omit<Route, 'reply' | 'body' | 'query'>
type Has<L extends ResourceSpec, V extends string, T> = V extends L['verbs'][number] ? T : {}
type RowOut<Row> = z.ZodType<Row, Row>
/** What callers write may leave defaults out; what handlers get is whole. */
type BodyIn<Body> = z.ZodType<Required<Body>, Body>
type QueryOf = z.ZodType<Record<string, unknown>, QueryInput>

export type CrudRoutes<L extends ResourceSpec, Row extends RowBase, Body> = Has<
  L,
  'list',
  {
    [K in `GET ${L['path']}`]: R0 & {
      query: QueryOf
      reply: RowOut<{ items: Row[]; total: number; page: number; page_size: number }>
    }
  }
> &
  Has<L, 'get', { [K in `GET ${L['path']}/:id`]: R0 & { reply: RowOut<Row> } }> &
  Has<L, 'create', { [K in `POST ${L['path']}`]: R0 & { body: BodyIn<Body>; reply: RowOut<Row> } }> &
  Has<
    L,
    'update',
    { [K in `PUT ${L['path']}/:id`]: R0 & { body: BodyIn<Body & { version: number }>; reply: RowOut<Row> } }
  > &
  Has<
    L,
    'remove',
    { [K in `DELETE ${L['path']}/:id`]: R0 & { reply: RowOut<{ id: string }> } } & {
      [K in `POST ${L['path']}/remove`]: R0 & { body: typeof Ids; reply: typeof BulkReply }
    } & {
      [K in `GET ${L['path']}/removable`]: R0 & { query: typeof Which; reply: typeof BulkReply }
    }
  > &
  (L extends { restorable: true }
    ? { [K in `POST ${L['path']}/restore`]: R0 & { body: typeof Ids; reply: typeof BulkReply } }
    : {}) &
  Has<L, 'export', { [K in `GET ${L['path']}/export`]: R0 & { query: QueryOf; reply: z.ZodType<Blob> } }> &
  Has<
    L,
    'options',
    {
      [K in `GET ${L['path']}/options`]: R0 & {
        query: z.ZodType<
          { q?: string; ids?: string[]; level?: 'use' | 'change'; page: number; page_size: number },
          { q?: string; ids?: readonly string[]; level?: 'use' | 'change'; page?: number; page_size?: number }
        >
        reply: RowOut<{ items: z.output<typeof Choice>[]; total: number; page: number; page_size: number }>
      }
    }
  > &
  Has<
    L,
    'audience',
    {
      [K in `GET ${L['path']}/:id/audience`]: R0 & { reply: z.ZodType<z.output<typeof Audience> & { version: number }> }
    } & {
      [K in `PUT ${L['path']}/:id/audience`]: R0 & {
        body: z.ZodType<z.output<typeof Audience> & { version: number }>
        reply: z.ZodType<z.output<typeof Audience> & { version: number }>
      }
    }
  > &
  (L extends { owned: true }
    ? {
        [K in `GET ${L['path']}/:id/sharing`]: R0 & { reply: typeof SharingShown }
      } & {
        [K in `PUT ${L['path']}/:id/sharing`]: R0 & { body: typeof SharingAt; reply: typeof SharingShown }
      } & {
        [K in `POST ${L['path']}/hand-over`]: R0 & { body: typeof HandOver; reply: typeof BulkReply }
      } & {
        [K in `GET ${L['path']}/keepers/options`]: R0 & {
          query: typeof ChoiceQuery
          reply: RowOut<{ items: z.output<typeof Choice>[]; total: number; page: number; page_size: number }>
        }
      }
    : {}) & {
    [A in keyof L['actions'] & string as L['actions'] extends Record<A, { on: 'own' }>
      ? never
      : `POST ${L['path']}/:id/${A}`]: R0 & {
      body: z.ZodType<{ version: number; reason?: string; anyway?: boolean }>
      reply: RowOut<Row>
    }
  } & {
    [A in keyof L['actions'] & string as L['actions'] extends Record<A, { on: 'many' }>
      ? `POST ${L['path']}/${A}`
      : never]: R0 & {
      body: typeof ActMany
      reply: typeof BulkReply
    }
  }

/**
 * The route objects of a resource.
 * @param schema `body`: what people write, strict; `row`: what the server answers
 */
export function crudRoutes<L extends Resource>(
  line: L,
  schema: { body: z.ZodObject; row: z.ZodType },
): CrudRoutes<L, RowOf<L> & RowBase, BodyOf<L>> {
  const out: Record<string, Route> = {}
  const has = (v: ResourceSpec['verbs'][number]) => line.verbs.includes(v)
  const { path, read, write, name } = line
  const strict = schema.body.strict()
  const AudienceAt = Audience.extend({ version: z.number().int() })
  if (has('options'))
    out[`GET ${path}/options`] = {
      summary: `Pick ${name} by name`,
      screens: [...new Set([...read, ...write, ...(line.options ?? [])])],
      query: line.owned ? OwnedChoiceQuery : ChoiceQuery,
      reply: page(Choice),
    }
  if (has('export'))
    out[`GET ${path}/export`] = {
      summary: `Export the filtered list of ${name} as CSV or XLSX`,
      screens: write,
      query: listQuery(line).extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
      reply: z.unknown(),
      stream: 'download',
      audit: `${name}.export`,
    }
  if (has('list'))
    out[`GET ${path}`] = { summary: `List ${name}`, screens: read, query: listQuery(line), reply: page(schema.row) }
  if (has('get')) out[`GET ${path}/:id`] = { summary: `One ${name}`, screens: read, reply: schema.row }
  if (has('create'))
    out[`POST ${path}`] = {
      summary: `Create ${name}`,
      screens: write,
      body: strict,
      reply: schema.row,
      problems: ['name_taken'],
      audit: `${name}.create`,
    }
  if (has('update'))
    out[`PUT ${path}/:id`] = {
      summary: `Change ${name}`,
      screens: write,
      body: strict.extend({ version: z.number().int() }),
      reply: schema.row,
      problems: ['stale_version', 'version_required', 'name_taken'],
      audit: `${name}.update`,
    }
  if (has('remove')) {
    out[`DELETE ${path}/:id`] = {
      summary: `Remove ${name}`,
      screens: write,
      reply: z.object({ id: z.string() }),
      problems: ['in_use'],
      audit: `${name}.remove`,
    }
    out[`POST ${path}/remove`] = {
      summary: `Remove several ${name}`,
      screens: write,
      body: Ids,
      reply: BulkReply,
      audit: `${name}.remove`,
    }
    out[`GET ${path}/removable`] = {
      summary: `Which of several ${name} could be removed now, and what stands against the others`,
      screens: write,
      query: Which,
      reply: BulkReply,
    }
  }
  if (line.restorable)
    out[`POST ${path}/restore`] = {
      summary: `Put back several ${name} that the caller removed a short while ago`,
      screens: write,
      body: Ids,
      reply: BulkReply,
      audit: `${name}.restore`,
    }
  if (has('audience')) {
    out[`GET ${path}/:id/audience`] = { summary: `Who may see this ${name}`, screens: write, reply: AudienceAt }
    out[`PUT ${path}/:id/audience`] = {
      summary: `Choose who may see this ${name}`,
      screens: write,
      body: AudienceAt,
      reply: AudienceAt,
      problems: ['stale_version', 'version_required'],
      audit: `${name}.audience`,
    }
  }
  if (line.owned) {
    out[`GET ${path}/:id/sharing`] = {
      summary: `Whose this ${name} is and what others may do with it`,
      screens: write,
      reply: SharingShown,
    }
    out[`PUT ${path}/:id/sharing`] = {
      summary: `Share this ${name}`,
      screens: write,
      body: SharingAt,
      reply: SharingShown,
      problems: ['stale_version', 'version_required', 'not_shared'],
      audit: `${name}.share`,
    }
    out[`POST ${path}/hand-over`] = {
      summary: `Give ${name} to another owner`,
      screens: write,
      body: HandOver,
      reply: BulkReply,
      problems: ['validation'],
      audit: `${name}.hand-over`,
    }
    out[`GET ${path}/keepers/options`] = {
      summary: `Pick people who may own ${name} or have it shared`,
      screens: write,
      query: ChoiceQuery,
      reply: page(Choice),
    }
  }
  for (const [action, a] of Object.entries(line.actions ?? {})) {
    if (a.on === 'own') continue
    out[`POST ${path}/:id/${action}`] = {
      summary: `${action} one ${name}`,
      screens: a.screens ?? write,
      // `anyway`: done although the server warned
      body: z.strictObject({ version: z.number().int(), reason: Reason, anyway: z.boolean().optional() }),
      reply: schema.row,
      problems: ['not_allowed_in_state', 'stale_version'],
      audit: `${name}.${action}`,
    }
    if (a.on === 'many')
      out[`POST ${path}/${action}`] = {
        summary: `${action} several ${name}`,
        screens: a.screens ?? write,
        body: ActMany,
        reply: BulkReply,
        audit: `${name}.${action}`,
      }
  }
  return routesAs(out)
}
