/** A call without a port. A stream of events has no end, so its head is the whole answer and the caller is gone after it. */
import { text } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

export async function inject(app: FastifyInstance, options: InjectOptions): Promise<LightMyRequestResponse> {
  const path = String(options.url).split('?')[0] ?? ''
  if (options.method !== 'GET' || !path.endsWith('/events')) return app.inject(options)
  const raw = await app.inject({ ...options, payloadAsStream: true })
  const stream = raw.stream()
  const open = /event-stream/.test(String(raw.headers['content-type']))
  if (open) stream.destroy()
  const body = open ? '' : await text(stream)
  return Object.assign(Object.create(raw) as LightMyRequestResponse, { body, json: () => JSON.parse(body) as never })
}
