/** Reads request bodies by our own rules; Fastify's parsers are switched off, so no spelling of a content type can go around these. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { limits } from '#src/contract/limits.ts'
import { Fail } from './handler.ts'
import { parseJson, jsonLimitsFor } from '../reply/json.ts'

/** What a request says of its body. Taken off the request before Fastify looks at it. */
export interface BodyHead {
  type: string | undefined
  encoding: string | undefined
  /** Undefined when the length is not announced. */
  length: number | undefined
  present: boolean
}

export function bodyHead(headers: IncomingMessage['headers']): BodyHead {
  const length = headers['content-length']
  const chunked = headers['transfer-encoding'] !== undefined
  return {
    type: headers['content-type'],
    encoding: headers['content-encoding'],
    length: length === undefined ? undefined : Number(length),
    present: chunked || (length !== undefined && length !== '0'),
  }
}

/** Exactly `application/json`, at most with the one charset it can have. */
const json = /^application\/json(?:; ?charset="?utf-8"?)?$/i
const bytes = /^application\/octet-stream$/i

/** Refuses a body of another media type, of a coding, or announced as larger than `max`. */
export function checkBody(head: BodyHead, kind: 'json' | 'bytes', max: number): void {
  if (!head.present) return
  const fits = kind === 'json' ? json : bytes
  if (head.type === undefined || !fits.test(head.type)) throw new Fail('unsupported_type')
  if (head.encoding !== undefined) throw new Fail('unsupported_type', { reason: 'content_encoding' })
  if (head.length !== undefined && head.length > max) throw new Fail('too_large', { max })
}

/**
 * The body as a stream whose reader may stop early. Stopping on the request itself would tear the connection down before the answer that
 * says why; so what is left is read and thrown away once the answer is sent, and the server's time-out bounds how long that may take.
 */
export const bodyStream = (req: IncomingMessage): Readable =>
  Readable.from(req.iterator({ destroyOnReturn: false }), { objectMode: false })

/** The body as bytes. Stops reading at the limit, whatever was announced. */
export async function readBodyBytes(stream: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of stream) {
      size += part.length
      if (size > max) throw new Fail('too_large', { max })
      parts.push(part)
    }
  } catch (e) {
    if (e instanceof Fail) throw e
    throw new Fail('malformed', { reason: 'unfinished' })
  }
  return Buffer.concat(parts, size)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The body as JSON and as it came; undefined when there is none. Its type was looked at before. */
export async function readJsonBody(
  head: BodyHead,
  stream: AsyncIterable<Buffer>,
  max: number,
): Promise<{ value: unknown; raw: Buffer } | undefined> {
  if (!head.present) return undefined
  const raw = await readBodyBytes(stream, max)
  if (raw.length === 0) return undefined
  let text: string
  try {
    text = utf8.decode(raw)
  } catch {
    throw new Fail('malformed', { reason: 'encoding' })
  }
  return { value: parseJson(text, max > limits.json ? jsonLimitsFor(max) : undefined), raw }
}
