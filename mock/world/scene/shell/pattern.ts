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
}

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
      const lit = text[++i]
      fits = (x) => x === lit
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

/** All states at once: never more steps than characters times atoms. */
export function pattern(text: string, folded = false): Pattern {
  const { atoms, start, end } = compile(folded ? text.toLowerCase() : text)
  const close = (states: Set<number>): Set<number> => {
    for (const s of states) if (atoms[s]?.many) states.add(s + 1)
    return states
  }
  return {
    test(given) {
      const line = folded ? given.toLowerCase() : given
      let states = close(new Set([0]))
      if (!end && states.has(atoms.length)) return true
      for (const c of line) {
        const next = new Set<number>()
        for (const s of states) {
          const a = atoms[s]
          if (!a?.fits(c)) continue
          next.add(a.many ? s : s + 1)
        }
        if (!start) next.add(0)
        states = close(next)
        if (!end && states.has(atoms.length)) return true
      }
      return states.has(atoms.length)
    },
  }
}
