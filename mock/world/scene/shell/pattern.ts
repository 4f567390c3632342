/**
 * Patterns as people give them to grep, sed and awk: basic and extended regular expressions (POSIX.1-2017, 9). A matcher of its own, because a regular
 * expression made of what somebody typed can keep a server busy for ever; this one takes at most length × pattern steps (Pike's machine, as in
 * Cox, Regular Expression Matching: the Virtual Machine Approach, 2009).
 */
interface Found {
  from: number
  to: number
  /** The whole, and what stood in brackets. */
  groups: readonly string[]
}
export interface Pattern {
  test(line: string): boolean
  /** The first place not before `from` where a match begins; -1 where there is none. */
  at(line: string, from: number): number
  /** The first match, as long as it can be. */
  find(line: string, from?: number): Found | undefined
}
/** A pattern that cannot be read, in the words of GNU grep. */
export class PatternError extends Error {}

type Node =
  | { is: 'one'; fits(c: string): boolean }
  | { is: 'place'; fits(before: string | undefined, after: string | undefined): boolean }
  | { is: 'row'; of: Node[] }
  | { is: 'either'; of: Node[] }
  | { is: 'again'; of: Node; least: number; most: number }
  | { is: 'group'; n: number; of: Node }
type Step =
  | { is: 'one'; fits(c: string): boolean }
  | { is: 'place'; fits(before: string | undefined, after: string | undefined): boolean }
  | { is: 'split'; to: readonly number[] }
  | { is: 'keep'; slot: number }
  | { is: 'end' }

const largest = 4000
/** As GNU grep and Perl write them. */
const classes: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: ' \t\r\n' }
const named: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: ' \t\r\n',
  blank: ' \t',
  xdigit: '0-9A-Fa-f',
  punct: '!-/:-@[-`{-~',
}
const isWord = (c: string | undefined) => c !== undefined && within('A-Za-z0-9_', c)

function within(set: string, c: string): boolean {
  for (let i = 0; i < set.length; i++) {
    if (set[i + 1] === '-' && i + 2 < set.length) {
      if (c >= (set[i] ?? '') && c <= (set[i + 2] ?? '')) return true
      i += 2
    } else if (set[i] === c) return true
  }
  return false
}

