/** What a format of courses is: it is told by the whole archive, since a course is many files. */
import type { FoundRow } from '../found.ts'
import type { SourceFile } from '../source.ts'

export interface CourseFormat {
  id: string
  /** Files that a course of this format begins with, one for each course. */
  leads(sources: readonly SourceFile[], heads: (source: SourceFile) => string): readonly SourceFile[]
  /** As `Format.read` does. The course comes first, then the questions it asks, then its lessons. */
  read(source: SourceFile, beside: readonly SourceFile[]): AsyncIterable<FoundRow>
}
