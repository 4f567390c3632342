import { theoryQuestion, theorySet } from '../../../contract/bank/banks.ts'
import { href } from '../../../contract/screens/index.ts'
import { form } from '../../../kit/form/form.tsx'
import type { Values } from '../../../kit/form/form.logic.ts'
import { alikeOf } from './Alike.tsx'
import { questionFactsPanel } from './Facts.tsx'
import { keptByExams, questionUses } from './Uses.tsx'
import { BlanksControl, blankOption, OptionsControl, RubricControl, writtenOptions } from './lists.tsx'
import { MarkdownControl } from '../../../parts/markdown-editor/MarkdownControl.tsx'
import { TruthControl } from './TruthControl.tsx'
import { afterWord, afterwards, alikeNext, files, languages, languagesWord, sorting } from './shared.ts'

const is =
  (...types: string[]) =>
  (values: Record<string, unknown>): boolean =>
    types.includes(String(values['type']))

export const sentOf = ({ truth, ...values }: Values): Values => ({
  ...values,
  truth: truth === null && !is('true-false')(values) ? true : truth,
  options: writtenOptions(values['options']),
})

export default form({
  of: theoryQuestion,
  screens: { add: 'theory-add', edit: 'theory-edit' },
  schema: () => import('../../../contract/bank/question.schema.ts').then((m) => m.TheoryBody),
  // nobody's key is what he did not choose
  preset: () => ({ type: 'single', truth: null, options: Array.from({ length: 4 }, blankOption) }),
  sends: sentOf,
  takes: ['set_id'],
  several: [...alikeNext, 'type'],
  back: (_, taken) => href('theory-bank', undefined, taken),
  above: questionUses(theoryQuestion),
  edited: keptByExams(theoryQuestion),
  below: questionFactsPanel(theoryQuestion, () => href('theory-bank')),
  notice: alikeOf(theoryQuestion, 'theory-edit'),
  groups: [
    {
      title: 'bank.group_text',
      fields: [
        'type',
        'title',
        { of: 'stem', control: MarkdownControl, rows: 6, across: true, hint: 'bank.stem_hint' },
        files,
      ],
    },
    {
      title: 'bank.group_answer',
      fields: [
        { of: 'truth', control: TruthControl, when: is('true-false') },
        { of: 'options', control: OptionsControl, across: true, when: is('single', 'multiple') },
        { of: 'partial', when: is('multiple') },
        { of: 'shuffle', when: is('single', 'multiple') },
        { of: 'blanks', control: BlanksControl, across: true, when: is('completion') },
        { of: 'reference', rows: 4, when: is('short', 'completion') },
        { of: 'rubric', control: RubricControl, across: true, when: is('short') },
      ],
    },
    { title: 'bank.group_sort', fields: [...sorting(theorySet)] },
    { title: afterWord, fields: [...afterwards] },
    { title: languagesWord, fields: [...languages] },
  ],
})
