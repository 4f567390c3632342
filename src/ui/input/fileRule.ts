/** Which files a drop accepts: by the end of the name or by the type the browser gives, and by size. The server looks inside. */
export interface FileRule {
  /** `.zip`, `image/png`, `image/*`; empty means any. */
  accept: readonly string[]
  max: number
  min?: number | undefined
}
export type FileRefusal = 'type' | 'too_large' | 'empty' | 'too_small'
export interface FileNotTaken {
  name: string
  why: FileRefusal
}

export function fileRefusalOf(
  file: { name: string; type: string; size: number },
  rule: FileRule,
): FileRefusal | undefined {
  const name = file.name.toLowerCase()
  const fits = rule.accept.some((a) => {
    const want = a.toLowerCase()
    if (want.startsWith('.')) return name.endsWith(want)
    return want.endsWith('/*') ? file.type.startsWith(want.slice(0, -1)) : file.type === want
  })
  if (rule.accept.length > 0 && !fits) return 'type'
  if (file.size > rule.max) return 'too_large'
  if (file.size < (rule.min ?? 0)) return file.size === 0 ? 'empty' : 'too_small'
  return undefined
}
