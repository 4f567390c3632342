import { tool } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { add, audience, edit, remove } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'
import { byPlatform, spare, toolColumns } from './tools.ts'

export default list({
  of: tool,
  screen: 'tool-manage',
  columns: [
    ...toolColumns,
    'updated_at',
    ...spare('origin', 'online', 'language', 'website', 'source_url', 'keywords', 'attack_ids', 'commands'),
    ...spare('created_at', 'id'),
  ],
  filters: ['category_id', 'origin', byPlatform, 'price', 'online', 'language', 'updated_at'],
  open: (row) => href('tool-edit', { id: row.id }),
  opens: 'tool-edit',
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
