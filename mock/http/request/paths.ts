/**
 * The paths of the interface as a tree, walked word by word. To register each with the web server's own router takes a third of what a start
 * takes until it answers: it is made for applications that grow by plug-ins, and every method of every path goes through all of that.
 */

interface Node<T> {
  words: Map<string, Node<T>>
  /** What takes any word that is none of these. */
  open: Node<T> | undefined
  here: { value: T; names: readonly string[] } | undefined
}
const empty = <T>(): Node<T> => ({ words: new Map(), open: undefined, here: undefined })

export interface PathMatch<T> {
  value: T
  params: Record<string, string>
}

const decoded = (word: string): string => {
  try {
    return decodeURIComponent(word)
  } catch {
    // what cannot be decoded is no word and no id
    return ''
  }
}

/**
 * @param all what is at which path: words, and `:name` for a parameter, between slashes
 * @returns what is at a path as it was asked for, without its query; a word goes before a parameter that would take it too
 */
export function pathTree<T>(
  all: Iterable<readonly [path: string, value: T]>,
): (path: string) => PathMatch<T> | undefined {
  const root = empty<T>()
  for (const [path, value] of all) {
    let at = root
    const names: string[] = []
    for (const part of path.split('/').slice(1))
      if (part.startsWith(':')) {
        names.push(part.slice(1))
        at = at.open ??= empty()
      } else {
        const next = at.words.get(part) ?? empty()
        at.words.set(part, next)
        at = next
      }
    if (at.here) throw new Error(`${path} is there twice`)
    at.here = { value, names }
  }

  function walk(at: Node<T>, words: readonly string[], n: number, taken: readonly string[]): PathMatch<T> | undefined {
    const word = words[n]
    if (word === undefined)
      return (
        at.here && {
          value: at.here.value,
          params: Object.fromEntries(at.here.names.map((name, i) => [name, taken[i] ?? ''])),
        }
      )
    const next = at.words.get(word)
    const found = next && walk(next, words, n + 1, taken)
    return found ?? (at.open && word !== '' ? walk(at.open, words, n + 1, [...taken, word]) : undefined)
  }
  return (path) => {
    const words = path.split('/').slice(1)
    return walk(root, path.includes('%') ? words.map(decoded) : words, 0, [])
  }
}
