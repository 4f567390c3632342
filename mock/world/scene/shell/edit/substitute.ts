/** `:s/what/by/flags` of Vim. */
import { type Pattern, pattern, PatternError, replaceMatches } from '../pattern.ts'
import type { TextBuffer } from './buffer.ts'

/** @returns how many lines are different, or what is wrong with it */
export function substitute(b: TextBuffer, [from, to]: readonly [number, number], given: string): number | string {
  const by = given[0] ?? ''
  if (by === '' || /[\w\s"|\\]/.test(by))
    return by === '' ? 'E35: No previous regular expression' : "E146: Regular expressions can't be delimited by letters"
  const parts: string[] = []
  let part = ''
  for (let i = 1; i < given.length; i++)
    if (given[i] === '\\') {
      const next = given[++i] ?? ''
      part += next === by ? next : `\\${next}`
    } else if (given[i] === by && parts.length < 2) {
      parts.push(part)
      part = ''
    } else part += given[i]
  const [what = '', put = '', flags = ''] = parts.concat(part)
  if (what === '') return 'E35: No previous regular expression'
  if (!/^[gie&I]*$/.test(flags)) return 'E488: Trailing characters'
  const folded = flags.includes('i')
  let wanted: Pattern
  try {
    wanted = pattern(what, folded)
  } catch (e) {
    if (!(e instanceof PatternError)) throw e
    return `E383: Invalid search string: ${what}`
  }
  const next: string[] = []
  let [done, last] = [0, from]
  for (let line = from; line <= to; line++) {
    const text = b.lines[line] ?? ''
    if (wanted.test(text)) {
      const made = replaceMatches(text, wanted, put, flags.includes('g')).split(/\n|\\r/)
      next.push(...made)
      last = from + next.length - 1
      done++
    } else next.push(text)
  }
  if (!done) return flags.includes('e') ? 0 : `E486: Pattern not found: ${what}`
  if (!b.splice(from, to - from + 1, next)) return 'E342: Out of memory!'
  b.at = { line: last, col: 0 }
  return done
}
