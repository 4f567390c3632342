import { lazy } from 'react'
import { exercise } from '../../contract/bank/banks.ts'
import { exerciseTree } from '../../parts/sorting-tree/trees.ts'
import { bankPage } from './bankPage.tsx'

export default bankPage({
  of: exercise,
  sets: exerciseTree,
  places: { list: 'exercise-bank', add: 'exercise-add', edit: 'exercise-edit', types: 'exercise-type' },
  about: 'bank.exercise_text',
  files: {
    route: 'GET /exercises/file',
    formats: [
      { format: 'package', ends: 'zip', label: 'bank.file_package' },
      { format: 'table', ends: 'csv', label: 'bank.file_table' },
      { format: 'xlsx', ends: 'xlsx', label: 'bank.file_book' },
      { format: 'moodle-xml', ends: 'xml', label: 'theory-question.origin.moodle-xml' },
    ],
    note: 'bank.file_note_exercises',
  },
  desk: lazy(async () => ({ default: (await import('./import/QuestionImport.tsx')).ExerciseImport })),
})
