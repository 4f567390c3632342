import { theoryQuestion, theorySet } from '../../contract/bank/banks.ts'
import { href } from '../../contract/screens/index.ts'
import { format } from '../../i18n/index.ts'
import { list } from '../../kit/list/list.tsx'
import { bankActions } from './common.tsx'
import { setRail } from './sets/SetRail.tsx'

export default list({
  of: theoryQuestion,
  screen: 'theory-bank',
  about: 'bank.theory_text',
  columns: [
    { of: 'title', grow: true },
    'type',
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
  rail: { of: 'set_id', view: setRail(theorySet) },
  filters: ['type', 'difficulty', 'keywords', 'knowledge', 'cve_ids', 'origin', 'updated_at'],
  open: (row) => href('theory-edit', { id: row.id }),
  actions: bankActions(theoryQuestion, {
    add: 'theory-add',
    edit: 'theory-edit',
    types: 'theory-type',
    toAdd: () => href('theory-add'),
    toTypes: () => href('theory-type'),
  }),
  empty: { title: 'bank.empty', text: 'bank.empty_text' },
})
