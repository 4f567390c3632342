import { Link } from 'react-router-dom'
import { toolCategory } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { remove } from '../../kit/action/common.ts'
import { formDialog } from '../../kit/form/formDialog.tsx'
import { list } from '../../kit/list/list.tsx'

const dialog = formDialog({
  of: toolCategory,
  schema: () => import('../../contract/library/tool.schema.ts').then((m) => m.ToolCategoryBody),
  groups: [{ fields: ['name', 'description'] }],
  title: (row) => (row ? t('library.category_edit', { name: row.name }) : t('library.category_add')),
})

export default list({
  of: toolCategory,
  screen: 'tool-category',
  columns: [
    'name',
    {
      of: 'tools',
      render: (row) => (
        <Link
          className="mg-num"
          to={href('tool-manage', undefined, { category_id: row.id })}
          aria-label={t('library.category_of_tools', { name: row.name, n: format.number(row.tools) })}
        >
          {format.number(row.tools)}
        </Link>
      ),
    },
    { of: 'description', grow: true },
    'updated_at',
    { of: 'created_at', spare: true },
  ],
  actions: [
    {
      id: 'create',
      label: 'library.category_add',
      icon: 'plus',
      needs: 'none',
      main: true,
      screens: ['tool-category'],
      dialog,
    },
    { id: 'update', label: 'kit.action.update', icon: 'edit', needs: 'one', key: 'e', dialog },
    remove(toolCategory),
  ],
})
