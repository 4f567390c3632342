/** What playing a file of a lesson needs from outside: tickets, a place for reports, and its pace. */
import { mediaLimits } from '../../../../../contract/course/media.ts'
import type { MediaTicket } from '../../../../../contract/course/media.schema.ts'
import type { Piece } from '../../../../../contract/course/watched.ts'
import type { Client } from '../../../../../contract/lib/client.ts'
import type { Api } from '../../../../../contract/api.ts'

/** Every call rejects with a problem. */
export interface MediaServer {
  /** @param held the ticket to renew */
  ticket: (held: string | undefined) => Promise<MediaTicket>
  /** Undefined where nothing is kept: in a preview, and of what is not watched. */
  report?:
    | ((said: {
        ticket: string
        place: number
        seen: Piece[]
      }) => Promise<{ seconds: number; done: boolean; completed: boolean }>)
    | undefined
  now: () => number
}
export interface MediaPace {
  /** Milliseconds between two reports, and between two tries after a failure. */
  report: number
  again: number
  /** Share of a ticket's time after which it is renewed. */
  renew: number
}
export const mediaPace: MediaPace = { report: mediaLimits.report * 1000, again: 3000, renew: 0.5 }

export function mediaServer(
  client: Client<Api>,
  { course, section, file, preview }: { course: string; section: string; file: string; preview: boolean },
  watches: boolean,
): MediaServer {
  const params = { id: course, section }
  return {
    now: () => Date.now(),
    ticket: (held) =>
      client('POST /learning/courses/:id/sections/:section/ticket', {
        params,
        query: preview ? { preview: true } : {},
        body: { file, ...(held === undefined ? {} : { ticket: held }) },
      }),
    report:
      watches && !preview
        ? (body) =>
            client(
              'POST /learning/courses/:id/sections/:section/watched',
              { params, body: { ...body, seen: body.seen.map(([a, b]): [number, number] => [a, b]) } },
              // the last one leaves with the page
              { lasting: true },
            )
        : undefined,
  }
}
