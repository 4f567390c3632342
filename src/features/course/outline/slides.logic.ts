import { slidesOf } from '../../../contract/course/outline.ts'

/** The place among the slides of the one that is written at a place of their text. */
export const slideAt = (text: string, caret: number): number => {
  const before = slidesOf(text.slice(0, caret)).length
  // behind a cut the next slide begins, though it says nothing yet
  const fresh = /(?:^|\n)---[ \t]*\r?\n\s*$/.test(text.slice(0, caret))
  return Math.max(0, fresh ? before : before - 1)
}
