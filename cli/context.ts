/** Where a command runs: streams, environment, the profile file, and the typed client of the API it talks to. */
import axios from 'axios'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Api } from '#src/contract/api.ts'
import { type Client, createClient, type Send } from '#src/contract/lib/client.ts'
import { timeouts } from '#src/contract/limits.ts'
import { CliError, exits, problemError } from './errors.ts'

export interface Io {
  out(text: string): void
  err(text: string): void
  env: Record<string, string | undefined>
  cwd: string
  /** Directory of the profile file. */
  config: string
  /** A person is there to be asked, and progress may be drawn. */
  interactive: boolean
  ask(question: string, hidden?: boolean): Promise<string>
}

export function realIo(): Io {
  const env = process.env
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env,
    cwd: process.cwd(),
    config: env['RANGE_CONFIG'] ?? path.join(env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config'), 'range'),
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    async ask(question, hidden) {
      const rl = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
      // What is typed at a hidden question is not echoed.
      if (hidden)
        (rl as unknown as { _writeToOutput(s: string): void })._writeToOutput = (s) =>
          void process.stderr.write(s.startsWith(question) ? question : '')
      try {
        return await rl.question(question)
      } finally {
        rl.close()
        if (hidden) process.stderr.write('\n')
      }
    },
  }
}

interface Profile {
  api?: string
  tokens: Record<string, string>
}

/** The profile file: the API used last and one token per API. Its owner alone may read it; otherwise it is refused. */
export function profileStore(io: Io) {
  const file = path.join(io.config, 'profile.json')
  const read = (): Profile => {
    if (!existsSync(file)) return { tokens: {} }
    try {
      const p = JSON.parse(readFileSync(file, 'utf8')) as Partial<Profile>
      return { ...(p.api ? { api: p.api } : {}), tokens: p.tokens ?? {} }
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
  /** For bodies that are bytes and answers that are files. */
  send: Send
  token: string | undefined
}

export const languageOf = (io: Io): 'en-US' | 'zh-CN' =>
  /^zh/i.test(io.env['LC_ALL'] || io.env['LC_MESSAGES'] || io.env['LANG'] || '') ? 'zh-CN' : 'en-US'

/**
 * The API to talk to: `--api`, RANGE_API_URL, or the one signed in to last; the token from RANGE_TOKEN or the profile.
 * @throws CliError usage when there is none
 */
export function connect(io: Io, api: string | undefined, token?: string): Connection {
  const profile = profileStore(io).read()
  const base = (api ?? io.env['RANGE_API_URL'] ?? profile.api)?.replace(/\/+$/, '')
  if (!base)
    throw new CliError(
      'no_api',
      'Name the API with --api URL, for instance http://localhost:8080/api/mg/api.',
      exits.usage,
    )
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new CliError('no_api', `${base} is not the address of an API.`, exits.usage)
  const bearer = token ?? io.env['RANGE_TOKEN'] ?? profile.tokens[base]
  const language = languageOf(io)
  const send: Send = async (call, o = {}) => {
    const bytes = call.body instanceof Uint8Array
    const answer = await axios
      .request({
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
      })
      .catch((e: { code?: string; message: string }) => {
        throw new CliError('unreachable', `${base} does not answer (${e.code ?? e.message}).`, exits.unreachable)
      })
    if (answer.status >= 200 && answer.status < 300) return answer.data
    const problem = o.blob ? parse(answer.data) : answer.data
    if (!problem?.code)
      throw new CliError('unreachable', `${base} answered ${answer.status}; is it the API?`, exits.unreachable)
    throw problemError(problem, answer.status, language)
  }
  return { api: base, client: createClient<Api>(send), send, token: bearer }
}

function parse(data: ArrayBuffer) {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8')) as { code: never }
  } catch {
    return undefined
  }
}
