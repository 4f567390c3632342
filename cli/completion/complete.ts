/** What may stand at the end of a command line: worked out from the program itself, so that no verb or option is listed twice. */
import type { Argument, Command, Option } from 'commander'

/** Values that are offered and not, as choices are, refused here when they are others: the server says what is wrong. */
export const offered = new WeakMap<Argument | Option, readonly string[]>()

export interface CompletionCandidate {
  value: string
  about: string
}

/** Commands that answer a shell and not a person. */
const hidden = (c: Command): boolean => (c as Command & { _hidden?: boolean })._hidden === true
const short = (text: string): string => text.split('\n')[0] ?? ''
const takes = (o: Option): boolean => o.required || o.optional

/** @param words what stands behind the program's name; the last is being typed, and may be empty. Nothing found means a file or free text. */
export function complete(program: Command, words: readonly string[]): CompletionCandidate[] {
  const typed = words.at(-1) ?? ''
  // what the words behind `help` name
  if (words[0] === 'help' && words.length > 1)
    return complete(program, words.slice(1)).filter((c) => !c.value.startsWith('-'))
  let at = program
  let waiting: Option | undefined
  let positions = 0
  for (const word of words.slice(0, -1)) {
    const option = at.options.find((o) => o.long === word || o.short === word)
    if (option) waiting = takes(option) ? option : undefined
    else if (waiting && !word.startsWith('-')) waiting = waiting.variadic ? waiting : undefined
    else {
      waiting = undefined
      const below = word.startsWith('-')
        ? undefined
        : at.commands.find((c) => c.name() === word || c.aliases().includes(word))
      if (below) {
        at = below
        positions = 0
      } else if (!word.startsWith('-')) positions++
    }
  }
  const starting = (all: CompletionCandidate[]) => all.filter((c) => c.value.startsWith(typed))
  const values = (all: readonly string[] = []) => starting(all.map((value) => ({ value, about: '' })))
  if (typed.startsWith('-'))
    return starting([
      ...at.options.flatMap((o) => (o.long && !o.hidden ? [{ value: o.long, about: short(o.description) }] : [])),
      { value: '--help', about: 'what it does and what it takes' },
    ])
  if (waiting && (!waiting.variadic || !at.commands.length)) return values(waiting.argChoices ?? offered.get(waiting))
  const commands = positions ? [] : at.commands.filter((c) => !hidden(c))
  if (commands.length) return starting(commands.map((c) => ({ value: c.name(), about: short(c.description()) })))
  const { registeredArguments: places } = at
  const place = places[positions] ?? places.findLast((p) => p.variadic)
  return values(place && (place.argChoices ?? offered.get(place)))
}
