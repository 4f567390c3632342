/** The path of a screen above the open one, with the parameters both share; undefined when one of its own is not known here. */
export function reachable(path: string, params: Readonly<Record<string, string | undefined>>): string | undefined {
  let known = true
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) known = false
    return encodeURIComponent(value ?? '')
  })
  return known ? filled : undefined
}
