import type { Role } from '../../../contract/system/role.schema.ts'
import { role } from '../../../contract/system/role.ts'
import { href } from '../../../contract/screens/index.ts'
import { form } from '../../../kit/form/form.tsx'
import { PermissionControl } from './PermissionControl.tsx'

export default form({
  of: role,
  screens: { add: 'role-add', edit: 'role-edit' },
  schema: () => import('../../../contract/system/role.schema.ts').then((m) => m.RoleBody),
  back: () => href('role-manage'),
  wide: true,
  groups: [
    {
      title: 'role.about',
      fields: [
        { of: 'name', fixed: (row: Role) => (row.built_in ? 'role.name_fixed' : undefined) },
        { of: 'description', rows: 2 },
      ],
    },
    { fields: [{ of: 'permissions', control: PermissionControl, across: true }] },
  ],
})
