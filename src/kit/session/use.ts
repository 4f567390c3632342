/** What every page asks about the viewer and his settings. */
import { useDispatch, useSelector } from 'react-redux'
import { type MenuConfig, usualMenu } from '../../contract/menu.ts'
import { limits } from '../../contract/limits.ts'
import type { SessionPhase, SessionUser } from './session.slice.ts'
import type { Settings } from './settings.slice.ts'

/** The part of the store that the kit owns; the app's store holds it. */
export interface KitState {
  session: { phase: SessionPhase; inherited?: boolean; edition?: number }
  settings: Settings
}

export const useSession = (): SessionPhase => useSelector((s: KitState) => s.session.phase)
/** Whether somebody else was in before whoever is in now. */
export const useInherited = (): boolean => useSelector((s: KitState) => s.session.inherited === true)
/** Another number with each session, also of the same user. */
export const useSessionEdition = (): number => useSelector((s: KitState) => s.session.edition ?? 0)
export const useSettings = (): Settings => useSelector((s: KitState) => s.settings)
export const useSend = useDispatch

/** The signed-in user; undefined while nobody is. */
export function useMe(): SessionUser | undefined {
  const phase = useSession()
  return phase.at === 'in' ? phase.user : undefined
}

/** How the platform has arranged its menu. */
export function useMenuConfig(): MenuConfig {
  const phase = useSession()
  return phase.at === 'in' ? phase.permissions.menu : usualMenu
}

/** Width of form labels in pixels, by language (specification section 3). */
export const useLabelWidth = (): number =>
  useSettings().language === 'en-US' ? limits.labelWidth['en-US'] : limits.labelWidth.other
