import { folders, type ScreenName } from '../../../contract/screens/index.ts'
import type { PermissionNode } from '../../../contract/system/permissions.ts'
import { t, tMade } from '../../../i18n/index.ts'
import { folderTitle } from '../../../kit/session/folderTitle.ts'
import { shippedName } from '../../../kit/resource/words.ts'
import { isOneOf, keysOf } from '../../../contract/lib/typed.ts'
import { builtOf, readOnlyOf, type Rights } from './tree.logic.ts'

export const permissionTitle = (n: PermissionNode): string => {
  if (n.kind === 'desk') return t(n.name === 'admin' ? 'shell.back' : 'shell.front')
  if (n.kind === 'displays') return t('role.displays')
  if (n.kind === 'folder') return isOneOf(keysOf(folders), n.name) ? folderTitle(n.name) : n.name
  return tMade(`${n.kind}.${n.name}`)
}
export const screenTitle = (name: ScreenName): string => t(`screen.${name}`)

/** How many pages a role opens, and how many of them are for reading alone. */
export function rightsText(rights: Rights): string {
  const [n, reads] = [builtOf(rights.opened).length, readOnlyOf(rights).length]
  return n > 0 && reads === n ? t('role.screens_read', { n }) : t('role.screens', { n, reads })
}

export const roleTitle = (role: { key: string; name: string }): string => shippedName('role', role.key, role.name)
