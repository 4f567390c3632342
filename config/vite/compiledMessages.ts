/** Compiles the dictionaries: what an ICU message says is found out while the app is built, and no page carries the parser. */
import path from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type Plugin, runnerImport } from 'vite'
import { type Compiled, compiledPrefix, type MessagePart } from '../../src/i18n/compiled.ts'

const dictionary = /[\\/]src[\\/]i18n[\\/](?:en-US|zh-CN)[\\/]\w+\.ts$/
const parser = '@formatjs/icu-messageformat-parser'
const ours = path.join(import.meta.dirname, '../../src/i18n/compiled.ts')

function partOf(e: MessageFormatElement): MessagePart {
  const options = (of: Record<string, { value: MessageFormatElement[] }>) =>
    Object.fromEntries(Object.entries(of).map(([name, { value }]) => [name, value.map(partOf)]))
  switch (e.type) {
    case TYPE.literal:
      return e.value
    case TYPE.pound:
      return 0
    case TYPE.argument:
      return [e.value]
    case TYPE.select:
      return [e.value, 'select', options(e.options)]
    case TYPE.plural:
      return [e.value, e.pluralType === 'ordinal' ? 'ordinal' : 'plural', options(e.options), e.offset]
    case TYPE.number:
      if (e.style == null) return [e.value, 'number']
  }
  throw new Error(`a message asks for a format of kind ${TYPE[e.type]}, which src/i18n/compiled.ts does not read`)
}

/**
 * @returns the text itself where it has at most plain places, like "Attempt {n}"
 * @throws for syntax errors and formats the app does not use
 */
export function compileMessage(text: string): string {
  const elements = parse(text, { ignoreTag: true })
  const literal = elements.map((e) =>
    e.type === TYPE.literal ? e.value : e.type === TYPE.argument ? `{${e.value}}` : undefined,
  )
  if (literal.every((piece) => piece !== undefined) && literal.join('') === text && !text.includes("'")) return text
  return compiledPrefix + JSON.stringify(elements.map(partOf) satisfies Compiled)
}

/** A message as its dictionary has it; one without a brace is a text and stays as it is. */
export const dictionaryMessage = (text: string): string => (text.includes('{') ? compileMessage(text) : text)

export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [{ find: new RegExp(`^${parser}$`), replacement: ours }],
      },
    }),
    async load(id) {
      if (!dictionary.test(id)) return undefined
      const { module } = await runnerImport<{
        default: Record<string, string>
      }>(id)
      const words = Object.entries(module.default).map(([key, text]) => {
        try {
          return [key, dictionaryMessage(text)]
        } catch (e) {
          throw new Error(`${path.basename(id)}: ${key}: ${e instanceof Error ? e.message : String(e)}`)
        }
      })
      return `export default ${JSON.stringify(Object.fromEntries(words))}`
    },
  }
}
