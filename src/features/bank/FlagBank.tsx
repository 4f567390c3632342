import { flagChallenge, flagSet } from '../../contract/bank/banks.ts'
import { href } from '../../contract/screens/index.ts'
import { format } from '../../i18n/index.ts'
import { list } from '../../kit/list/list.tsx'
import { bankActions } from './common.tsx'
import { setRail } from './sets/SetRail.tsx'

export default list({
  of: flagChallenge,
  screen: 'flags-solve',
  about: 'bank.flag_text',
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
  rail: { of: 'set_id', view: setRail(flagSet) },
  filters: ['difficulty', 'keywords', 'knowledge', 'cve_ids', 'origin', 'updated_at'],
  open: (row) => href('flags-solve-edit', { id: row.id }),
  actions: bankActions(flagChallenge, {
    add: 'flags-solve-add',
    edit: 'flags-solve-edit',
    types: 'flags-solve-type',
    toAdd: () => href('flags-solve-add'),
    toTypes: () => href('flags-solve-type'),
  }),
  empty: { title: 'bank.empty', text: 'bank.empty_text' },
})
