import type { ToolBody } from '#src/contract/library/tool.schema.ts'

type Platform = NonNullable<ToolBody['platforms']>[number]
/** One tool of the demonstration, in our own words; `category` is a key of `categories`. */
export interface ToolEntry {
  name: string
  category: string
  summary: string
  language: string
  website?: string
  source?: string
  paid?: true
  on: readonly Platform[]
  words: readonly string[]
  also?: readonly string[]
  attack?: readonly string[]
  /** Command, what it does. */
  commands?: readonly (readonly [command: string, description: string])[]
}

export const desktop: readonly Platform[] = ['linux', 'windows', 'macos']
export const unixPlatforms: readonly Platform[] = ['linux', 'macos']
