/** What screens ask about the viewer's rights: they come as `can` on rows and as the screens that are visible; nobody compares roles. */
import { useMemo } from 'react'
import { type Access, access } from '../../contract/access.ts'
import { type ScreenName, screenOf, screens } from '../../contract/screens/index.ts'
import { useSession } from './use.ts'

const nobody = { grants: [] as string[], modules: undefined }

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
