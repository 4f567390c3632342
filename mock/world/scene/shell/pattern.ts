/**
 * Patterns as people give them to grep: `^ $ . * [a-z]` and `\`. A matcher of its own, because a regular expression made of what somebody typed
 * can keep a server busy for ever; this one takes at most length × pattern steps (after Pike's matcher in Kernighan, Beautiful Code, 2007).
 */
interface Atom {
  fits(c: string): boolean
  many: boolean
}
export interface Pattern {
  test(line: string): boolean
  /** The first place not before `from` where a match begins; -1 where there is none. */
  at(line: string, from: number): number
}

/** As GNU grep and Perl write them. */
const classes: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: ' \t' }

function compile(text: string): { atoms: Atom[]; start: boolean; end: boolean } {
  const atoms: Atom[] = []
  const start = text.startsWith('^')
  let i = start ? 1 : 0
  let end = false
  while (i < text.length) {
    const c = text[i] ?? ''
    let fits: Atom['fits']
    if (c === '$' && i === text.length - 1) {
      end = true
      break
    }
    if (c === '.') fits = () => true
    else if (c === '[' && text.includes(']', i + 2)) {
      const close = text.indexOf(']', i + 2)
      const not = text[i + 1] === '^'
      const set = text.slice(i + (not ? 2 : 1), close)
      fits = (x) => within(set, x) !== not
      i = close
    } else if (c === '\\' && i + 1 < text.length) {
      const lit = text[++i] ?? ''
      const known = classes[lit]
      fits = known ? (x) => within(known, x) : (x) => x === lit
    } else fits = (x) => x === c
    const many = text[i + 1] === '*' || text[i + 1] === '+'
    if (text[i + 1] === '+') atoms.push({ fits, many: false })
    atoms.push({ fits, many })
    i += many ? 2 : 1
  }
  return { atoms, start, end }
}

function within(set: string, c: string): boolean {
  for (let i = 0; i < set.length; i++) {
    if (set[i + 1] === '-' && i + 2 < set.length) {
      if (c >= (set[i] ?? '') && c <= (set[i + 2] ?? '')) return true
      i += 2
    } else if (set[i] === c) return true
  }
  return false
}

type Compiled = ReturnType<typeof compile>
const close = (atoms: readonly Atom[], states: Set<number>): Set<number> => {
  for (const s of states) if (atoms[s]?.many) states.add(s + 1)
  return states
}
/** Where a match that begins at `from` ends, as far away as it can; -1 where there is none. */
function endOf({ atoms, start, end }: Compiled, line: string, from: number): number {
  if (start && from > 0) return -1
  let states = close(atoms, new Set([0]))
  let found = -1
  for (let at = from; ; at++) {
    if (states.has(atoms.length) && (!end || at === line.length)) found = at
    if (at >= line.length || states.size === 0) return found
    const next = new Set<number>()
    for (const s of states) if (atoms[s]?.fits(line[at] ?? '')) next.add(atoms[s]?.many ? s : s + 1)
    states = close(atoms, next)
  }
}
/** Alternatives: `\|`, and `|` where the pattern is an extended one. */
const either = (text: string, extended: boolean): string[] => {
  const out: string[] = []
  let part = ''
  for (let i = 0; i < text.length; i++) {
    const two = text.slice(i, i + 2)
    if (two === '\\|' ? !extended : text[i] === '|' && extended) {
      out.push(part)
      part = ''
      if (two === '\\|') i++
    } else if (text[i] === '\\') part += text.slice(i, ++i + 1)
    else part += text[i]
  }
  return [...out, part]
}

/** All states at once: never more steps than characters times atoms, at each place of the line. */
export function pattern(text: string, folded = false, extended = false): Pattern {
  const all = either(folded ? text.toLowerCase() : text, extended).map(compile)
  const at = (given: string, first: number): number => {
    const line = folded ? given.toLowerCase() : given
    for (let from = first; from <= line.length; from++) if (all.some((one) => endOf(one, line, from) >= 0)) return from
    return -1
  }
  return { at, test: (line) => at(line, 0) >= 0 }
}

/** A line with what fits put otherwise; `&` stands for what was there. */
export function replaced(line: string, text: string, by: string, everywhere: boolean, folded = false): string {
  const all = either(folded ? text.toLowerCase() : text, false).map(compile)
  const seen = folded ? line.toLowerCase() : line
  let out = ''
  for (let at = 0; at <= line.length; ) {
    const end = Math.max(...all.map((one) => endOf(one, seen, at)))
    if (end < 0) {
      out += line[at] ?? ''
      at++
      continue
    }
    out += literal(by.replace(/\\?&/g, (m) => (m === '&' ? line.slice(at, end) : '&')))
    // an empty match moves on, or it would be found for ever
    if (end === at) out += line[at] ?? ''
    at = end === at ? at + 1 : end
    if (!everywhere) return out + line.slice(at)
  }
  return out
}
export const literal = (text: string): string =>
  text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\/', '/')
