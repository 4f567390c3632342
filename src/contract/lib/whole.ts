/** Rules over several fields of a form, told together with those of single ones. */
import type { z } from 'zod'

/** A value that is none of its kind: nothing can be said of it beside that. */
const kindless = new Set(['invalid_type', 'invalid_union', 'invalid_value', 'invalid_key', 'invalid_element'])

/**
 * For `superRefine`: the rules run beside breaks of other fields, so that a form tells all at once, and wait only while a field they read is
 * of another kind.
 * @param reads fields of the object
 */
export const reading = <K extends string>(...reads: readonly K[]) => ({
  when: ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' &&
    value !== null &&
    issues.every(
      ({ code, path = [] }) => !kindless.has(code) || (path.length > 0 && !reads.includes(String(path[0]) as K)),
    ),
})
