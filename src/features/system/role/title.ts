import type { ScreenName } from '../../../contract/screens/index.ts'
import type { PermissionNode } from '../../../contract/system/permissions.ts'
import { type MessageKey, t } from '../../../i18n/index.ts'
import { shippedName } from '../../../kit/resource/words.ts'

export const titleOf = (n: PermissionNode): string => {
  if (n.kind === 'desk') return t(n.name === 'admin' ? 'shell.back' : 'shell.front')
  if (n.kind === 'displays') return t('role.displays')
  return t(`${n.kind}.${n.name}` as MessageKey)
}
export const screenTitle = (name: ScreenName): string => t(`screen.${name}`)

export const roleTitle = (role: { key: string; name: string }): string => shippedName('role', role.key, role.name)
