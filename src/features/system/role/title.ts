import type { FolderName, ScreenName } from '../../../contract/screens/index.ts'
import type { PermissionNode } from '../../../contract/system/permissions.ts'
import { type MessageKey, t } from '../../../i18n/index.ts'
import { folderTitle } from '../../../kit/session/folderTitle.ts'
import { shippedName } from '../../../kit/resource/words.ts'

export const permissionTitle = (n: PermissionNode): string => {
  if (n.kind === 'desk') return t(n.name === 'admin' ? 'shell.back' : 'shell.front')
  if (n.kind === 'displays') return t('role.displays')
  if (n.kind === 'folder') return folderTitle(n.name as FolderName)
  return t(`${n.kind}.${n.name}` as MessageKey)
}
export const screenTitle = (name: ScreenName): string => t(`screen.${name}`)

export const roleTitle = (role: { key: string; name: string }): string => shippedName('role', role.key, role.name)
