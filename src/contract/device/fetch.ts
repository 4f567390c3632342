/** Files of images that the server fetches from an address by itself. */
export const fetchReasons = [
  'address_refused',
  'unreachable',
  'answer',
  'too_many_redirects',
  'too_slow',
  'too_large',
  'ended_early',
  'no_space',
  'interrupted',
] as const
export type FetchReason = (typeof fetchReasons)[number]

/** Fetches of one person at a time. */
export const mostFetches = 3
/** Seconds without a sign of life after which a fetch has lost its server. */
export const fetchSilence = 60

/** What the file of an address is called: the last part of its path. */
export function urlFileNameOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
      .replace(/[\\/\p{Cc}]/gu, '')
      .slice(0, 255)
  } catch {
    return last.slice(0, 255)
  }
}
