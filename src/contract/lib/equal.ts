import { isRecord } from './typed.ts'

/** Whether two values of a document are alike, whatever the order of their fields. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, n) => deepEqual(item, b[n]))
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((k) => k in b && deepEqual(a[k], b[k]))
}
