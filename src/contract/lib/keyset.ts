/**
 * The routes of a log: rows in the order of time, the newest first, read from a place on. A page number would have the database count every
 * row before it; a place is found by an index, the millionth as fast as the first.
 */
import { z } from 'zod'
import { listQuery, type QueryInput } from './crud.ts'
import type { ResourceSpec } from './resource.ts'
import { type Route, routesAs } from './route.ts'

/** A place in a log: microseconds since 1970 and the number of the row. */
const Cursor = z.stringFormat('cursor', /^\d{1,17}-\d{1,17}$/)

export interface LogPage<Row> {
  items: Row[]
  /** Place of the first row of the page. */
  top: string | null
  /** Where the page before and the page after begin; null at the ends. */
  newer: string | null
  older: string | null
  /** Rows that match; an estimate when there are too many to count. */
  total: number
  exact: boolean
}

const logPage = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    top: Cursor.nullable(),
    newer: Cursor.nullable(),
    older: Cursor.nullable(),
    total: z.number().int(),
    exact: z.boolean(),
  })
/** Rows that came since a place; `more`: there are more than were counted. */
const News = z.object({ count: z.number().int(), more: z.boolean() })

/** What narrows a log: the filters of its declaration and the text. */
function narrowing(line: ResourceSpec): z.ZodRawShape {
  const { page: _page, page_size: _size, sort: _sort, ids: _ids, ...rest } = listQuery(line).shape
  return rest
}

type R0 = Omit<Route, 'reply' | 'body' | 'query'>
type Asked = z.ZodType<Record<string, unknown>, QueryInput>
export type LogRoutes<P extends string, Row, Entry> = {
  [K in `GET ${P}`]: R0 & { query: Asked; reply: z.ZodType<LogPage<Row>, LogPage<Row>> }
} & { [K in `GET ${P}/news`]: R0 & { query: Asked; reply: typeof News } } & {
  [K in `GET ${P}/:id`]: R0 & { reply: z.ZodType<Entry, Entry> }
} & { [K in `GET ${P}/export`]: R0 & { query: Asked; reply: z.ZodType<Blob> } }

/** A page of a log, what is new since a place, one row whole, all that match as a file. */
export function keysetRoutes<const P extends `/${string}`, Row, Entry>(
  line: ResourceSpec & { name: string; path: P },
  schema: { row: z.ZodType<Row>; entry: z.ZodType<Entry> },
): LogRoutes<P, Row, Entry> {
  const { name, path, read } = line
  const narrow = narrowing(line)
  const places = {
    page_size: listQuery(line).shape.page_size ?? z.never(),
    /** Rows older than this place, newer than this one, or the oldest of all. */
    after: Cursor.optional(),
    before: Cursor.optional(),
    oldest: z.literal('true').optional(),
  }
  const out: Record<string, Route> = {
    [`GET ${path}`]: {
      summary: `A page of the ${name}, newest first`,
      screens: read,
      query: z.strictObject({ ...narrow, ...places }),
      reply: logPage(schema.row),
    },
    [`GET ${path}/news`]: {
      summary: `How many rows of the ${name} came since a place`,
      screens: read,
      query: z.strictObject({ ...narrow, since: Cursor }),
      reply: News,
    },
    [`GET ${path}/export`]: {
      summary: `Rows of the ${name} as a file`,
      screens: read,
      query: z.strictObject({ ...narrow, format: z.enum(['csv', 'xlsx']).default('csv') }),
      reply: z.any(),
      stream: 'download',
      problems: ['too_large'],
      audit: `${name}.export`,
    },
    [`GET ${path}/:id`]: { summary: `One row of the ${name}`, screens: read, reply: schema.entry },
  }
  return routesAs(out)
}
