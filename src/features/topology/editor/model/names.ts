/** Names that are free and well-formed: `web-1`, and after it `web-2`. */
import { documentLimits, type NodeKind } from '../../../../contract/topology/document.ts'

/** `Ubuntu 22.04 Server` → `ubuntu-22-04-server`; a name without such letters gives that of the kind. */
export function stemOf(kind: NodeKind, given = ''): string {
  const slug = given
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '')
  return /^[a-z]/.test(slug) ? slug : kind
}

/** The stem with the first number that makes it new among names in small letters; `web-2` and `web` count on from the same stem. */
export function freeName(taken: ReadonlySet<string>, wanted: string): string {
  if (wanted !== '' && !taken.has(wanted.toLowerCase())) return wanted
  const stem = wanted.replace(/-?\d+$/, '') || wanted
  for (let n = 1; ; n++) {
    const tail = `-${n}`
    const name = stem.slice(0, documentLimits.name - tail.length) + tail
    if (!taken.has(name.toLowerCase())) return name
  }
}
