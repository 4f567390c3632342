import { lazy } from 'react'
import { comment } from '../../contract/notice/comment.ts'
import { change, remove } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'

export default list({
  of: comment,
  screen: 'message-manage',
  about: 'notice.desk_about',
  columns: [
    { of: 'text', grow: true },
    'state',
    'author_name',
    'author_username',
    'created_at',
    { of: 'author_role', spare: true },
    'entity',
    'about',
    'answered',
    { of: 'id', spare: true },
  ],
  filters: ['entity', 'state', 'answered', 'author_id', 'created_at'],
  actions: [
    {
      id: 'review',
      label: 'notice.review',
      icon: 'settings',
      needs: 'none',
      changes: true,
      screens: ['message-manage'],
      dialog: lazy(() => import('./ReviewDialog.tsx')),
    },
    {
      id: 'thread',
      label: 'notice.open_thread',
      icon: 'bell',
      needs: 'one',
      may: () => true,
      key: 'o',
      dialog: lazy(() => import('./ThreadDialog.tsx')),
    },
    change(comment, 'show', { label: 'notice.show', icon: 'check', key: 's' }),
    change(comment, 'hide', { label: 'notice.hide', icon: 'eye-off', key: 'h', ask: 'notice.hide_ask' }),
    remove(comment),
  ],
  empty: { title: 'notice.desk_empty', text: 'notice.desk_empty_text' },
})
