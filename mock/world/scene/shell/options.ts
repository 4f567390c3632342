/**
 * Options of programs. Each program declares those it knows, and the shell refuses all others before it runs: nothing is ignored that somebody relied on.
 *
 * A declaration is words with spaces between: `r` a letter; `A:` one with a value; `i?` one with a value only where it is attached; `/long` behind it,
 * or alone, is the long name (`/long:` with a value). `~` before it: what this machine does anyway. `#`: a number as a letter (`head -5`). `-1`: negative
 * numbers are operands. `+`: options end at the first operand, as a command begins there.
 */
export interface Options {
  /** By its letter, or its long name where it has no letter. */
  has: (name: string) => boolean
  /** The last one that was given. */
  value(name: string): string | undefined
  all(name: string): readonly string[]
  /** All with what stood behind them, in their order. */
  order: readonly (readonly [name: string, value: string])[]
  rest: string[]
}
interface Known {
  key: string
  takes: 'nothing' | 'value' | 'attached'
  idle: boolean
  spelled: string[]
}
export interface Declared {
  known: Known[]
  by: ReadonlyMap<string, Known>
  number: boolean
  negative: boolean
  ends: boolean
}

const declared = new Map<string, Declared>()
export function declaration(text: string): Declared {
  const had = declared.get(text)
  if (had) return had
  const words = text.split(' ').filter(Boolean)
  const known = words
    .filter((w) => !['#', '-1', '+'].includes(w))
    .map((w): Known => {
      const [, idle = '', letter = '', mark = '', long = '', behind = ''] =
        /^(~?)(?:(\w)([:?]?))?(?:\/([\w-]+)([:?]?))?$/.exec(w) ?? []
      const value = mark || behind
      if (letter === '' && long === '') throw new Error(`not a declaration of an option: ${w}`)
      return {
        key: letter || long,
        takes: value === ':' ? 'value' : value === '?' ? 'attached' : 'nothing',
        idle: idle !== '',
        spelled: [...(letter ? [`-${letter}`] : []), ...(long ? [`--${long}`] : [])],
      }
    })
  const made: Declared = {
    known,
    by: new Map(known.flatMap((k) => k.spelled.map((s) => [s, k] as const))),
    number: words.includes('#'),
    negative: words.includes('-1'),
    ends: words.includes('+'),
  }
  declared.set(text, made)
  return made
}

/** @returns the options, or the first that is not known (`-x`, `--word`) or lacks its value */
export function parseOptions(args: readonly string[], text: string): Options | { unknown: string } | { lacks: string } {
  const { by, number, negative, ends } = declaration(text)
  const values = new Map<string, string[]>()
  const order: [string, string][] = []
  const put = (key: string, value: string) => {
    order.push([key, value])
    values.set(key, [...(values.get(key) ?? []), value])
  }
  const rest: string[] = []
  for (let i = 0; i < args.length; i++) {
    const a = args[i] ?? ''
    if (a === '--') {
      rest.push(...args.slice(i + 1))
      break
    }
    if (!a.startsWith('-') || a === '-' || (negative && /^-\d/.test(a))) {
      if (ends) {
        rest.push(...args.slice(i))
        break
      }
      rest.push(a)
      continue
    }
    if (number && /^-\d+$/.test(a)) {
      put('#', a.slice(1))
      continue
    }
    if (a.startsWith('--')) {
      const cut = a.indexOf('=')
      const name = cut < 0 ? a : a.slice(0, cut)
      const k = by.get(name)
      if (!k || (cut >= 0 && k.takes === 'nothing')) return { unknown: name }
      if (k.takes === 'value' && cut < 0 && i + 1 >= args.length) return { lacks: name }
      put(k.key, cut >= 0 ? a.slice(cut + 1) : k.takes === 'value' ? (args[++i] ?? '') : '')
      continue
    }
    for (let j = 1; j < a.length; j++) {
      const k = by.get(`-${a[j]}`)
      if (!k) return { unknown: `-${a[j]}` }
      if (k.takes === 'nothing') {
        put(k.key, '')
        continue
      }
      const attached = a.slice(j + 1)
      if (attached === '' && k.takes === 'value' && i + 1 >= args.length) return { lacks: `-${a[j]}` }
      put(k.key, attached !== '' ? attached : k.takes === 'value' ? (args[++i] ?? '') : '')
      break
    }
  }
  return {
    has: (n) => values.has(n),
    value: (n) => values.get(n)?.at(-1),
    all: (n) => values.get(n) ?? [],
    order,
    rest,
  }
}

interface Speaks {
  out(text: string): void
  err(text: string): void
}
interface Described {
  use: string
  more?: string
  /** Undefined: it reads its words by a grammar of its own, and refuses by itself. */
  knows?: string
  wrong?: number
  spelled?(args: string[]): string[]
}
const none: Options = { has: () => false, value: () => undefined, all: () => [], order: [], rest: [] }
/** What a program is given, or the status it ends with, where that was said. */
export function given(name: string, p: Described, typed: readonly string[], to: Speaks): Options | number {
  if (p.knows === undefined) return none
  const args = p.spelled && typed.length ? p.spelled([...typed]) : typed
  const ends = declaration(p.knows).ends
  const first = ends ? args.findIndex((a) => !a.startsWith('-')) : -1
  if ((first < 0 ? args : args.slice(0, first)).includes('--help')) {
    to.out(`usage: ${p.use}\n${p.more ?? ''}`)
    return 0
  }
  const o = parseOptions(args, p.knows)
  if ('rest' in o) return o
  to.err(
    'unknown' in o
      ? `${name}: option ${o.unknown} is not supported on this simulated machine\nusage: ${p.use}\n`
      : `${name}: option ${o.lacks} requires an argument\nusage: ${p.use}\n`,
  )
  return p.wrong ?? 1
}
