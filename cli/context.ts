/** Where a command runs: streams, environment, the profile file, and the typed client of the API it talks to. */
import axios from 'axios'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Env, readEnv, type EnvironmentVariables } from '#config/env.ts'
import type { Api } from '#src/contract/api.ts'
import { type ApiCall, type CallOptions, type Client, createClient, type Send } from '#src/contract/lib/client.ts'
import { fillPath, type RouteResult, splitKey } from '#src/contract/lib/route.ts'
import { timeouts } from '#src/contract/limits.ts'
import type { Problem } from '#src/contract/problems.ts'
import { CliError, exits, problemError, usageError } from './errors.ts'
import type { Knock } from './permissions/probe.ts'
import { type Words, wordsOf } from './words.ts'
import { isRecord, ownJson } from '#src/contract/lib/typed.ts'

export interface Io {
  out: (text: string) => void
  err(text: string): void
  env: EnvironmentVariables
  cwd: string
  /** Directory of the profile file. */
  config: string
  /** A person is there to be asked, and progress may be drawn. */
  interactive: boolean
  /** Columns of the terminal that the output goes to; undefined where it goes elsewhere. */
  columns?: number | undefined
  ask(question: string, hidden?: boolean): Promise<string>
  /** Calls `stop` at the first Ctrl-C, until the answered function is called; a second Ctrl-C ends the program as ever. */
  onInterrupt(stop: () => void): () => void
}

/**
 * What others wrote steers no terminal: control characters and those that turn the writing are shown as what they are, in the way of JSON, so
 * that programs read the same. The line feed, the tab and the tool's own way back to the beginning of a line stay.
 */
