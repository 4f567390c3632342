/** Paths of screens: making one, and finding whose a path is. */

/** A path with its parameters and an optional query. */
export function buildPath(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query?: Record<string, string>,
): string {
  const filled = path.replace(/:(\w+)/g, (_, p: string) => encodeURIComponent(params[p] ?? ''))
  const search = query ? new URLSearchParams(query).toString() : ''
  return search ? `${filled}?${search}` : filled
}

const weigh = (segment: string) => (segment.startsWith(':') ? 0 : 1)

/** Finds the one a path belongs to; a literal segment wins over a parameter, from the left. */
export function finder<S extends { path: string }>(of: readonly S[]): (pathname: string) => S | undefined {
  const patterns = of.map((screen) => ({ screen, parts: screen.path.split('/').filter(Boolean) }))
  return (pathname) => {
    const parts = pathname.split('/').filter(Boolean)
    const fits = patterns.filter(
      (p) => p.parts.length === parts.length && p.parts.every((s, i) => s.startsWith(':') || s === parts[i]),
    )
    fits.sort((a, b) => {
      for (let i = 0; i < parts.length; i++) {
        const d = weigh(b.parts[i] ?? '') - weigh(a.parts[i] ?? '')
        if (d) return d
      }
      return 0
    })
    return fits[0]?.screen
  }
}
