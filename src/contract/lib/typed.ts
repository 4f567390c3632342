/** What the language's own functions know and their types do not say: once here, instead of an assertion wherever they are called. */

/** The names of an object whose type lists all of them: one of ours, written as a whole. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- objects of ours hold what their type lists
export const keysOf = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[]

/** Names and values of such an object. */
export const entriesOf = <T extends object>(of: T): [keyof T & string, T[keyof T & string]][] =>
  keysOf(of).map((name) => [name, of[name]])

/** One value for each of the words. */
export const recordOf = <K extends string, V>(words: readonly K[], make: (word: K) => V): Record<K, V> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of the words has got its value
  Object.fromEntries(words.map((word) => [word, make(word)])) as Record<K, V>

/** The same names with other values. */
export const mapValues = <T extends object, V>(
  of: T,
  make: (value: T[keyof T & string], name: keyof T & string) => V,
): Record<keyof T & string, V> => recordOf(keysOf(of), (name) => make(of[name], name))

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it is one of the words, which are all there are of their type. */
export const isOneOf = <T extends string>(words: readonly T[], value: unknown): value is T =>
  words.some((word) => word === value)

/** The code of an error of the system or of a package, as in `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  isRecord(error) && typeof error['code'] === 'string' ? error['code'] : undefined

/** Whether it is a name of the object, whose type lists all of them. */
export const isKeyOf = <T extends object>(of: T, name: PropertyKey): name is keyof T => Object.hasOwn(of, name)

/** What was thrown, in words: a rejection need not be an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A value as it stands within a text; nothing where there is none. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'object':
      if (Array.isArray(value)) return value.map(textOf).join(',')
      return value === null ? '' : JSON.stringify(value)
    default:
      return ''
  }
}

/** What is there by what went before, as the last of a list that is never empty. @throws where it is not */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('What should be there is not.')
  return value
}

/** What JSON says that this product wrote itself, as the caller knows it. Text of anybody else goes through a schema or a guard. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters -- its writer and its reader are one
export const ownJson = <T>(text: string): T => JSON.parse(text) as T
