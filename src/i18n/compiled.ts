/**
 * Messages as the build writes them, and how they are read: the ICU parser stays at home (config/vite/compiledMessages.ts). In the build this
 * stands in for `@formatjs/icu-messageformat-parser` inside intl-messageformat. Syntax:
 * https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
import type { MessageFormatElement, PluralOrSelectOption } from '@formatjs/icu-messageformat-parser'

export * from '@formatjs/icu-messageformat-parser/no-parser.js'

/** What a compiled message begins with; no text begins so. */
export const compiledPrefix = '\u0001'

type Options = Record<string, Compiled>
/** A text, the number sign of a plural, or an argument: plain, as a number, chosen by its value, by its plural or by its ordinal. */
export type MessagePart =
  | string
  | 0
  | [name: string, kind?: undefined]
  | [name: string, 'number']
  | [name: string, 'select', Options]
  | [name: string, 'plural' | 'ordinal', Options, offset: number]
export type Compiled = readonly MessagePart[]

const optionsOf = (options: Options): Record<string, PluralOrSelectOption> =>
  Object.fromEntries(Object.entries(options).map(([name, parts]) => [name, { value: elements(parts) }]))

function element(part: MessagePart): MessageFormatElement {
  if (part === 0) return { type: 7 }
  if (typeof part === 'string') return { type: 0, value: part }
  const value = part[0]
  switch (part[1]) {
    case undefined:
      return { type: 1, value }
    case 'number':
      return { type: 2, value, style: null }
    case 'select':
      return { type: 5, value, options: optionsOf(part[2]) }
    default: {
      const [, kind, options, offset] = part
      return {
        type: 6,
        value,
        options: optionsOf(options),
        offset,
        pluralType: kind === 'plural' ? 'cardinal' : 'ordinal',
      }
    }
  }
}
const elements = (parts: Compiled): MessageFormatElement[] => parts.map(element)

/** Elements of a message as the build wrote it; one without a mark has at most plain places. */
export function parse(message: string): MessageFormatElement[] {
  if (message.startsWith(compiledPrefix)) {
    const parts: Compiled = JSON.parse(message.slice(1))
    return elements(parts)
  }
  return message.split(/\{(\w+)\}/).flatMap((text, i): MessageFormatElement[] => {
    if (i % 2) return [{ type: 1, value: text }]
    return text ? [{ type: 0, value: text }] : []
  })
}
