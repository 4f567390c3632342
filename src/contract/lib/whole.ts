/** Rules over several fields of a form, told together with those of single ones. */
import type { z } from 'zod'
import type { RuleBreak } from '../rules.ts'

/** A value that is none of its kind: nothing can be said of it beside that. */
const kindless = new Set(['invalid_type', 'invalid_union', 'invalid_value', 'invalid_key', 'invalid_element'])

/**
 * For `superRefine`: the rules run beside breaks of other fields, so that a form tells all at once, and wait only while a field they read is
 * of another kind.
 * @param reads fields of the object
 */
export const dependsOn = (...reads: readonly string[]) => ({
  when: ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' &&
    value !== null &&
    issues.every(({ code, path = [] }) => !kindless.has(code) || (path.length > 0 && !reads.includes(String(path[0])))),
})

interface Told {
  addIssue(issue: { code: 'custom'; message: string; path: string[]; params: Record<string, unknown> }): void
}
/** A field to blame and the rule it breaks. */
export type Break = RuleBreak & { path: string }

/**
 * One rule over several fields, as `superRefine` takes it: rules that read different fields are several, so that a field that cannot be read
 * keeps no rule silent but its own.
 */
export const rulesOver =
  <V>() =>
  <K extends keyof V & string>(reads: readonly K[], breaks: (v: Pick<V, K>) => readonly Break[]) =>
    [
      (v: Pick<V, K>, ctx: Told): void => {
        for (const { path, rule, params } of breaks(v))
          ctx.addIssue({ code: 'custom', message: rule, path: [path], params: { rule, ...params } })
      },
      dependsOn(...reads),
    ] as const
