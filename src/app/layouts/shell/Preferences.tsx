/** Language and theme of the browser's owner. */
import { t } from '../../../i18n/index.ts'
import { useSend, useSettings } from '../../../kit/session/use.ts'
import { settingsActions } from '../../../kit/session/settings.slice.ts'
import { IconButton } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Menu } from '../../../ui/input/Menu.tsx'
import { keysOf } from '../../../contract/lib/typed.ts'

/** Each language in its own words: who cannot read the page must find it. */
const languages = { 'en-US': 'English', 'zh-CN': '简体中文' } as const

export function LanguageSwitch() {
  const send = useSend()
  const { language } = useSettings()
  return (
    <Menu
      label={t('shell.language')}
      trigger={<Icon name="language" />}
      triggerClass="mg-btn mg-btn-quiet mg-btn-default mg-btn-icon"
      items={keysOf(languages).map((id) => ({
        id,
        label: languages[id],
        lang: id,
        checked: id === language,
        onSelect: () => send(settingsActions.chooseLanguage(id)),
      }))}
    />
  )
}

export function ThemeSwitch() {
  const send = useSend()
  const dark = useSettings().theme === 'theme-dark'
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={t(dark ? 'shell.to_light' : 'shell.to_dark')}
      onClick={() => send(settingsActions.chooseTheme(dark ? 'theme-light' : 'theme-dark'))}
    />
  )
}
