/** What screens ask about the viewer. Rights come as `can` on rows and as the screens that are visible; nobody compares roles. */
import { useMemo } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { type Access, access } from '../../contract/access.ts'
import { type MenuConfig, usualMenu } from '../../contract/menu.ts'
import { limits } from '../../contract/limits.ts'
import { type ScreenName, screenOf, screens } from '../../contract/screens/index.ts'
import type { SessionPhase, SessionUser } from './session.slice.ts'
import type { Settings } from './settings.slice.ts'

/** The part of the store that the kit owns; the app's store holds it. */
export interface KitState {
  session: { phase: SessionPhase }
  settings: Settings
}

export const useSession = (): SessionPhase => useSelector((s: KitState) => s.session.phase)
export const useSettings = (): Settings => useSelector((s: KitState) => s.settings)
export const useSend = useDispatch

/** The signed-in user; undefined while nobody is. */
export function useMe(): SessionUser | undefined {
  const phase = useSession()
  return phase.at === 'in' ? phase.user : undefined
}

const nobody = { grants: [] as string[], modules: undefined }

/** How the platform has arranged its menu. */
export function useMenuConfig(): MenuConfig {
  const phase = useSession()
  return phase.at === 'in' ? phase.permissions.menu : usualMenu
}

/** Screens the viewer may see. */
export function useAccess(): Access {
  const phase = useSession()
  const { grants, modules } = phase.at === 'in' ? phase.permissions : nobody
  return useMemo(
    () => access(screens, grants === 'all' ? 'all' : new Set(grants), modules ? new Set(modules) : undefined),
    [grants, modules],
  )
}

/**
 * Screens in which the viewer may change something: not those given to him for reading only, nor those of licensed modules while the licence
 * is read-only. What opens for anybody is nobody's to withhold.
 */
export function useWritable(): ReadonlySet<ScreenName> {
  const phase = useSession()
  const { visible, granted, changes } = useAccess()
  const at = phase.at === 'in' ? phase.permissions.licence.at : 'none'
  return useMemo(() => {
    const over = at === 'grace' || at === 'clock'
    return new Set([...visible].filter((s) => (changes.has(s) || !granted.has(s)) && !(over && screenOf(s).module)))
  }, [at, visible, granted, changes])
}

/** Whether the viewer may change something on one of these screens: for buttons that stand for no row. */
export function useMayChange(...names: readonly ScreenName[]): boolean {
  const writable = useWritable()
  return names.some((s) => writable.has(s))
}

/** Width of form labels in pixels, by language (specification section 3). */
export const useLabelWidth = (): number =>
  useSettings().language === 'en-US' ? limits.labelWidth['en-US'] : limits.labelWidth.other
