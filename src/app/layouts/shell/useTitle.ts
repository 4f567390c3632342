import { useEffect } from 'react'
import type { ScreenName } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useOwnAddress } from '../../../kit/navigation/useBlocker.ts'
import { useSettings } from '../../../kit/session/use.ts'

/** Name of this installation; a default one until it was read, or when that failed. */
export const useSystemName = (): string => useSettings().system?.system_name || t('shell.default_name')

/**
 * The window's title: the screen, then the installation. The page's own title comes back when the app leaves, and stays where the address
 * is not the app's either.
 */
export function useTitle(screen: ScreenName | undefined): string {
  const system = useSystemName()
  const title = screen ? t(`screen.${screen}`) : ''
  const own = useOwnAddress()
  useEffect(() => {
    if (!own) document.title = [title, system].filter(Boolean).join(' · ')
  }, [title, system, own])
  return title
}
