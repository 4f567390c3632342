import { tool } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { add, audience, edit, remove } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'
import { platforms } from './platforms.ts'

export default list({
  of: tool,
  screen: 'tool-manage',
  columns: [
    'name',
    'category_id',
    { of: 'summary', grow: true },
    'platforms',
    'price',
    'updated_at',
    { of: 'origin', spare: true },
    { of: 'online', spare: true },
    { of: 'language', spare: true },
    { of: 'website', spare: true },
    { of: 'source_url', spare: true },
    { of: 'keywords', spare: true },
    { of: 'attack_ids', spare: true },
    { of: 'commands', spare: true },
    { of: 'created_at', spare: true },
    { of: 'id', spare: true },
  ],
  filters: [
    'category_id',
    'origin',
    { of: 'platforms', options: platforms },
    'price',
    'online',
    'language',
    'updated_at',
  ],
  open: (row) => href('tool-edit', { id: row.id }),
  actions: [
    {
      id: 'categories',
      label: 'library.categories',
      icon: 'tag',
      needs: 'none',
      screens: ['tool-category'],
      to: () => href('tool-category'),
    },
    add(tool, 'tool-add', () => href('tool-add')),
    edit(tool, (row) => href('tool-edit', { id: row.id })),
    audience(tool),
    remove(tool),
  ],
  empty: { title: 'library.tools_empty', text: 'library.tools_empty_text' },
})
