/** What is said of courses in several places, in the language they are read in. */
import { isForeign, type TextIn, courseTextIn } from '../../contract/course/texts.ts'
import type { TextLanguage } from '../../contract/bank/shown.ts'
import type { CourseCard } from '../../contract/course/learn.schema.ts'
import { format, type MessageKey, t } from '../../i18n/index.ts'
import { useSettings } from '../../kit/session/use.ts'

interface Named {
  name: string
  language: TextLanguage
  translation: { name: string; description?: string } | null
}
interface Titled {
  title: string
  title_other: string
}
/** Names and titles in the language of the page, where there are any in it. */
export function useCourseText() {
  const { language } = useSettings()
  return {
    /** Of the page. */
    language,
    nameOf: (c: Named): TextIn => courseTextIn(c.name, c.translation?.name ?? '', c.language, language),
    aboutOf: (c: Named & { description: string }): TextIn =>
      courseTextIn(c.description, c.translation?.description ?? '', c.language, language),
    titleOf: (of: Titled, c: Pick<Named, 'language'>): string =>
      courseTextIn(of.title, of.title_other, c.language, language).text,
    /** The language to name beside a text: it is another than the page's. */
    foreignOf: (shown: TextIn): TextLanguage => (isForeign(shown, language) ? shown.language : ''),
  }
}

/** “12 lessons · 8 h theory · 4 h lab”. */
export const sizeText = (c: Pick<CourseCard, 'lessons' | 'theory_hours' | 'experiment_hours'>): string =>
  [
    t('learn.lessons', { n: c.lessons }),
    c.theory_hours > 0 && t('learn.theory_hours', { n: format.number(c.theory_hours) }),
    c.experiment_hours > 0 && t('learn.experiment_hours', { n: format.number(c.experiment_hours) }),
  ]
    .filter(Boolean)
    .join(' · ')

/** What a person is in a course. */
export const standingWords = {
  none: 'learn.state.none',
  learning: 'learn.state.learning',
  completed: 'learn.state.completed',
  withdrawn: 'learn.state.left',
} as const satisfies Record<string, MessageKey>
