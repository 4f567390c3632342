import type { SectionContent } from '../../../contract/course/outline.schema.ts'

/** What a section says, where it is written. */
export interface ContentProps<C extends SectionContent = SectionContent> {
  /** Of the section. */
  id: string
  content: C
  /** Of its section. */
  title: string
  /** The course is written in two languages. */
  translated: boolean
  disabled: boolean
  onChange: (content: C) => void
}
