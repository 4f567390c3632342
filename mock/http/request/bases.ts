/** The bases of the interface: the specification's default, where the routes stand, and that of its build environment, which is led there. */
export const apiBase = '/api/mg/api'
const apiBases = [apiBase, '/api/oj/api'] as const

/** The base a request was sent to. @param url as it was sent, Fastify's `originalUrl` */
export const baseOf = (url: string): string => apiBases.find((base) => url.startsWith(`${base}/`)) ?? apiBase

/** The address a request is served at. */
export function served(url: string): string {
  const base = baseOf(url)
  return base !== apiBase && url.startsWith(base) ? apiBase + url.slice(base.length) : url
}
