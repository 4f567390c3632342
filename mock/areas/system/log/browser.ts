/** Errors of browsers go into the system log. What they say was written by whoever calls: addresses and long words are taken out of it. */
import { withoutHidden } from '#src/contract/lib/oneLine.ts'
import { area } from '#mock/http/request/handler.ts'

/** One line that reads as it is written; addresses lose what follows the path, and whatever looks like a token, a key or a number of a person goes. */
export const redactedLogLine = (text: string): string =>
  withoutHidden(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' '))
    .replaceAll(/[?#]\S*/g, '')
    .replaceAll(/[\w+/=~.-]{24,}/g, '…')
    .replaceAll(/\d{9,}/g, '…')

export const browserHandlers = area({
  'POST /browser-errors': async ({ body, who, platform, meta }) => {
    const [error, message, at, screen] = [body.error, body.message, body.at, body.screen].map(redactedLogLine)
    platform.log.warn(
      {
        event: 'browser-error',
        error,
        message,
        at,
        screen,
        signed_in: who ? 'yes' : 'no',
        request_id: meta.request_id,
      },
      'an error in a browser',
    )
    return { done: true as const }
  },
})
