import type { SectionContent } from '../../../contract/course/outline.schema.ts'

/** What a section says, where it is written. */
export interface ContentProps<C extends SectionContent = SectionContent> {
  content: C
  /** Of its section. */
  title: string
  /** Names the section: files on their way are found again by it. */
  place: string
  /** The course is written in two languages. */
  translated: boolean
  disabled: boolean
  onChange: (content: C) => void
}
