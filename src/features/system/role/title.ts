import type { ScreenName } from '../../../contract/screens/index.ts'
import type { PermissionNode } from '../../../contract/system/permissions.ts'
import { type MessageKey, t, tOr } from '../../../i18n/index.ts'

export const titleOf = (n: PermissionNode): string => {
  if (n.kind === 'desk') return t(n.name === 'admin' ? 'shell.back' : 'shell.front')
  if (n.kind === 'displays') return t('role.displays')
  return t(`${n.kind}.${n.name}` as MessageKey)
}
export const screenTitle = (name: ScreenName): string => t(`screen.${name}`)

/** Roles that ship are words of the product; a role made later keeps the name it was given. */
export const roleTitle = (role: { key: string; name: string }): string => tOr([`role.${role.key}`], role.name)