function parse(text: string, extended: boolean, folded: boolean): { node: Node; groups: number } {
  if (text.length > 2000) throw new PatternError('Regular expression too big')
  let [i, groups, open] = [0, 0, 0]
  const one = (fits: (c: string) => boolean): Node => ({
    is: 'one',
    fits: folded ? (c) => fits(c) || fits(c.toLowerCase()) || fits(c.toUpperCase()) : fits,
  })
  /** A sign of the language, which a basic expression writes with a backslash. */
  const sign = (s: string) => (extended ? text[i] === s : text[i] === '\\' && text[i + 1] === s)
  const take = (s: string) => (sign(s) ? ((i += extended ? 1 : 2), true) : false)

  function set(): Node {
    let at = i + 1
    const not = text[at] === '^'
    if (not) at++
    let body = ''
    for (let first = true; text[at] !== ']' || first; first = false) {
      if (at >= text.length) throw new PatternError('Unmatched [, [^, [:, [., or [=')
      const [whole = '', name = ''] = /^\[:(\w+):\]/.exec(text.slice(at)) ?? []
      const short = text[at] === '\\' ? classes[text[at + 1] ?? ''] : undefined
      if (whole !== '') {
        const known = named[name]
        if (known === undefined) throw new PatternError('Invalid character class name')
        body += known
        at += whole.length
      } else if (short !== undefined) {
        body += short
        at += 2
      } else body += text[at++] ?? ''
    }
    i = at + 1
    // a line at an edge is itself
    const dash = body.startsWith('-') || body.endsWith('-')
    const span = body.replace(/^-|-$/g, '')
    return one((c) => ((dash && c === '-') || within(span, c)) !== not)
  }
  function atom(first: boolean): Node {
    if (take('(')) {
      const n = ++groups
      if (++open > 50) throw new PatternError('Regular expression too big')
      if (text.startsWith('?', i) && extended) throw new PatternError('(? is not supported on this simulated machine')
      const of = either()
      if (!take(')')) throw new PatternError('Unmatched ( or \\(')
      open--
      return { is: 'group', n, of }
    }
    const c = text[i] ?? ''
    if (c === '[') return set()
    i++
    if (c === '.') return one(() => true)
    if (c === '^' && (extended || first)) return { is: 'place', fits: (before) => before === undefined }
    if (c === '$' && (extended || i >= text.length || /^\\[|)]/.test(text.slice(i))))
      return { is: 'place', fits: (_, after) => after === undefined }
    if (c === '\\') {
      if (i >= text.length) throw new PatternError('Trailing backslash')
      const l = text[i++] ?? ''
      if (/[1-9]/.test(l)) throw new PatternError('back references are not supported on this simulated machine')
      if (l === 'b') return { is: 'place', fits: (b, a) => isWord(b) !== isWord(a) }
      if (l === '<') return { is: 'place', fits: (b, a) => !isWord(b) && isWord(a) }
      if (l === '>') return { is: 'place', fits: (b, a) => isWord(b) && !isWord(a) }
      const [inside, outside] = [classes[l], classes[l.toLowerCase()]]
      if (inside !== undefined) return one((x) => within(inside, x))
      if (outside !== undefined) return one((x) => !within(outside, x))
      const meant = l === 't' ? '\t' : l === 'n' ? '\n' : l
      return one((x) => x === meant)
    }
    return one((x) => x === c)
  }
  function row(): Node {
    const of: Node[] = []
    while (i < text.length && !sign('|') && !(sign(')') && (open > 0 || extended))) {
      if (extended && of.length === 0 && /^[*+?]/.test(text.slice(i)))
        throw new PatternError('Invalid preceding regular expression')
      let node = atom(of.length === 0)
      for (;;) {
        const [whole = '', a = '', comma = '', b = ''] =
          (extended ? /^\{(\d+)(,?)(\d*)\}/ : /^\\\{(\d+)(,?)(\d*)\\\}/).exec(text.slice(i)) ?? []
        // at the very beginning a basic star is itself
        if (text[i] === '*' && node.is !== 'place') {
          i++
          node = { is: 'again', of: node, least: 0, most: Infinity }
        } else if (take('+')) node = { is: 'again', of: node, least: 1, most: Infinity }
        else if (take('?')) node = { is: 'again', of: node, least: 0, most: 1 }
        else if (whole !== '') {
          i += whole.length
          const [least, most] = [Number(a), comma === '' ? Number(a) : b === '' ? Infinity : Number(b)]
          if (least > most) throw new PatternError('Invalid content of \\{\\}')
          if (least > 255 || (most !== Infinity && most > 255)) throw new PatternError('Regular expression too big')
          node = { is: 'again', of: node, least, most }
        } else break
      }
      of.push(node)
    }
    return { is: 'row', of }
  }
  function either(): Node {
    const first = row()
    const of = [first]
    while (take('|')) of.push(row())
    return of.length === 1 ? first : { is: 'either', of }
  }
  const node = either()
  if (i < text.length) throw new PatternError('Unmatched ) or \\)')
  return { node, groups }
}

function compile(text: string, extended: boolean, folded: boolean): { steps: Step[]; groups: number } {
  const { node, groups } = parse(text, extended, folded)
  const steps: Step[] = []
  const add = (s: Step): number => {
    if (steps.length >= largest) throw new PatternError('Regular expression too big')
    return steps.push(s) - 1
  }
  const emit = (n: Node): void => {
    if (n.is === 'one' || n.is === 'place') add(n)
    else if (n.is === 'row') n.of.forEach(emit)
    else if (n.is === 'group') {
      add({ is: 'keep', slot: n.n * 2 })
      emit(n.of)
      add({ is: 'keep', slot: n.n * 2 + 1 })
    } else if (n.is === 'either') {
      const ends: number[] = []
      n.of.forEach((one, k) => {
        const last = k === n.of.length - 1
        const fork = last ? -1 : add({ is: 'split', to: [] })
        emit(one)
        if (last) return
        ends.push(add({ is: 'split', to: [] }))
        steps[fork] = { is: 'split', to: [fork + 1, steps.length] }
      })
      for (const e of ends) steps[e] = { is: 'split', to: [steps.length] }
    } else {
      for (let k = 0; k < n.least; k++) emit(n.of)
      if (n.most === Infinity) {
        const fork = add({ is: 'split', to: [] })
        emit(n.of)
        add({ is: 'split', to: [fork] })
        steps[fork] = { is: 'split', to: [fork + 1, steps.length] }
      } else {
        const forks: number[] = []
        for (let k = n.least; k < n.most; k++) {
          forks.push(add({ is: 'split', to: [] }))
          emit(n.of)
        }
        for (const f of forks) steps[f] = { is: 'split', to: [f + 1, steps.length] }
      }
    }
  }
  emit(node)
  add({ is: 'end' })
  return { steps, groups }
}

