import { exercise, exerciseSet } from '../../contract/bank/banks.ts'
import { href } from '../../contract/screens/index.ts'
import { format } from '../../i18n/index.ts'
import { list } from '../../kit/list/list.tsx'
import { bankActions } from './common.tsx'
import { setRail } from './sets/SetRail.tsx'

export default list({
  of: exercise,
  screen: 'exercise-bank',
  about: 'bank.exercise_text',
  columns: [
    { of: 'title', grow: true },
    'difficulty',
    'score',
    { of: 'correct_rate', render: (row) => (row.correct_rate === null ? '–' : format.percent(row.correct_rate)) },
    'papers',
    'updated_at',
    { of: 'set_id', spare: true },
    { of: 'keywords', spare: true },
    { of: 'knowledge', spare: true },
    { of: 'skills', spare: true },
    { of: 'cve_ids', spare: true },
    { of: 'answers', spare: true },
    { of: 'origin', spare: true },
    { of: 'updated_by', spare: true },
    { of: 'created_at', spare: true },
  ],
  rail: { of: 'set_id', view: setRail(exerciseSet) },
  filters: ['difficulty', 'keywords', 'knowledge', 'cve_ids', 'origin', 'updated_at'],
  open: (row) => href('exercise-edit', { id: row.id }),
  actions: bankActions(exercise, {
    add: 'exercise-add',
    edit: 'exercise-edit',
    types: 'exercise-type',
    toAdd: () => href('exercise-add'),
    toTypes: () => href('exercise-type'),
  }),
  empty: { title: 'bank.empty', text: 'bank.empty_text' },
})
