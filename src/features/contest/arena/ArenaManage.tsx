/** Arenas as their keepers see them. */
import { arena } from '../../../contract/contest/arena.ts'
import { href } from '../../../contract/screens/index.ts'
import { format } from '../../../i18n/index.ts'
import { add, audience, edit, remove } from '../../../kit/action/common.ts'
import { list } from '../../../kit/list/list.tsx'

export default list({
  of: arena,
  screen: 'arena-manage',
  about: 'arena.manage_text',
  columns: [
    { of: 'name', grow: true },
    { of: 'season', width: 180, render: (row) => row.season || '–' },
    { of: 'season_ends', width: 170, render: (row) => (row.season_ends ? format.dateTime(row.season_ends) : '–') },
    { of: 'challenges', width: 105, render: (row) => format.number(row.challenges) },
    { of: 'entries', width: 95, render: (row) => format.number(row.entries) },
    'updated_at',
    { of: 'updated_by', spare: true },
    { of: 'created_at', spare: true },
  ],
  filters: ['created_by'],
  open: (row) => href('arena-edit', { id: row.id }),
  actions: [
    add(arena, 'arena-add', () => href('arena-add')),
    edit(arena, (row) => href('arena-edit', { id: row.id })),
    {
      id: 'look',
      label: 'arena.entries',
      icon: 'users',
      needs: 'one',
      to: (row) => href('contest-team', undefined, { contest: row?.id ?? '' }),
    },
    { ...audience(arena), label: 'arena.audience' },
    remove(arena),
  ],
  empty: { title: 'arena.manage_none', text: 'arena.manage_none_text' },
})