type Kept = readonly (number | undefined)[]
interface Thread {
  at: number
  from: number
  kept: Kept
}
/** All threads at once: never more of them than steps, at each place of the line. */
function search({ steps, groups }: ReturnType<typeof compile>, line: string, first: number): Found | undefined {
  let threads: Thread[] = []
  let best: { from: number; to: number; kept: Kept } | undefined
  for (let i = first; i <= line.length; i++) {
    const seen = new Set<number>()
    const now: Thread[] = []
    const follow = (start: Thread): void => {
      const todo = [start]
      for (let t = todo.pop(); t; t = todo.pop()) {
        const s = steps[t.at]
        if (!s || seen.has(t.at)) continue
        seen.add(t.at)
        if (s.is === 'split') for (const to of s.to.toReversed()) todo.push({ ...t, at: to })
        else if (s.is === 'keep') todo.push({ ...t, at: t.at + 1, kept: t.kept.with(s.slot, i) })
        else if (s.is === 'place') {
          if (s.fits(line[i - 1], line[i])) todo.push({ ...t, at: t.at + 1 })
        } else if (s.is === 'end') {
          if (!best || (t.from === best.from && i > best.to)) best = { from: t.from, to: i, kept: t.kept }
        } else now.push(t)
      }
    }
    for (const t of threads) follow(t)
    if (!best) follow({ at: 0, from: i, kept: Array.from({ length: groups * 2 + 2 }, () => undefined) })
    const c = line[i]
    const found = best
    threads = now.flatMap((t) => {
      const s = steps[t.at]
      return c !== undefined && s?.is === 'one' && s.fits(c) && (!found || t.from === found.from)
        ? [{ ...t, at: t.at + 1 }]
        : []
    })
    if (best && !threads.length) break
  }
  if (!best) return undefined
  const { from, to, kept } = best
  const inner = Array.from({ length: groups }, (_, k) => {
    const [a, b] = [kept[k * 2 + 2], kept[k * 2 + 3]]
    return a === undefined || b === undefined ? '' : line.slice(a, b)
  })
  return { from, to, groups: [line.slice(from, to), ...inner] }
}

/** @throws PatternError */
export function pattern(text: string, folded = false, extended = false): Pattern {
  const made = compile(text, extended, folded)
  const find = (line: string, from = 0) => search(made, line, from)
  return { find, at: (line, from) => find(line, from)?.from ?? -1, test: (line) => find(line) !== undefined }
}
/** Every sign of a text as itself. */
export const verbatim = (text: string): string => text.replace(/[\\^$.*[\]]/g, '\\$&')
/** A pattern, or the text as it is where it is none. */
export function patternOr(text: string, folded = false, extended = false): Pattern {
  try {
    return pattern(text, folded, extended)
  } catch (e) {
    if (!(e instanceof PatternError)) throw e
    return pattern(verbatim(text), folded)
  }
}

/** A line with what fits put otherwise; `&` stands for what was there, `\1` for what stood in brackets. `nth`: only from that one on. */
export function replaceMatches(line: string, p: Pattern, by: string, everywhere: boolean, nth = 1): string {
  let out = ''
  for (let at = 0, n = 1; ; n++) {
    const found = p.find(line, at)
    if (!found) return out + line.slice(at)
    out += line.slice(at, found.from)
    const put = by.replace(/\\([\s\S])|&/g, (whole: string, l: string | undefined) =>
      whole === '&'
        ? (found.groups[0] ?? '')
        : l !== undefined && /\d/.test(l)
          ? (found.groups[Number(l)] ?? '')
          : l === 'n'
            ? '\n'
            : l === 't'
              ? '\t'
              : l === 'r'
                ? '\\r'
                : (l ?? ''),
    )
    out += n < nth ? (found.groups[0] ?? '') : put
    at = found.to
    // an empty match moves on, or it would be found for ever
    if (found.to === found.from) {
      if (at >= line.length) return out
      out += line[at] ?? ''
      at++
    }
    if (n >= nth && !everywhere) return out + line.slice(at)
  }
}
export const literal = (text: string): string =>
  text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\/', '/')
