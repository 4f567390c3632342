/** Flags of foreign files as one rule of ours. */
import { NoQuestion } from '../question.ts'

export interface FoundFlag {
  kind: 'static' | 'regex'
  value: string
  ignoreCase: boolean
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
/** A text in any case, where the pattern around it counts case. */
const anyCase = (text: string): string =>
  [...text]
    .map((c) => {
      const [lower, upper] = [c.toLowerCase(), c.toUpperCase()]
      return lower !== upper && lower.length === 1 && upper.length === 1 ? `[${lower}${upper}]` : literally(c)
    })
    .join('')

/**
 * @param all whether every flag is wanted, and not any of them
 * @throws NoQuestion where one rule cannot say it
 */
export function flagRule(flags: readonly FoundFlag[], all = false): Record<string, unknown> {
  const [first] = flags
  if (!first) throw new NoQuestion('flag_missing', {}, 'flag')
  if (flags.length === 1)
    return first.kind === 'static'
      ? { kind: 'static', value: first.value, ignore_case: first.ignoreCase }
      : { kind: 'regex', pattern: first.value, ignore_case: first.ignoreCase }
  if (flags.every((f) => f.kind === 'static'))
    return {
      kind: 'list',
      values: flags.map((f) => ({ value: f.value, ignore_case: f.ignoreCase })),
      need: all ? 'all' : 'any',
    }
  const cases = new Set(flags.filter((f) => f.kind === 'regex').map((f) => f.ignoreCase))
  const ignore = cases.has(true)
  if (all || cases.size > 1 || (ignore && flags.some((f) => !f.ignoreCase)))
    throw new NoQuestion('flags_mixed', {}, 'flag')
  const pattern = flags
    .map((f) => `(?:${f.kind === 'regex' ? f.value : f.ignoreCase && !ignore ? anyCase(f.value) : literally(f.value)})`)
    .join('|')
  return { kind: 'regex', pattern, ignore_case: ignore }
}
