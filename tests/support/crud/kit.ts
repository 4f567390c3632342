/** Drives handlers as the interpreter does: schemas before and after, one transaction per call that changes something. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { access, type Grants } from '#src/contract/access.ts'
import { api, type ApiRoute } from '#src/contract/api.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { screens } from '#src/contract/screens/index.ts'
import { makeLicence } from '#mock/areas/license/current.ts'
import { plainHandlers } from '#mock/crud/plain.ts'
import type { Db } from '#mock/db/db.ts'
import { newId } from '#mock/db/id.ts'
import { makeThreads } from '#mock/thread/threads.ts'
import type { AuditEvent, Download, Platform, Caller } from '#mock/http/request/handler.ts'

export interface Asked {
  params?: Record<string, string>
  query?: object
  body?: object
}
/** An answer of any route; tests read what they look at. */
export type Answer = Record<string, unknown> & {
  id: string
  items: Answer[]
  total: number
  version: number
  can: string[]
  done: string[]
  failed: { id: string; code: string; details?: Record<string, unknown> }[]
}

export function someone(grants: Grants | readonly string[], more: Partial<Caller> = {}): Caller {
  const held: Grants =
    typeof grants === 'string' || grants instanceof Set ? (grants as Grants) : new Set(grants as readonly string[])
  const { granted, changes } = access(screens, held)
  return {
    id: randomUUID(),
    username: 'somebody',
    name: 'Somebody',
    role_id: 'role-none',
    role_key: '',
    is_admin: false,
    grants: held,
    granted,
    changes,
    writable: changes,
    licensed: access(screens, 'all').granted,
    org_id: null,
    org_line: [],
    session: 'session',
    must_change: null,
    ...more,
  }
}

export function kit(db: Db, more: object) {
  const handlers = { ...plainHandlers, ...more }
  const clock = { now: new Date('2026-11-05T08:00:00.000Z') }
  const ids = newId(() => clock.now, randomBytes)
  const settings: Platform['settings'] = { get: async (_, fallback) => fallback, put: async () => {} }
  const platform: Platform = {
    db,
    now: () => clock.now,
    random: randomBytes,
    newId: ids,
    files: '',
    log: { info() {}, warn() {}, error() {} },
    secret: async () => new Uint8Array(32),
    settings,
    licence: makeLicence(settings, () => clock.now, false),
    threads: makeThreads(),
    background: (_, work) => void work(),
  }
  const audited: AuditEvent[] = []

  async function call(key: string, who: Caller, { params = {}, query, body }: Asked = {}): Promise<Answer> {
    const route = api[key as ApiRoute] as Route
    const run = (handlers as Record<string, (c: object) => Promise<unknown>>)[key]
    if (!run || !route) throw new Error(`no handler for ${key}`)
    const parse = (schema: z.ZodType | undefined, value: unknown) => (schema ? schema.parse(value) : undefined)
    const given = { params, query: parse(route.query, query ?? {}), body: parse(route.body, body), who, platform }
    const entries: AuditEvent[] = []
    const work = (q: unknown) =>
      run({ ...given, q, meta: {}, audit: (e: AuditEvent) => entries.push(e), after: (f: () => void) => f() })
    const out = await (splitKey(key)[0] === 'GET' ? work(db) : db.tx(work))
    audited.push(...entries)
    return (route.stream ? out : route.reply.parse(out)) as Answer
  }

  /** The code and details a call is refused with. */
  async function refusal(
    key: string,
    who: Caller,
    asked: Asked = {},
  ): Promise<{ code: string; details: Record<string, unknown> }> {
    try {
      await call(key, who, asked)
    } catch (e) {
      const { code, details } = e as { code?: string; details?: Record<string, unknown> }
      if (code) return { code, details: details ?? {} }
      throw e
    }
    throw new Error(`${key} was not refused`)
  }

  async function file(key: string, who: Caller, query: object): Promise<{ name: string; type: string; bytes: Buffer }> {
    const { name, type, body } = (await call(key, who, { query })) as unknown as Download
    const parts: Buffer[] = []
    for await (const piece of body) parts.push(Buffer.from(piece as string))
    return { name, type, bytes: Buffer.concat(parts) }
  }

  return { platform, clock, call, refusal, file, audited }
}
export type Kit = ReturnType<typeof kit>
