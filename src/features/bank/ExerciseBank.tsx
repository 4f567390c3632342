import { exercise, exerciseSet } from '../../contract/bank/banks.ts'
import { bankPage } from './bankPage.tsx'

export default bankPage({
  of: exercise,
  sets: exerciseSet,
  places: { list: 'exercise-bank', add: 'exercise-add', edit: 'exercise-edit', types: 'exercise-type' },
  about: 'bank.exercise_text',
})
