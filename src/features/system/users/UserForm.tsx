import { lazy } from 'react'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { href } from '../../../contract/screens/index.ts'
import { personalFields, user } from '../../../contract/system/user.ts'
import type { MessageKey } from '../../../i18n/index.ts'
import { form } from '../../../kit/form/form.tsx'
import { PasswordControl } from './PasswordControl.tsx'

const unless =
  (action: string, why: MessageKey) =>
  ({ can }: RowBase): MessageKey | undefined =>
    can.includes(action) ? undefined : why

const account = [
  'username',
  { of: 'role_id', giving: true, hint: 'user.role_hint', fixed: unless('assign', 'user.role_kept') },
  'org_id',
  { of: 'expires_on', hint: 'user.expires_hint', fixed: unless('extend', 'user.expires_kept') },
] as const
const person = [
  'name',
  'avatar',
  'phone',
  { of: 'work_id', hint: 'user.work_hint' },
  { of: 'id_number', hint: 'user.id_hint' },
  'address',
  'signature',
  { of: 'introduction', rows: 4 },
] as const

export default form({
  of: user,
  screens: { add: 'user-add', edit: 'user-edit' },
  // what identifies a person is not left behind in a browser
  unkept: ['password', ...personalFields],
  schema: () => import('../../../contract/system/user.schema.ts').then((m) => m.UserBody),
  groups: [
    { title: 'user.form_account', fields: account },
    { title: 'user.form_person', fields: person },
  ],
  adding: {
    schema: () => import('../../../contract/system/user.schema.ts').then((m) => m.UserNew),
    groups: [
      {
        title: 'user.form_account',
        fields: [...account, { of: 'password', control: PasswordControl, hint: 'user.password_hint' }],
      },
      { title: 'user.form_person', fields: person },
    ],
  },
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is answered to a new one has his password beside the row
  made: lazy(() => import('./MadeDialog.tsx')) as never,
  back: () => href('user-manage'),
})
