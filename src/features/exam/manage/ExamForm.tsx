import '../exam.css'
import { lazy } from 'react'
import { exam, fixedFields, startModes } from '../../../contract/exam/exam.ts'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { planBreaks } from '../../../contract/exam/planned.ts'
import { isOneOf } from '../../../contract/lib/typed.ts'
import { href } from '../../../contract/screens/index.ts'
import { form } from '../../../kit/form/form.tsx'
import { PercentControl } from '../../../kit/form/ScaledControl.tsx'
import { Checklist } from './Checklist.tsx'
import { ablePeople } from '../../../parts/people/ablePeople.tsx'
import { PaperControl } from './PaperControl.tsx'

/** Why a field of this exam no longer changes: the server keeps the same ones. */
const fixed = (field: string) => (row: Exam) => {
  const rule = fixedFields(row).get(field)
  return rule && (`exam.fixed.${rule}` as const)
}
const markers = ablePeople('/exams/markers')
const real = (values: Record<string, unknown>): boolean => values['kind'] !== 'practice'

/** What the server says of the times, as far as they are there; of an exam that somebody has begun it says nothing. */
const judges = ({ starts_at, ends_at, start_mode, duration }: Record<string, unknown>, row: Exam | undefined) =>
  (row && row.begun > 0) ||
  typeof starts_at !== 'string' ||
  typeof ends_at !== 'string' ||
  !isOneOf(startModes, start_mode)
    ? []
    : planBreaks(
        { starts_at, ends_at, start_mode, duration: typeof duration === 'number' ? duration : null },
        row,
        Date.now(),
      )

export default form({
  of: exam,
  judges,
  screens: { add: 'exam-add', edit: 'exam-edit' },
  schema: () => import('../../../contract/exam/exam.schema.ts').then((m) => m.ExamBody),
  back: () => href('exam-manage'),
  // the dates of another day, and a name of its own
  copies: { anew: ['name', 'starts_at', 'ends_at', 'results_at', 'review_from', 'review_to'] },
  above: Checklist,
  made: lazy(() => import('./CandidatesDialog.tsx')),
  groups: [
    {
      title: 'exam.group_what',
      fields: [
        'name',
        { of: 'kind', fixed: fixed('kind'), hint: 'exam.kind_hint' },
        { of: 'paper_id', fixed: fixed('paper_id'), control: PaperControl, hint: 'exam.paper_hint' },
        { of: 'notice', rows: 5, across: true },
        { of: 'declaration', fixed: fixed('declaration'), rows: 3, across: true, hint: 'exam.declaration_hint' },
      ],
    },
    {
      title: 'exam.group_when',
      fields: [
        { of: 'starts_at', fixed: fixed('starts_at') },
        // as it came, where somebody ended it
        { of: 'ends_at', fixed: fixed('ends_at'), shown: (row: Exam) => row.ended_at },
        { of: 'start_mode', fixed: fixed('start_mode'), hint: 'exam.start_mode_hint' },
        { of: 'duration', fixed: fixed('duration'), unit: 'exam.unit_minutes', hint: 'exam.duration_hint' },
        { of: 'late', fixed: fixed('late'), unit: 'exam.unit_minutes', hint: 'exam.late_hint' },
        { of: 'early', fixed: fixed('early'), unit: 'exam.unit_minutes', hint: 'exam.early_hint' },
        { of: 'attempts', fixed: fixed('attempts'), bounds: true },
        { of: 'attempt_rule', when: (values) => Number(values['attempts']) > 1 },
      ],
    },
    {
      title: 'exam.group_how',
      fields: [
        { of: 'navigation', fixed: fixed('navigation') },
        { of: 'focus', hint: 'exam.focus_hint' },
        { of: 'full_screen', hint: 'exam.full_screen_hint' },
      ],
    },
    {
      title: 'exam.group_marking',
      fields: [
        { of: 'anonymous', hint: 'exam.anonymous_hint' },
        { of: 'markers', control: markers, hint: 'exam.markers_hint' },
        { of: 'double', hint: 'exam.double_hint' },
        {
          of: 'threshold',
          control: PercentControl,
          hint: 'exam.threshold_hint',
          when: (values) => values['double'] === true,
        },
      ],
    },
    {
      title: 'exam.group_results',
      fields: [
        { of: 'results_at', hint: 'exam.results_hint', when: real },
        { of: 'review_depth', hint: 'exam.review_depth_hint', when: real },
        { of: 'review_from', when: real },
        { of: 'review_to', when: real },
        'objections',
        { of: 'grade_a', control: PercentControl, hint: 'exam.grade_hint' },
        { of: 'grade_b', control: PercentControl },
        { of: 'grade_c', control: PercentControl },
      ],
    },
  ],
})
