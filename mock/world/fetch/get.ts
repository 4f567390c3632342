/**
 * A file from somebody else's server. Every name is looked up once, its addresses are held against `reach`, and the connection goes to the
 * address that was looked at, so that a name that changes its mind (DNS rebinding) reaches nothing; redirects begin anew.
 */
import dns from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { FetchReason } from '#src/contract/device/fetch.ts'

export class FetchRefusal extends Error {
  constructor(
    readonly reason: FetchReason,
    readonly details: Record<string, string | number> = {},
  ) {
    super(reason)
    this.name = 'FetchRefusal'
  }
}

export interface Outside {
  /** Whether an address may be asked. */
  reach: (address: string) => boolean
  /** Addresses of a name. */
  lookup: (name: string) => Promise<readonly string[]>
}

/** Milliseconds until an answer begins, and between two pieces of it. */
const patience = { answer: 15_000, idle: 30_000, name: 5000 }
const mostRedirects = 5

const lookUp: Outside['lookup'] = async (name) => (await dns.lookup(name, { all: true })).map((a) => a.address)
export const outside = (reach: Outside['reach'], lookup: Outside['lookup'] = lookUp): Outside => ({ reach, lookup })

const soon = <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new FetchRefusal('unreachable')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The one address a URL is asked at; refuses one that leads anywhere it must not. */
export async function permittedAddressOf(url: URL, { reach, lookup }: Outside): Promise<string> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefusal('address_refused')
  if (url.username !== '' || url.password !== '') throw new FetchRefusal('address_refused')
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(name)
    ? [name]
    : await soon(lookup(name), patience.name).catch((): string[] => {
        throw new FetchRefusal('unreachable')
      })
  const [first] = found
  // one of them that is private says enough of the name
  if (first === undefined || !found.every(reach)) throw new FetchRefusal('address_refused')
  return first
}

function ask(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const family = isIP(address)
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        agent: false,
        signal,
        // the address that was looked at and no other
        lookup: (_name, options, tell) => {
          if (options.all) tell(null, [{ address, family }])
          else tell(null, address, family)
        },
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'range-images' },
      },
      (answer) => {
        request.setTimeout(patience.idle, () => answer.destroy(new FetchRefusal('too_slow')))
        done(answer)
      },
    )
    request.setTimeout(patience.answer, () => request.destroy(new FetchRefusal('unreachable')))
    request.once('error', (e) => fail(e instanceof FetchRefusal ? e : new FetchRefusal('unreachable')))
    request.end()
  })
}

export interface FetchedFile {
  stream: IncomingMessage
  /** Bytes, where the other server says. */
  size: number | undefined
}

/** Follows redirects to the file itself. @throws FetchRefusal */
export async function fetchFile(from: URL, out: Outside, signal: AbortSignal): Promise<FetchedFile> {
  let url = from
  for (let turn = 0; turn <= mostRedirects; turn++) {
    const answer = await ask(url, await permittedAddressOf(url, out), signal)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy()
      const next = URL.canParse(headers.location, url) ? new URL(headers.location, url) : undefined
      // what was asked for in secret is not told in the open
      if (!next || (url.protocol === 'https:' && next.protocol !== 'https:')) throw new FetchRefusal('address_refused')
      url = next
      continue
    }
    if (statusCode !== 200 || (headers['content-encoding'] ?? 'identity') !== 'identity') {
      answer.destroy()
      throw new FetchRefusal('answer', { status: statusCode })
    }
    const size = Number(headers['content-length'] ?? Number.NaN)
    return { stream: answer, size: Number.isSafeInteger(size) ? size : undefined }
  }
  throw new FetchRefusal('too_many_redirects')
}
