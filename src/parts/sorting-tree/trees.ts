/** The trees there are, in the words of what they sort. */
import { exerciseSet, flagSet, paperSet, theorySet } from '../../contract/bank/banks.ts'
import { direction } from '../../contract/course/direction.ts'
import type { BodySchema } from '../../kit/form/form.logic.ts'
import type { AnyResource } from '../../kit/resource/words.ts'

export interface SortingTree {
  of: AnyResource
  /** What its words begin with. */
  words: 'bank.set' | 'course.direction'
  /** What is written of a node beside its place. */
  fields: readonly string[]
  schema: () => Promise<BodySchema>
}
const sets = {
  words: 'bank.set',
  fields: ['name', 'parent_id', 'description', 'practice'],
  schema: () => import('../../contract/bank/question.schema.ts').then((m) => m.SetBody),
} as const
export const theoryTree: SortingTree = { of: theorySet, ...sets }
export const exerciseTree: SortingTree = { of: exerciseSet, ...sets }
export const flagTree: SortingTree = { of: flagSet, ...sets }
export const paperTree: SortingTree = { of: paperSet, ...sets }
export const directionTree: SortingTree = {
  of: direction,
  words: 'course.direction',
  fields: ['name', 'parent_id'],
  schema: () => import('../../contract/course/direction.schema.ts').then((m) => m.DirectionBody),
}