export const terminalSafe = (text: string): string =>
  text.replace(
    // eslint-disable-next-line no-control-regex
    /\r\u001b\[2K|\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (found) => (found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

export function realIo(): Io {
  const env = process.env
  const { config, home } = readEnv(env).tool
  return {
    out: (text) => void process.stdout.write(terminalSafe(text)),
    err: (text) => void process.stderr.write(terminalSafe(text)),
    env,
    cwd: process.cwd(),
    config: config ?? path.join(home ?? path.join(os.homedir(), '.config'), 'range'),
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    ask: (question, hidden) => askOn(process.stdin, process.stderr, question, hidden),
    onInterrupt(stop) {
      const signals = ['SIGINT', 'SIGTERM'] as const
      for (const name of signals) process.once(name, stop)
      return () => {
        for (const name of signals) process.off(name, stop)
      }
    },
  }
}

/** @throws CliError interrupted */
export async function askOn(input: Readable, output: Writable, question: string, hidden = false): Promise<string> {
  // what is typed at a hidden question is not echoed: the terminal's own echo is off, and of ours nothing goes on
  let silent = false
  const shown = new Writable({
    write(chunk, _, done) {
      if (!silent) output.write(chunk)
      done()
    },
  })
  const rl = createInterface({ input, output: hidden ? shown : output, terminal: true })
  const away = new AbortController()
  rl.once('SIGINT', () => away.abort())
  rl.once('close', () => away.abort())
  try {
    const answer = rl.question(question, { signal: away.signal })
    silent = true
    return await answer
  } catch {
    throw interrupted()
  } finally {
    rl.close()
    if (hidden) output.write('\n')
  }
}

interface Profile {
  api?: string
  tokens: Record<string, string>
  /** What earlier sign-ins answered, by API and account; it opens nothing (see `device` of `SignIn`). */
  devices?: Record<string, string>
}

/** The profile file: the API used last and one token per API. Only its owner may read it. */
export function profileStore(io: Io) {
  const file = path.join(io.config, 'profile.json')
  const read = (): Profile => {
    if (!existsSync(file)) return { tokens: {} }
    try {
      const p = ownJson<Partial<Profile>>(readFileSync(file, 'utf8'))
      return { ...(p.api ? { api: p.api } : {}), tokens: p.tokens ?? {}, ...(p.devices ? { devices: p.devices } : {}) }
    } catch {
      throw new CliError('profile_unreadable', `${file} is not readable JSON. Remove it and sign in again.`)
    }
  }
  return {
    file,
    read,
    write(change: (p: Profile) => void): void {
      const p = read()
      change(p)
      mkdirSync(io.config, { recursive: true, mode: 0o700 })
      writeFileSync(file, `${JSON.stringify(p, null, 2)}\n`, { mode: 0o600 })
      chmodSync(file, 0o600)
    },
  }
}

export interface Connection {
  api: string
  client: Client<Api>
  /** For calls whose route is made of parts. */
  send: Send
  /** An answer that is a file, whole. */
  bytes(call: ApiCall, options?: CallOptions): Promise<Uint8Array>
  /** A call whose body is bytes. */
  upload<R extends keyof Api & string>(
    route: R,
    args: { params?: Record<string, string>; query: object; body: Uint8Array },
    options?: CallOptions,
  ): Promise<RouteResult<Api, R>>
  /** An answer that is a file, as it comes. @param at path below the API base */
  file(at: string): Promise<Readable>
  /** Calls whose answer is of no interest but for its status. @param token none for a stranger */
  knock(token?: string): Knock
  token: string | undefined
  words: Words
}

export const licenceHint = 'How it gets one: docs/operations.md, Licence; how it stands: range license status'

/** Whether the server has no licence at all; false where it does not say. */
export const hasNoLicence = (client: Client<Api>): Promise<boolean> =>
  client('GET /session/permissions').then(
    ({ licence }) => licence.at === 'none',
    () => false,
  )

export const toolEnv = (io: Io): Env['tool'] => readEnv(io.env).tool

/** Where the API of a server lies when nobody says otherwise, as in `public/config.json`. */
const usualPath = '/api/mg/api'
const example = 'Write it in full, such as http://localhost:8080'

/** The address of an API from what people write: that of the server or of the portal will do. @throws CliError usage */
function apiOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw usageError(`${text} is not the address of a server. ${example}.`)
  const { origin, pathname } = new URL(text)
  return pathname === '/' || /^\/page\/mg(\/|$)/.test(pathname)
    ? origin + usualPath
    : origin + pathname.replace(/\/+$/, '')
}

/**
 * The API to talk to: `--api`, RANGE_API_URL, or the one signed in to last; the token from RANGE_TOKEN or the profile.
 * @throws CliError usage when there is none
 */
const interrupted = (): CliError => new CliError('interrupted', 'Interrupted.', exits.interrupted)

/** How often a server that is busy is asked again. */
const busyTries = 5

export function connectToServer(io: Io, api: string | undefined, token?: string): Connection {
  const profile = profileStore(io).read()
  const told = toolEnv(io)
  const named = api ?? told.api ?? profile.api
  if (!named) throw usageError(`Name the server: --api URL, or sign in to one with range login. ${example}.`)
  const base = apiOf(named)
  const bearer = token ?? told.token ?? profile.tokens[base]
  const { language } = told
  const words = wordsOf(language)
  const session = { api: base, begun: Boolean(bearer) }
  const ask = async (
    call: Parameters<Send>[0],
    o: NonNullable<Parameters<Send>[1]>,
    left: number,
  ): Promise<unknown> => {
    const bytes = call.body instanceof Uint8Array
    const answer = await axios
      .request<unknown>({
        baseURL: base,
        url: call.path,
        method: call.method,
        params: call.query,
        paramsSerializer: { indexes: null },
        data: call.body,
        headers: {
          'Accept-Language': language,
          ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
          ...(call.body === undefined
            ? {}
            : { 'Content-Type': bytes ? 'application/octet-stream' : 'application/json' }),
          ...(o.idempotencyKey ? { 'Idempotency-Key': o.idempotencyKey } : {}),
        },
        responseType: o.blob ? 'arraybuffer' : 'json',
        timeout: timeouts[o.as ?? (call.method === 'GET' ? 'read' : 'write')],
        maxBodyLength: Number.POSITIVE_INFINITY,
        maxRedirects: 0,
        proxy: false,
        validateStatus: () => true,
        ...(o.signal ? { signal: o.signal } : {}),
      })
      .catch((e: { code?: string; message: string }) => {
        if (o.signal?.aborted) throw interrupted()
        const why = e.code === 'ECONNABORTED' ? 'does not answer in time' : `does not answer (${e.code ?? e.message})`
        throw new CliError(
          'unreachable',
          `${base} ${why}. Is the server running, and is the address right?`,
          exits.unreachable,
        )
      })
    if (answer.status >= 200 && answer.status < 300) return answer.data
    const problem = problemOf(answer.data)
    if (!problem)
      throw new CliError('unreachable', `${base} answered ${answer.status}; is it the API?`, exits.unreachable)
    // what only asks is asked again when the server had no time for it
    if (problem.code === 'busy' && call.method === 'GET' && left > 0) {
      const pause = 1000 * Number(answer.headers['retry-after'] ?? 1)
      await wait(pause, undefined, o.signal ? { signal: o.signal } : {}).catch(() => {
        throw interrupted()
      })
      return ask(call, o, left - 1)
    }
    if (problem.code === 'module_not_licensed' && (await hasNoLicence(createClient<Api>(send))))
      throw new CliError(problem.code, `${words.unlicensed()}\n${licenceHint}`, exits.forbidden, problem.details)
    throw problemError(problem, answer.status, words, session)
  }
  const send: Send = (call, o = {}) => ask(call, o, busyTries)
  const bytes: Connection['bytes'] = async (call, o) => {
    const answer = await send(call, { ...o, blob: true })
    if (answer instanceof Uint8Array) return answer
    throw new CliError('unreachable', `${base} answered no file; is it the API?`, exits.unreachable)
  }
  const upload: Connection['upload'] = async (key, { params, query, body }, o) => {
    const [method, at] = splitKey(key)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers what its contract says, as to the client
    return (await send(
      { key, method, path: fillPath(at, params), query, body },
      { ...o, as: 'upload' },
    )) as RouteResult<Api, typeof key>
  }
  const file = async (at: string): Promise<Readable> => {
    const answer = await axios
      .get<Readable>(base + at, {
        headers: { 'Accept-Language': language, ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}) },
        responseType: 'stream',
        maxRedirects: 0,
        proxy: false,
        validateStatus: () => true,
      })
      .catch((e: { code?: string; message: string }) => {
        throw new CliError('unreachable', `${base} does not answer (${e.code ?? e.message}).`, exits.unreachable)
      })
    if (answer.status === 200) return answer.data
    const parts: Buffer[] = []
    const chunks: AsyncIterable<Buffer> = answer.data
    for await (const chunk of chunks) parts.push(chunk)
    const problem = problemOf(Buffer.concat(parts))
    if (!problem) throw new CliError('unreachable', `${base} answered ${answer.status}.`, exits.unreachable)
    throw problemError(problem, answer.status, words, session)
  }
  const knock =
    (as?: string): Knock =>
    async (method, at, body) => {
      const answer = await axios
        .request<Readable>({
          url: base + at,
          method,
          ...(body === undefined ? {} : { data: body, transformRequest: [(raw: string) => raw] }),
          headers: {
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...(as ? { Authorization: `Bearer ${as}` } : {}),
          },
          responseType: 'stream',
          timeout: timeouts.read,
          maxRedirects: 0,
          proxy: false,
          validateStatus: () => true,
        })
        .catch((e: { code?: string; message: string }) => {
          throw new CliError('unreachable', `${base} does not answer (${e.code ?? e.message}).`, exits.unreachable)
        })
      answer.data.destroy()
      const seconds = Number(answer.headers['retry-after'])
      return { status: answer.status, wait: Number.isFinite(seconds) ? seconds : undefined }
    }
  return { api: base, client: createClient<Api>(send), send, bytes, upload, file, knock, token: bearer, words }
}

const isProblem = (said: unknown): said is Problem => isRecord(said) && typeof said['code'] === 'string'

/** What a call was refused with, also one that asked for bytes; undefined where something else answers than the API. */
function problemOf(data: unknown): Problem | undefined {
  try {
    const said: unknown = Buffer.isBuffer(data) ? JSON.parse(data.toString('utf8')) : data
    return isProblem(said) ? said : undefined
  } catch {
    return undefined
  }
}
