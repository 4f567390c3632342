/** One exam for whoever reads exams and changes none, or not this one: what is planned, and what is missing. */
import '../exam.css'
import { Link } from 'react-router-dom'
import { exam } from '../../../contract/exam/exam.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { detailOf } from '../../../kit/detail/detail.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { gradesText } from '../words.ts'
import { Checklist } from './Checklist.tsx'
import { copyOf } from './copyOf.ts'

const minutes = (n: number | null) => n !== null && format.span(n * 60)

export const ExamPage = detailOf({
  of: exam,
  title: 'screen.exam-manage',
  back: () => href('exam-manage'),
  lead: () => (
    <Link className={linkClass('plain', 'small')} to={href('exam-manage')}>
      {t('exam.back_to_list')}
    </Link>
  ),
  fields: [
    'status',
    'kind',
    'paper_id',
    'starts_at',
    { of: 'ends_at', render: (row) => format.dateTime(row.end_at ?? row.ends_at) },
    'start_mode',
    { of: 'duration', render: (row) => minutes(row.duration) || '–' },
    { of: 'late', render: (row) => minutes(row.late) || '–' },
    { of: 'early', render: (row) => (row.early > 0 ? minutes(row.early) : '–') },
    'attempts',
    { of: 'attempt_rule', render: (row) => (row.attempts > 1 ? t(`exam.attempt_rule.${row.attempt_rule}`) : '–') },
    'navigation',
    'anonymous',
    'double',
    'objections',
    'results_at',
    'review_depth',
    'published_at',
    { of: 'grade_a', label: 'exam.grades', render: gradesText },
    'begun',
    'handed_in',
    'notice',
    'declaration',
  ],
  above: ({ row }) => (row.can.includes('follow') ? <Checklist row={row} /> : null),
  actions: [copyOf],
})
