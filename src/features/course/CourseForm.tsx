import { course } from '../../contract/course/course.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { form } from '../../kit/form/form.tsx'
import { MarkdownControl } from '../../parts/markdown-editor/MarkdownControl.tsx'
import { LanguageControl } from '../../parts/question/LanguageControl.tsx'
import { CertificateControl } from './CertificateControl.tsx'
import { CourseTranslationControl } from './TranslationControl.tsx'

export default form({
  of: course,
  screens: { add: 'course-add', edit: 'course-edit' },
  schema: () => import('../../contract/course/course.schema.ts').then((m) => m.CourseBody),
  takes: ['direction_id'],
  // who has just made a course goes on with its lessons
  back: (row, taken) => (row ? href('lesson-manage', { course_id: row.id }) : href('course-manage', undefined, taken)),
  locked: (row) => (row.status === 'archived' ? t('course.archived_locked') : undefined),
  groups: [
    {
      title: 'course.group_what',
      fields: [
        'name',
        'direction_id',
        { of: 'kind', hint: 'course.kind_hint' },
        'difficulty',
        { of: 'credit', hint: 'course.credit_hint' },
        'lecturers',
        { of: 'description', control: MarkdownControl, rows: 6, across: true },
        'cover',
      ],
    },
    {
      title: 'course.group_about',
      fields: [
        { of: 'prerequisites', hint: 'course.prerequisites_hint' },
        { of: 'knowledge', hint: 'kit.form.words_hint' },
        { of: 'skills', hint: 'kit.form.words_hint' },
        { of: 'certificate', control: CertificateControl, hint: 'course.certificate_hint' },
      ],
    },
    {
      title: 'bank.group_languages',
      fields: [
        { of: 'language', control: LanguageControl, hint: 'course.language_hint' },
        { of: 'translation', control: CourseTranslationControl, across: true },
      ],
    },
  ],
})
