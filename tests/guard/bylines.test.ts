/**
 * Names are chosen by people and may be shared. Wherever a reply carries words that somebody wrote, whoever wrote them comes as a `Byline`: name,
 * account and role. What names them otherwise is listed with its reason.
 */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#src/contract/api.ts'
import { Byline } from '#src/contract/notice/byline.ts'

interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  items?: z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
}
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def
/** Without what makes it optional. */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType, out, type } = defOf(schema)
  const inner = innerType ?? (type === 'pipe' ? out : undefined)
  return inner ? bare(inner) : schema
}
const isText = (schema: z.ZodType): boolean => defOf(bare(schema)).type === 'string'
const bylineKeys = Object.keys(Byline.shape)
const isByline = (schema: z.ZodType): boolean => {
  const { shape } = defOf(bare(schema))
  return shape !== undefined && bylineKeys.every((k) => k in shape)
}

const words = new Set(['text', 'reason', 'comment', 'reply', 'message', 'said'])
const person = /(?:^|_)(?:by|author|candidate|marker|sender)(?:_name)?$/

/** Names of people beside words, by their place. */
function namesIn(schema: z.ZodType, at: string, seen: ReadonlySet<z.ZodType>): string[] {
  if (seen.has(schema)) return []
  const within = new Set([...seen, schema])
  const d = defOf(schema)
  const go = (s: z.ZodType | undefined, to = at) => (s ? namesIn(s, to, within) : [])
  if (d.shape) {
    const entries = Object.entries(d.shape)
    const speaks = entries.some(([k, s]) => words.has(k) && isText(s)) && !entries.some(([, s]) => isByline(s))
    return [
      ...(speaks ? entries.flatMap(([k, s]) => (person.test(k) && isText(s) ? [`${at}.${k}`] : [])) : []),
      ...entries.flatMap(([k, s]) => go(s, `${at}.${k}`)),
    ]
  }
  return [
    ...go(d.element),
    ...go(d.innerType),
    ...go(d.valueType),
    ...go(d.out),
    ...go(d.left),
    ...go(d.right),
    ...go(d.getter?.()),
    ...(d.options ?? []).flatMap((s) => go(s)),
    ...(d.items ?? []).flatMap((s) => go(s)),
  ]
}

/** By route and place; what it begins with is enough. */
const otherwise: Readonly<Record<string, string>> = {
  '/comments': 'a row of a list: account and role are columns beside the name',
  '.marker_name': 'a mark says as which marker, by name and account',
  '.hour.message.by': 'a sentence on every page, which says name and account',
  '.takeovers.by': 'a sentence over a console, which says name and account',
  '.takeover.by': 'the same, before whoever leads the class',
  '.help.taken_by': 'who comes to help; the words are those of the reader',
  '.notes.by_name': 'notes in a PDF have their author as PDF readers know one, by name and account',
  '/document.updated_by_name': 'the text is that of a drawing',
  created_by_name: 'the reason is that of the platform',
  contest: 'an entry speaks by the name under which it plays, and who wrote for it by name and account',
}

it('whoever wrote words stands beside them by name, account and role', () => {
  const found = Object.entries(api as unknown as Record<string, { reply?: z.ZodType }>).flatMap(([key, r]) =>
    r.reply && 'def' in r.reply ? namesIn(r.reply, key, new Set()) : [],
  )
  const used = Object.keys(otherwise).filter((o) => found.some((f) => f.includes(o)))
  expect(found.filter((f) => !used.some((o) => f.includes(o)))).toEqual([])
  expect(
    Object.keys(otherwise).filter((o) => !used.includes(o)),
    'names nothing any more',
  ).toEqual([])
})
