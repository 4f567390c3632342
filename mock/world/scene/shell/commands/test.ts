/** `test`, `[` and `[[`: questions about files, texts and numbers. */
import { matchesGlob } from '../language/glob.ts'
import { patternOr } from '../pattern.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { at } from './files.ts'

class Wrong extends Error {}

const one = (c: Cmd, op: string, word: string): boolean | undefined => {
  if (op === '-z') return word === ''
  if (op === '-n') return word !== ''
  if (op === '-v') return c.shell.vars.has(word)
  const e = c.shell.disk.stat(at(c, word))
  const may = (bit: number) =>
    e !== undefined && (c.shell.user === 'root' || ((e.mode >> (e.owner === c.shell.user ? 6 : 0)) & bit) !== 0)
  const asks: Readonly<Record<string, () => boolean>> = {
    '-e': () => e !== undefined,
    '-f': () => e?.kind === 'file',
    '-d': () => e?.kind === 'folder',
    '-L': () => e?.kind === 'link',
    '-h': () => e?.kind === 'link',
    '-s': () => (e?.size ?? 0) > 0,
    '-r': () => may(4),
    '-w': () => may(2),
    '-x': () => e !== undefined && (e.mode & 0o111) !== 0,
  }
  return Object.hasOwn(asks, op) ? asks[op]?.() : undefined
}
const numbers: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '-eq': (a, b) => a === b,
  '-ne': (a, b) => a !== b,
  '-lt': (a, b) => a < b,
  '-le': (a, b) => a <= b,
  '-gt': (a, b) => a > b,
  '-ge': (a, b) => a >= b,
}
function two(a: string, op: string, b: string, wide: boolean): boolean | undefined {
  if (op === '=' || op === '==') return wide ? matchesGlob(b, a) : a === b
  if (op === '!=') return wide ? !matchesGlob(b, a) : a !== b
  if (op === '<') return a < b
  if (op === '>') return a > b
  if (op === '=~' && wide) return patternOr(b, false, true).test(a)
  const compare = Object.hasOwn(numbers, op) ? numbers[op] : undefined
  if (!compare) return undefined
  for (const n of [a, b]) if (!/^\s*[-+]?\d+\s*$/.test(n)) throw new Wrong(`${n}: integer expression expected`)
  return compare(Number(a), Number(b))
}

function answer(c: Cmd, words: readonly string[], wide: boolean): boolean {
  let i = 0
  const either = (): boolean => {
    let yes = both()
    while (words[i] === '-o' || words[i] === '||') {
      i++
      const next = both()
      yes = yes || next
    }
    return yes
  }
  const both = (): boolean => {
    let yes = single()
    while (words[i] === '-a' || words[i] === '&&') {
      i++
      const next = single()
      yes = yes && next
    }
    return yes
  }
  const single = (): boolean => {
    const [a, op = '', b] = words.slice(i)
    if (a === undefined) throw new Wrong('argument expected')
    const pair = b === undefined ? undefined : two(a, op, b, wide)
    if (pair !== undefined) {
      i += 3
      return pair
    }
    if (a === '!' && i + 1 < words.length) {
      i++
      return !single()
    }
    if (a === '(') {
      i++
      const yes = either()
      if (words[i++] !== ')') throw new Wrong("`)' expected")
      return yes
    }
    const said = i + 1 < words.length ? one(c, a, op) : undefined
    i += said === undefined ? 1 : 2
    return said ?? a !== ''
  }
  if (!words.length) return false
  const yes = either()
  if (i < words.length) throw new Wrong(`${words[i]}: unexpected operator`)
  return yes
}

const asks = (name: 'test' | '[' | '[['): Program => ({
  about: 'ask about files, texts, numbers',
  use: name === 'test' ? 'test -f file | text = text | n -lt n' : `${name} -f file ${name === '[' ? ']' : ']]'}`,
  knows: undefined,
  run(c) {
    const end = name === '[' ? ']' : name === '[[' ? ']]' : undefined
    const words = [...c.args]
    if (end && words.pop() !== end) {
      c.err(`bash: ${name}: missing \`${end}'\n`)
      return 2
    }
    try {
      return answer(c, words, name === '[[') ? 0 : 1
    } catch (e) {
      if (!(e instanceof Wrong)) throw e
      c.err(`bash: ${name}: ${e.message}\n`)
      return 2
    }
  },
})

export const testCommands: Programs = { test: asks('test'), '[': asks('['), '[[': asks('[[') }
