/**
 * How texts are compared: compatibility forms made one (full-width letters are letters) and case dropped, so that nmap stands before Zap
 * and `ＮＭＡＰ` finds it. Done here and stored beside the document, so that both engines sort by code point and agree.
 */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** PostgreSQL takes no NUL in a text; a text asked for with one matches nothing. */
export const searchable = (text: string): string => text.replaceAll('\0', '\uffff')

/** Stands between the fields of a row's search text; inside a field another character takes its place. */
const between = '\u001f'
const within = (folded: string): string => folded.replaceAll(between, '\ufffe')
export const searchTextOf = (texts: readonly string[]): string => texts.map((t) => within(fold(t))).join(between)
/** Pattern of `like` that finds a text in one field of a row's search text. */
export const containingIn = (text: string): string => containing(within(text))

/** Pattern of `like` that finds the text anywhere; the wildcards in it stand for themselves. */
export const containing = (text: string): string => `%${searchable(fold(text)).replace(/[\\%_]/g, '\\$&')}%`

/** Paths of texts that no database takes: a NUL or half of a surrogate pair in them. */
export function unstorable(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\0|\p{Surrogate}/u.test(value) ? [path] : []
  if (value === null || typeof value !== 'object') return []
  const at = (key: string) => (path ? `${path}.${key}` : key)
  return Object.entries(value).flatMap(([key, v]) => (unstorable(key).length ? [at('*')] : unstorable(v, at(key))))
}
