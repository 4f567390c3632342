import type { SectionContent } from '../../../contract/course/outline.schema.ts'

/** What a section says, where it is written. */
export interface ContentProps<C extends SectionContent = SectionContent> {
  /** Of its section: files on their way are found again by it. */
  id: string
  content: C
  /** Of its section. */
  title: string
  /** The course is written in two languages. */
  translated: boolean
  disabled: boolean
  onChange: (content: C) => void
  /** What was brought calls itself so: the section is called that, unless somebody gave it a title. */
  onTitle?: (title: string) => void
}
