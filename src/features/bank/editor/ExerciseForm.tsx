import { exercise, exerciseSet } from '../../../contract/bank/banks.ts'
import { href } from '../../../contract/screens/index.ts'
import { form } from '../../../kit/form/form.tsx'
import { alikeOf } from './Alike.tsx'
import { questionFactsPanel } from './Facts.tsx'
import { keptByExams, questionUses } from './Uses.tsx'
import { RubricControl } from './lists.tsx'
import { UploadControl } from './UploadControl.tsx'
import { afterWord, afterwards, alikeNext, languages, languagesWord, sorting, stem } from './shared.ts'

export default form({
  of: exercise,
  screens: { add: 'exercise-add', edit: 'exercise-edit' },
  schema: () => import('../../../contract/bank/question.schema.ts').then((m) => m.ExerciseBody),
  takes: ['set_id'],
  several: alikeNext,
  back: (_, taken) => href('exercise-bank', undefined, taken),
  above: questionUses(exercise),
  edited: keptByExams(exercise),
  below: questionFactsPanel(exercise, () => href('exercise-bank')),
  notice: alikeOf(exercise, 'exercise-edit'),
  groups: [
    { title: 'bank.group_text', fields: [...stem] },
    {
      title: 'bank.group_answer',
      fields: [
        'topology_id',
        'report',
        { of: 'upload', control: UploadControl },
        { of: 'reference', rows: 4 },
        { of: 'rubric', control: RubricControl, across: true },
      ],
    },
    { title: 'bank.group_sort', fields: [...sorting(exerciseSet)] },
    { title: afterWord, fields: [...afterwards] },
    { title: languagesWord, fields: [...languages] },
  ],
})
