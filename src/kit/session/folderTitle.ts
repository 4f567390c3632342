import { soleScreen } from '../../contract/access.ts'
import type { FolderName } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'

/** A folder's name as the menu has it: one with a single screen is that screen. */
export const folderTitle = (folder: FolderName): string => {
  const only = soleScreen(folder)
  return only ? t(`screen.${only}`) : t(`folder.${folder}`)
}
