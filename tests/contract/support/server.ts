/**
 * A whole server for tests: real database, real interpreter, a clock that is moved by hand, an account per role.
 * `call` goes through Fastify's inject, so no port is taken.
 */
import { makeThreads } from '#mock/thread/threads.ts'
import { program } from '#tests/support/program.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { buildApp, type ServerApp, type AppConfig } from '#mock/app.ts'
import { makeHashing } from '#mock/areas/session/hashing.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import type { Db } from '#mock/db/db.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openPg } from '#mock/db/pg.ts'
import type { Logger } from '#mock/http/request/handler.ts'
import { silentLog } from '#mock/http/log.ts'
import { memoryDb } from '#tests/support/database.ts'
import { ownDatabase } from '#tests/support/postgres.ts'
import type { Api, ApiRoute } from '#src/contract/api.ts'
import { seed } from '#mock/seed/seed.ts'
import { type RouteResult, type Args, fillPath, splitKey } from '#src/contract/lib/route.ts'
import type { Problem } from '#src/contract/problems.ts'
import { inject } from './inject.ts'
import { type AccountName, accounts, began, password, peopled, userId, username } from './people.ts'
import { noLimits } from './rates.ts'

export interface TestOptions {
  /** `ENGINE=postgres` in the environment changes the default. */
  engine?: 'pglite' | 'postgres'
  config?: AppConfig
  log?: Logger
  dist?: string
  /** Password hashes that cost nothing, for suites that make thousands. */
  cheapPasswords?: true
  /** Stands between the server and its database, to break it. */
  wrap?(db: Db): Db
  /** The demonstration and its accounts, in place of those of the tests. */
  demo?: true
  /** Called when a restore has put another state into the database. */
  renew?: () => void
}

/** Who calls: an account by name, any token, or nobody. */
export type As = AccountName | { token: string } | undefined

interface Reply<R extends ApiRoute = ApiRoute> {
  status: number
  /** Of an answer 200; tests of refusals read `problem`. */
  body: RouteResult<Api, R>
  problem: Problem
  headers: LightMyRequestResponse['headers']
  raw: LightMyRequestResponse
}
interface CallMore {
  headers?: Record<string, string>
  base?: '/api/mg/api' | '/api/oj/api'
  /** The body as it goes over the wire, in place of `args.body` as JSON. */
  payload?: string | Buffer
}

interface Clock {
  now: () => Date
  advance(seconds: number): void
  set(at: Date | string): void
}

export interface TestServer extends ServerApp {
  db: Db
  clock: Clock
  call<R extends ApiRoute>(route: R, args?: Args<Api, R>, as?: As, more?: CallMore): Promise<Reply<R>>
  /** Like `call`, for arguments no type would let through. */
  send(
    route: string,
    args?: { params?: object; query?: object; body?: unknown },
    as?: As,
    more?: CallMore,
  ): Promise<Reply>
  /** The answer of a call that has to succeed. Throws with the problem when it does not. */
  ok<R extends ApiRoute>(route: R, args?: Args<Api, R>, as?: As, more?: CallMore): Promise<RouteResult<Api, R>>
  /** A token of a live session of the account, whatever its status. The same one for an hour of the clock. */
  token(name: AccountName): Promise<string>
  /** Changes a setting of the platform; undefined puts its default back. */
  setting(name: string, value: unknown): Promise<void>
  signIn(name: AccountName, password?: string): Promise<Reply<'POST /session'>>
}

async function database(engine: 'pglite' | 'postgres', demo = false): Promise<{ db: Db; done: () => Promise<void> }> {
  if (engine === 'pglite') {
    const db = await (demo ? memoryDb() : memoryDb(peopled))
    return { db, done: () => db.close() }
  }
  const postgres = await ownDatabase()
  const db = await openPg(postgres.url)
  await migrate(db)
  if (!demo) await peopled.prepare(db)
  return {
    db,
    async done() {
      await db.close()
      await postgres.stop()
    },
  }
}

