/** What can be imported, in the order it is written: what others need comes first. */
import { course, courseLesson } from './importable/courses.ts'
import type { ImportedName, Importable } from './importable/importable.ts'
import { dork, tool, toolCategory } from './importable/library.ts'
import { people } from './importable/people.ts'
import { exercise, exerciseSet } from './importable/exercises.ts'
import { topology } from './importable/topologies.ts'
import { flagChallenge, flagSet, theoryQuestion, theorySet } from './importable/questions.ts'

export const importables: readonly Importable[] = [
  toolCategory,
  tool,
  dork,
  people,
  theorySet,
  theoryQuestion,
  exerciseSet,
  exercise,
  flagSet,
  flagChallenge,
  topology,
  course,
  courseLesson,
]

export const importable = (resource: string): Importable | undefined => importables.find((i) => i.resource === resource)
export const importableNames: readonly ImportedName[] = importables.map((i) => i.resource)
