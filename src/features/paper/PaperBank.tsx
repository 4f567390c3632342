import { lazy } from 'react'
import { paper } from '../../contract/bank/banks.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { add, audience, copy, edit, remove } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'
import { copyInto } from '../../parts/sorting-tree/copyInto.ts'
import { inSet } from '../../parts/sorting-tree/sets.logic.ts'
import { setRail } from '../../parts/sorting-tree/SetRail.tsx'
import { paperTree } from '../../parts/sorting-tree/trees.ts'

export default list({
  of: paper,
  screen: 'paper-bank',
  about: 'paper.about',
  columns: [
    { of: 'name', grow: true },
    'mode',
    'items',
    'score',
    { of: 'duration', width: 100, render: (row) => format.span(row.duration) },
    'practice',
    'exams',
    { of: 'difficulty', spare: true },
    { of: 'updated_at', spare: true },
    { of: 'set_id', spare: true },
    { of: 'description', spare: true },
    { of: 'updated_by', spare: true },
    { of: 'created_at', spare: true },
  ],
  rail: { of: 'set_id', view: setRail(paperTree) },
  filters: ['mode', 'difficulty', 'practice', 'updated_at'],
  open: (row) => href('paper-edit', { id: row.id }),
  opens: 'paper-edit',
  actions: [
    {
      id: 'types',
      label: 'paper.sets',
      icon: 'tag',
      needs: 'none',
      screens: ['paper-type'],
      to: () => href('paper-type'),
    },
    add(paper, 'paper-add', (query) => href('paper-add', undefined, inSet(query))),
    edit(paper, (row) => href('paper-edit', { id: row.id })),
    {
      id: 'preview',
      label: 'paper.preview',
      icon: 'eye',
      needs: 'one',
      key: 'p',
      may: () => true,
      dialog: lazy(() => import('./sheet/RowSheet.tsx')),
    },
    // a locked paper is copied so that the copy can be changed
    copy(paper, (id) => href('paper-edit', { id }), { may: 'copy', done: () => t('paper.copied') }),
    copyInto(paper, (id) => href('paper-edit', { id })),
    audience(paper),
    remove(paper),
  ],
  empty: { title: 'paper.empty', text: 'paper.empty_text' },
})