/** The least that argon2 takes. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

const queryText = (query: object): string => {
  const q = new URLSearchParams()
  for (const [k, v] of Object.entries(query))
    for (const one of Array.isArray(v) ? v : [v]) if (one !== undefined) q.append(k, String(one))
  const text = q.toString()
  return text === '' ? '' : `?${text}`
}

export async function testServer(o: TestOptions = {}): Promise<TestServer> {
  const engine = o.engine ?? (process.env.ENGINE === 'postgres' ? 'postgres' : 'pglite')
  const { db: real, done } = await database(engine, o.demo)
  const db = o.wrap ? o.wrap(real) : real
  if (o.cheapPasswords) {
    const hash = await makeHashing(randomBytes, cheap).hash(password)
    await real.query('update account set hash = $1', [hash])
  }
  const files = mkdtempSync(path.join(os.tmpdir(), 'range-test-'))
  let at = began.getTime()
  const clock: Clock = {
    now: () => new Date(at),
    advance: (seconds) => void (at += seconds * 1000),
    set: (to) => void (at = new Date(to).getTime()),
  }
  const { app, packages, platform, hashing, scenes, close } = await buildApp({
    db,
    now: clock.now,
    random: randomBytes,
    files,
    log: o.log ?? silentLog,
    threads: makeThreads(program),
    ...(o.dist === undefined ? {} : { dist: o.dist }),
    ...(o.renew ? { renew: o.renew } : {}),
    // a machine that is busy with other tests must not look overloaded
    config: {
      rates: noLimits,
      shed: { delay: 1e9, inFlight: 1e9 },
      ...(o.cheapPasswords ? { passwordCost: cheap } : {}),
      ...o.config,
    },
  })
  if (o.demo) await seed(platform, { demo: true })
  const tokens = new Map<AccountName, { token: string; at: number }>()

  async function token(name: AccountName): Promise<string> {
    const had = tokens.get(name)
    if (had !== undefined && Math.abs(at - had.at) < 3_600_000) return had.token
    const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
    const made = (await real.tx((q) => startSession(q, platform, userId(name), meta))).token
    tokens.set(name, { token: made, at })
    return made
  }

  async function send(
    route: string,
    args: Parameters<TestServer['send']>[1] = {},
    as?: As,
    more: CallMore = {},
  ): Promise<Reply> {
    const [method, at] = splitKey(route)
    const bearer = as === undefined ? undefined : typeof as === 'string' ? await token(as) : as.token
    const payload = more.payload ?? (args.body === undefined ? undefined : JSON.stringify(args.body))
    const raw = await inject(app, {
      method,
      url:
        (more.base ?? '/api/mg/api') +
        fillPath(at, args.params as Record<string, string>) +
        queryText(args.query ?? {}),
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...more.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    const body: unknown = /json/.test(String(raw.headers['content-type'])) ? raw.json() : raw.body
    return { status: raw.statusCode, body: body as never, problem: body as Problem, headers: raw.headers, raw }
  }
  const call: TestServer['call'] = (route, args, as, more) => send(route, args as object, as, more) as never

  return {
    app,
    packages,
    platform,
    hashing,
    scenes,
    db: real,
    clock,
    call,
    send,
    token,
    async ok(route, args, as, more) {
      const r = await call(route, args, as, more)
      if (r.status !== 200) throw new Error(`${route} answered ${r.status} ${JSON.stringify(r.body)}`)
      return r.body
    },
    setting: (name, value) => db.tx((q) => platform.settings.put(q, name, value, 'tests')),
    signIn: (name, secret = password) =>
      call('POST /session', { body: { username: username(name), password: secret } }),
    async close() {
      await close()
      await done()
      rmSync(files, { recursive: true, force: true })
    },
  }
}

export { accounts, password, userId, username }
export type { AccountName }
