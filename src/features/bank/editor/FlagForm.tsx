import { flagChallenge, flagSet } from '../../../contract/bank/banks.ts'
import { href } from '../../../contract/screens/index.ts'
import { form } from '../../../kit/form/form.tsx'
import { alikeOf } from './Alike.tsx'
import { questionFactsPanel } from './Facts.tsx'
import { keptByExams, questionUses } from './Uses.tsx'
import { FlagControl } from './FlagControl.tsx'
import { afterWord, afterwards, alikeNext, languages, languagesWord, sorting, stem } from './shared.ts'

export default form({
  of: flagChallenge,
  screens: { add: 'flags-solve-add', edit: 'flags-solve-edit' },
  schema: () => import('../../../contract/bank/question.schema.ts').then((m) => m.FlagBody),
  preset: { flag: { kind: 'static', value: '', ignore_case: false } },
  takes: ['set_id'],
  several: alikeNext,
  back: (_, taken) => href('flags-solve', undefined, taken),
  above: questionUses(flagChallenge),
  edited: keptByExams(flagChallenge),
  below: questionFactsPanel(flagChallenge, () => href('flags-solve')),
  notice: alikeOf(flagChallenge, 'flags-solve-edit'),
  groups: [
    { title: 'bank.group_text', fields: [...stem] },
    {
      title: 'bank.group_flag',
      fields: [{ of: 'flag', control: FlagControl, across: true }, 'topology_id', 'connection', 'author'],
    },
    { title: 'bank.group_sort', fields: [...sorting(flagSet)] },
    { title: afterWord, fields: [...afterwards, { of: 'writeup_open', across: true, hint: 'bank.writeup_open_hint' }] },
    { title: languagesWord, fields: [...languages] },
  ],
})
