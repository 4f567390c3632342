import './notice.css'
import { announcement } from '../../contract/notice/announcement.ts'
import { href } from '../../contract/screens/index.ts'
import { add, change, edit, remove } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'
import { ReadShare } from './ReadShare.tsx'
import { titleFor } from './translation.ts'

export default list({
  of: announcement,
  screen: 'notice-manage',
  about: 'notice.about',
  columns: [
    { of: 'title', grow: true, render: (row) => titleFor(row), says: titleFor },
    'status',
    'type',
    'target',
    { of: 'read', width: 170, render: (row) => <ReadShare read={row.read} addressed={row.addressed} /> },
    'published_at',
    { of: 'ends_at', spare: true },
    'publisher',
    'pinned',
    { of: 'created_at', spare: true },
    { of: 'updated_at', spare: true },
  ],
  filters: ['status', 'type', 'target', 'pinned', 'published_at'],
  open: (row) => href('notice-edit', { id: row.id }),
  opens: 'notice-edit',
  actions: [
    add(announcement, 'notice-add', () => href('notice-add')),
    edit(announcement, (row) => href('notice-edit', { id: row.id })),
    {
      id: 'view',
      label: 'notice.readers',
      icon: 'eye',
      needs: 'one',
      may: () => true,
      key: 'v',
      to: (row) => (row ? href('announcement-detail', { id: row.id }) : ''),
    },
    change(announcement, 'publish', { label: 'notice.publish', icon: 'bell', key: 'p', ask: 'notice.publish_ask' }),
    change(announcement, 'withdraw', { label: 'notice.withdraw', icon: 'undo', ask: 'notice.withdraw_ask' }),
    remove(announcement),
  ],
  empty: { title: 'notice.empty', text: 'notice.empty_text' },
})
