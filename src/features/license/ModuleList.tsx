import type { ModuleName } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { folderTitle } from '../../kit/session/folderTitle.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { offeredModules, foldersOf } from './license.logic.ts'

/** Every module this version has with the menu folders it opens, open or closed. */
export function ModuleList({ open }: { open: readonly ModuleName[] }) {
  return (
    <ul className="license-modules">
      {offeredModules.map((m) => {
        const is = open.includes(m)
        const name = t(`license.module.${m}`)
        const where = format.list([...new Set(foldersOf(m).map(folderTitle))].filter((f) => f !== name))
        return (
          <li key={m} className={is ? undefined : 'license-closed'}>
            <Icon name={is ? 'ok' : 'lock'} />
            <span className="license-module-words">
              <span className="mg-ellipsis">{name}</span>
              <span className="mg-faint">{is ? where : t('license.closed')}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
