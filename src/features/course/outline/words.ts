import type { SectionKind } from '../../../contract/course/outline.ts'
import type { IconName } from '../../../ui/icon/Icon.tsx'

export const kindIcons = {
  text: 'file',
  slides: 'image',
  quiz: 'question',
  video: 'play',
  document: 'note',
  lab: 'machine',
  homework: 'edit',
  package: 'container',
} as const satisfies Record<SectionKind, IconName>
