/** Flag contests as their keepers and staff see them: what is planned, what runs, what is over. */
import { flagContest } from '../../../contract/contest/flagContest.ts'
import { href } from '../../../contract/screens/index.ts'
import { format } from '../../../i18n/index.ts'
import { add, audience, edit, remove } from '../../../kit/action/common.ts'
import { list } from '../../../kit/list/list.tsx'
import { contestDeeds } from './deeds.ts'

export default list({
  of: flagContest,
  screen: 'flag-manage',
  about: 'contest.manage_text',
  every: 30_000,
  columns: [
    { of: 'name', grow: true },
    'status',
    'mode',
    // as things stand: pauses moved them, or somebody started it
    { of: 'starts_at', render: (row) => format.dateTime(row.start_at ?? row.starts_at) },
    { of: 'ends_at', render: (row) => format.dateTime(row.end_at) },
    { of: 'challenges', width: 105, render: (row) => format.number(row.challenges) },
    { of: 'entries', width: 95, render: (row) => format.number(row.entries) },
    { of: 'waiting', width: 95, render: (row) => format.number(row.waiting) },
    { of: 'registration', spare: true },
    { of: 'freeze_at', spare: true },
    { of: 'updated_by', spare: true },
    { of: 'updated_at', spare: true },
    { of: 'created_at', spare: true },
  ],
  filters: ['status', 'mode', 'starts_at'],
  open: (row) => (row.can.includes('look') ? href('flag-detail', { id: row.id }) : href('flag-edit', { id: row.id })),
  actions: [
    add(flagContest, 'flag-add', () => href('flag-add')),
    edit(flagContest, (row) => href('flag-edit', { id: row.id })),
    {
      id: 'look',
      label: 'contest.run',
      icon: 'eye',
      needs: 'one',
      key: 'w',
      to: (row) => href('flag-detail', { id: row?.id ?? '' }),
    },
    ...contestDeeds,
    { ...audience(flagContest), label: 'contest.audience' },
    remove(flagContest),
  ],
  empty: { title: 'contest.manage_none', text: 'contest.manage_none_text' },
})
