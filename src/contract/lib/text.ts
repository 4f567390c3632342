/**
 * The product's measure of text: a character outside the single-byte range counts 2, others 1. One module for the text area,
 * the schemas and the server (specification section 5, check J13).
 */
import type { z } from 'zod'

/** Width of a text: code points above U+00FF count 2, others 1. A surrogate pair is one character. */
export function wide(text: string): number {
  let n = 0
  for (const c of text) n += (c.codePointAt(0) ?? 0) > 0xff ? 2 : 1
  return n
}

let segmenter: Intl.Segmenter | undefined
/** Made when a text is first cut: making one costs more than a page has time for. */
const clusters = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** Longest prefix of at most `max` width that splits no surrogate pair and no joined cluster. */
export function cut(text: string, max: number): string {
  if (wide(text) <= max) return text
  let n = 0
  let end = 0
  for (const { segment, index } of clusters().segment(text)) {
    n += wide(segment)
    if (n > max) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

const widest = new WeakMap<object, number>()
/** The greatest width a schema takes, if `sized` made it. */
export const widestOf = (schema: object): number | undefined => widest.get(schema)

/** Adds the length rule to a string schema; the issue carries rule `length` with its figures. */
export function sized<S extends z.ZodString>(schema: S, min: number, max: number) {
  const ruled = schema.superRefine((v: string, ctx) => {
    const n = wide(v)
    if (n < min || n > max)
      ctx.addIssue({ code: 'custom', message: 'length', params: { rule: 'length', min, max, at: n } })
  })
  widest.set(ruled, max)
  return ruled
}

/** A text of a shape, with the rule that says it to people by an example. Its pattern stands in the interface's description. */
export const shaped = (of: z.ZodString, pattern: RegExp, rule: string) =>
  of.refine((v) => pattern.test(v), { params: { rule } }).meta({ pattern: pattern.source })
