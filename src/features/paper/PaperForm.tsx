import { paper } from '../../contract/bank/banks.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { form } from '../../kit/form/form.tsx'
import { PercentControl } from '../../kit/form/ScaledControl.tsx'
import { newKey } from '../../lib/id.ts'
import { VariantsControl } from './compose/VariantsControl.tsx'
import { MinutesControl } from './figures.tsx'
import { RulesControl } from './rules/RulesControl.tsx'

const key = () => newKey().slice(0, 12)

export default form({
  of: paper,
  screens: { add: 'paper-add', edit: 'paper-edit' },
  schema: () => import('../../contract/bank/paper.schema.ts').then((m) => m.PaperBody),
  takes: ['set_id'],
  back: (_, taken) => href('paper-bank', undefined, taken),
  wide: true,
  locked: (row) => (row.exams > 0 ? t('problem.paper_locked', { n: row.exams, names: '' }) : undefined),
  preset: { variants: [{ id: key(), sections: [] }] },
  groups: [
    {
      title: 'paper.group_what',
      fields: [
        'name',
        'set_id',
        'difficulty',
        { of: 'duration', control: MinutesControl },
        { of: 'pass', control: PercentControl, hint: 'paper.pass_hint' },
        { of: 'shuffle_items', hint: 'paper.shuffle_items_hint' },
        { of: 'shuffle_options', hint: 'paper.shuffle_options_hint' },
        { of: 'practice', hint: 'paper.practice_hint' },
        { of: 'description', rows: 2 },
      ],
    },
    {
      title: 'paper.group_questions',
      fields: [
        { of: 'mode', hint: 'paper.mode_hint' },
        { of: 'rules', control: RulesControl, across: true, when: (v) => v['mode'] === 'rules' },
        { of: 'variants', control: VariantsControl, across: true },
      ],
    },
  ],
})
