/** Arithmetic of a shell: whole numbers, variables by name, the operators of C in their order (POSIX.1-2017, XCU 2.6.4). */
import { ShellError } from './tree.ts'

export interface ShellVariables {
  get(name: string): string
  set(name: string, value: string): void
}

const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]
const token = /^(\d\w*|[A-Za-z_]\w*|\*\*|\+\+|--|<<=|>>=|[-+*/%&|^]=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>=!~&|^?:(),])/

/** @throws ShellError */
export function sum(text: string, v: ShellVariables, depth = 0): number {
  const bad = (what: string) => new ShellError(`${text.trim()}: ${what}`)
  const all: string[] = []
  for (let rest = text.trim(); rest !== ''; ) {
    const [t] = token.exec(rest) ?? []
    if (t === undefined) throw bad(`syntax error: operand expected (error token is "${rest}")`)
    all.push(t)
    rest = rest.slice(t.length).trimStart()
  }
  let at = 0
  /** What is not asked for is read and not done. */
  let dead = 0
  const take = (...any: string[]): string | undefined => (any.includes(all[at] ?? '') ? all[at++] : undefined)
  const set = (name: string, n: number): number => {
    if (!dead) v.set(name, String(n))
    return n
  }
  const valueOf = (name: string): number => {
    const said = v.get(name)
    if (said === '') return 0
    if (/^-?\d+$/.test(said)) return Number(said)
    if (depth > 8) throw bad('expression recursion level exceeded')
    return sum(said, v, depth + 1)
  }
  function literal(t: string): number {
    const n = /^0[xX][\da-fA-F]+$/.test(t)
      ? Number(t)
      : /^0[0-7]*$/.test(t)
        ? Number.parseInt(t, 8)
        : /^\d+$/.test(t)
          ? Number(t)
          : NaN
    if (Number.isNaN(n)) throw bad(`value too great for base (error token is "${t}")`)
    return n
  }
  function primary(): number {
    const t = all[at++]
    if (t === undefined) throw bad('syntax error: operand expected')
    if (t === '(') {
      const n = comma()
      if (!take(')')) throw bad("missing `)'")
      return n
    }
    if (t === '-' || t === '+') return t === '-' ? -unary() : unary()
    if (t === '!') return unary() === 0 ? 1 : 0
    if (t === '~') return ~unary()
    if (t === '++' || t === '--') {
      const name = all[at++] ?? ''
      return set(name, valueOf(name) + (t === '++' ? 1 : -1))
    }
    if (/^\d/.test(t)) return literal(t)
    if (!/^[A-Za-z_]/.test(t)) throw bad(`syntax error: operand expected (error token is "${t}")`)
    const after = take('++', '--')
    const n = valueOf(t)
    if (after) set(t, n + (after === '++' ? 1 : -1))
    return n
  }
  function unary(): number {
    const base = primary()
    return take('**') ? base ** unary() : base
  }
  function two(op: string, a: number, b: number): number {
    if ((op === '/' || op === '%') && b === 0) {
      if (dead) return 0
      throw bad('division by 0 (error token is "0")')
    }
    const yes = (x: boolean) => (x ? 1 : 0)
    const does: Record<string, () => number> = {
      '|': () => a | b,
      '^': () => a ^ b,
      '&': () => a & b,
      '==': () => yes(a === b),
      '!=': () => yes(a !== b),
      '<=': () => yes(a <= b),
      '>=': () => yes(a >= b),
      '<': () => yes(a < b),
      '>': () => yes(a > b),
      '<<': () => a * 2 ** b,
      '>>': () => Math.floor(a / 2 ** b),
      '+': () => a + b,
      '-': () => a - b,
      '*': () => a * b,
      '/': () => Math.trunc(a / b),
      '%': () => a % b,
    }
    return does[op]?.() ?? 0
  }
  const unless = <T>(skip: boolean, read: () => T): T => {
    if (skip) dead++
    const out = read()
    if (skip) dead--
    return out
  }
  function level(n: number): number {
    const ops = levels[n]
    if (!ops) return unary()
    let a = level(n + 1)
    for (let op = take(...ops); op; op = take(...ops)) {
      if (op === '||' || op === '&&') {
        const b = unless((op === '||') === (a !== 0), () => level(n + 1))
        a = op === '||' ? (a !== 0 || b !== 0 ? 1 : 0) : a !== 0 && b !== 0 ? 1 : 0
      } else a = two(op, a, level(n + 1))
    }
    return a
  }
  function assign(): number {
    const name = all[at] ?? ''
    const op = /^[A-Za-z_]/.test(name) ? all[at + 1] : undefined
    if (op && /^([-+*/%&|^]|<<|>>)?=$/.test(op)) {
      at += 2
      const right = assign()
      return set(name, op === '=' ? right : two(op.slice(0, -1), valueOf(name), right))
    }
    const test = level(0)
    if (!take('?')) return test
    const a = unless(test === 0, assign)
    if (!take(':')) throw bad("`:' expected for conditional expression")
    const b = unless(test !== 0, assign)
    return test !== 0 ? a : b
  }
  function comma(): number {
    let n = assign()
    while (take(',')) n = assign()
    return n
  }
  if (!all.length) return 0
  const out = comma()
  if (at < all.length) throw bad(`syntax error in expression (error token is "${all.slice(at).join(' ')}")`)
  if (!Number.isSafeInteger(out)) throw bad('number too large')
  return out || 0
}
