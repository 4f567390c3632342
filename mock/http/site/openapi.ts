/** OpenAPI 3.1 straight from the contract: zod's JSON Schema is the dialect that 3.1 uses. */
import { z } from 'zod'
import { api } from '#src/contract/api.ts'
import { type TusCall, tusCalls, tusPartType, tusPath } from '#src/contract/device/tus.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { problems } from '#src/contract/problems.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

type Schema = Record<string, unknown>

const schemaOf = (s: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(s, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema
  return rest
}
const json = (schema: Schema) => ({ 'application/json': { schema } })
/** Every call can meet these. */
const shared = ['malformed', 'validation', 'too_many', 'busy'] as const

function refusals({ screens, problems: own = [] }: Pick<Route, 'screens' | 'problems'>): Schema {
  const codes = new Set<keyof typeof problems>([
    ...shared,
    ...(screens === 'public' ? [] : (['unauthenticated'] as const)),
    ...(Array.isArray(screens) ? (['no_operation_permission'] as const) : []),
    ...own,
  ])
  const byStatus = new Map<number, string[]>()
  for (const code of codes) byStatus.set(problems[code], [...(byStatus.get(problems[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        status,
        {
          description: list.join(', '),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  )
}

function answers(route: Route): Schema {
  const good =
    route.stream === 'download'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : route.stream === 'events'
        ? { 'text/event-stream': { schema: schemaOf(route.reply, 'output') } }
        : json(schemaOf(route.reply, 'output'))
  return { 200: { description: 'Done', content: good }, ...refusals(route) }
}

const operationId = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replace(/[^a-z0-9]+/gi, '_').replace(/_$/, '')}`
const inPath = (path: string): Schema[] =>
  [...path.matchAll(/:(\w+)/g)].map((m) => ({
    name: m[1],
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 64 },
  }))

function operation(key: string, route: Route): Schema {
  const [method, path] = splitKey(key)
  const query = route.query ? schemaOf(route.query, 'input') : {}
  const required: readonly unknown[] = Array.isArray(query.required) ? query.required : []
  return {
    operationId: operationId(method, path),
    summary: route.summary,
    tags: [path.split('/')[1]],
    'x-screens': route.screens,
    ...(route.screens === 'public' ? { security: [] } : {}),
    parameters: [
      ...inPath(path),
      ...Object.entries(isRecord(query.properties) ? query.properties : {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: required.includes(name),
        schema,
        explode: true,
      })),
      ...(method === 'POST' && route.credential !== true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(route.body ? { requestBody: { required: true, content: json(schemaOf(route.body, 'input')) } } : {}),
    ...(route.stream === 'upload'
      ? {
          requestBody: {
            required: true,
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : {}),
    responses: answers(route),
  }
}

const headerSchema = ({ is }: TusCall['asks'][number]): Schema =>
  is === undefined ? { type: 'integer', minimum: 0 } : { type: 'string', const: is }

/** A call whose form is the protocol's. The type of its body is that of the body, and its length a matter of every client. */
function tusOperation({ method, summary, screens, asks, status, answers: says, problems: own }: TusCall): Schema {
  return {
    operationId: operationId(method, tusPath),
    summary,
    tags: [tusPath.split('/')[1]],
    'x-screens': screens,
    parameters: [
      ...inPath(tusPath),
      ...asks
        .filter((h) => !h.name.startsWith('Content-'))
        .map((h) => ({ name: h.name, in: 'header', required: true, description: h.about, schema: headerSchema(h) })),
    ],
    ...(method === 'PATCH'
      ? {
          requestBody: {
            required: true,
            content: { [tusPartType]: { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: 'Done',
        headers: Object.fromEntries(says.map((h) => [h.name, { description: h.about, schema: headerSchema(h) }])),
      },
      ...refusals({ screens, problems: own ?? [] }),
    },
  }
}

/** The document. Its base is the caller's own, so that it can be used where it was fetched. */
export function openapi(base: string): object {
  const paths: Record<string, Schema> = {}
  for (const [key, route] of Object.entries(api as Record<string, Route>)) {
    const [method, path] = splitKey(key)
    const name = path.replace(/:(\w+)/g, '{$1}')
    paths[name] = { ...paths[name], [method.toLowerCase()]: operation(key, route) }
  }
  paths[tusPath.replace(/:(\w+)/g, '{$1}')] = Object.fromEntries(
    tusCalls.map((call) => [call.method.toLowerCase(), tusOperation(call)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cyber range',
      version: '1',
      description: 'Made from the contract. Problems are codes; no sentence travels.',
    },
    servers: [{ url: base }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token of POST /session, or its jwt_token.' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'The same key with the same body answers the same and is done once. A password or a code that is told once is not told again. Calls that answer a token, a ticket or a link that acts as one take no key: sent again they are done again.',
          schema: { type: 'string', minLength: 8, maxLength: 128 },
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['code', 'message', 'request_id'],
          properties: {
            code: { type: 'string', enum: Object.keys(problems) },
            message: { type: 'string' },
            request_id: { type: 'string' },
            details: { type: 'object' },
          },
        },
      },
    },
  }
}
