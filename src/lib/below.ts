/** The path below a base, `/` first; empty at the base itself, undefined outside of it: `/twofold` is not below `/two`. */
export function pathBelow(base: string, pathname: string): string | undefined {
  if (!pathname.startsWith(base)) return undefined
  const rest = pathname.slice(base.length)
  return rest === '' || rest.startsWith('/') || base.endsWith('/') ? rest : undefined
}
