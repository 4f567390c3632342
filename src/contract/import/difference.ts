/** A changed field in words: what differs, down to texts and figures, so that nobody reads JSON. The app and the CLI say it alike. */
export interface ReadableChange {
  /** The field, and the way to the part of it that differs: names, and places in a list from 0. */
  path: (string | number)[]
  before: unknown
  after: unknown
}

type Part = Record<string, unknown>
const isPart = (v: unknown): v is Part => typeof v === 'object' && v !== null && !Array.isArray(v)
const partsOf = (v: unknown): v is unknown[] => Array.isArray(v) && v.some((x) => isPart(x) || Array.isArray(x))
const nothing = (v: unknown): boolean =>
  v === null ||
  v === undefined ||
  v === '' ||
  (Array.isArray(v) && v.length === 0) ||
  (isPart(v) && !Object.keys(v).length)

/** Whether people who read both values would find no difference: what is empty is empty, however it is written. */
export function readsTheSame(a: unknown, b: unknown): boolean {
  if (nothing(a) && nothing(b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => readsTheSame(x, b[i]))
  if (isPart(a) && isPart(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((k) => readsTheSame(a[k], b[k]))
  return a === b
}

/** Parts of a list are compared by their place; one that is on one side alone is told whole. Values nobody is shown differ as a whole. */
export function readableChangesOf({
  field,
  before,
  after,
}: {
  field: string
  before: unknown
  after: unknown
}): ReadableChange[] {
  const walk = (path: ReadableChange['path'], a: unknown, b: unknown): ReadableChange[] => {
    if (readsTheSame(a, b)) return []
    if (isPart(a) && isPart(b))
      return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((k) => walk([...path, k], a[k], b[k]))
    const listed = (v: unknown): unknown[] | undefined => (partsOf(v) ? v : nothing(v) ? [] : undefined)
    const [one, other] = [listed(a), listed(b)]
    if (one && other && one.length + other.length > 0)
      return Array.from({ length: Math.max(one.length, other.length) }, (_, i) =>
        walk([...path, i], one[i], other[i]),
      ).flat()
    return [{ path, before: a, after: b }]
  }
  const told = walk([field], before, after)
  return told.length || nothing(after) ? told : [{ path: [field], before, after }]
}

export interface ValueWords {
  empty: string
  yes: string
  no: string
  /** Of a part inside a value: `correct`, `accepted`. */
  name(part: string): string
}

/** A stored value in one line, without braces or quotes. Ids of parts say nothing to people. */
export function valueInWords(v: unknown, words: ValueWords): string {
  if (nothing(v)) return words.empty
  if (typeof v === 'boolean') return v ? words.yes : words.no
  if (Array.isArray(v)) return v.map((x) => valueInWords(x, words)).join(partsOf(v) ? ' · ' : ', ')
  if (!isPart(v)) return String(v)
  const named = Object.entries(v).filter(([k, x]) => k !== 'id' && !nothing(x))
  if (!named.length) return words.empty
  return named.map(([k, x]) => `${words.name(k)}: ${valueInWords(x, words)}`).join('; ')
}
