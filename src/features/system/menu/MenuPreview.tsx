import { useMemo } from 'react'
import { menu } from '../../../contract/access.ts'
import type { EntryKey, MenuConfig } from '../../../contract/menu.ts'
import { screens } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { EditedLayout } from './menu.logic.ts'

interface MenuPreviewProps {
  config: MenuConfig
  layout: EditedLayout
  nameOf: (key: EntryKey) => string
}

/** The menu as its viewer will have it: the same function as the real one, over the same rights. */
export function MenuPreview({ config, layout, nameOf }: MenuPreviewProps) {
  const { visible } = useAccess()
  const folders = useMemo(() => menu(screens, visible, layout, config), [visible, layout, config])
  return (
    <Panel title={t('menu.preview')} description={t('menu.preview_about')}>
      {folders.length === 0 && <p className="mg-dim">{t('menu.empty')}</p>}
      <ul className="menu-preview">
        {folders.map((f) => {
          const [only] = f.screens
          return (
            <li key={f.folder}>
              <span className="menu-preview-row">
                <Icon name={f.icon} size={20} />
                <span className="mg-ellipsis">
                  {nameOf(f.screens.length === 1 && only ? `screen.${only.name}` : `folder.${f.folder}`)}
                </span>
              </span>
              {f.screens.length > 1 && (
                <ul className="menu-preview-below">
                  {f.screens.map((s) => (
                    <li key={s.name} className="mg-ellipsis">
                      {nameOf(`screen.${s.name}`)}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
