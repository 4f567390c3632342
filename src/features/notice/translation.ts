import type { Announcement } from '../../contract/notice/announcement.schema.ts'
import { tongue } from '../../i18n/index.ts'

/** The title as the viewer's language has it. */
export const titleFor = ({ title, translation }: Pick<Announcement, 'title' | 'translation'>): string =>
  translation?.language === tongue().locale ? translation.title : title
