/** Dictionaries of everything behind the sign-in, one for each area and language: their table comes with the frame there. */
import type { Dictionary } from './tongue.ts'

export const areaPacks = import.meta.glob<{ default: Dictionary }>([
  './en-US/*.ts',
  './zh-CN/*.ts',
  '!./*/{shell,problem,session}.ts',
])
