/**
 * Looking as another role is of one page of the browser: its calls carry the token of the session with the role behind it. The session itself
 * stays as it is, for every other page.
 */
const mark = '~'
/** Whoever holds one of these may look through roles. */
export const viewing = ['role-manage'] as const

/** The same session as its user's own, or as it looks through a role. */
export const viewToken = (token: string, role: string | null): string =>
  role === null ? splitView(token).token : `${splitView(token).token}${mark}${role}`

export function splitView(token: string): { token: string; role: string | undefined } {
  const at = token.indexOf(mark)
  return at < 0 ? { token, role: undefined } : { token: token.slice(0, at), role: token.slice(at + 1) }
}
