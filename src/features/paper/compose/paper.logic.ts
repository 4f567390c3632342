/** What each act of putting a paper together does to its variant. */
import type { Paper } from '../../../contract/bank/paper.schema.ts'
import { paperItems } from '../../../contract/bank/paper.ts'
import { cents } from '../../../contract/exam/score.ts'

export type Variant = Paper['variants'][number]
export type Section = Variant['sections'][number]
export type SectionItem = Section['items'][number]

/** Points, to the hundredth: half points of many questions otherwise add up to more than they are. */
export const pointsIn = (items: readonly { score: unknown }[]): number =>
  cents(items.reduce((n, i) => n + (typeof i.score === 'number' ? i.score : 0), 0))
export const itemsIn = (v: Pick<Variant, 'sections'>): SectionItem[] => v.sections.flatMap((s) => s.items)

const inSections = (v: Variant, change: (s: Section) => Section): Variant => ({
  ...v,
  sections: v.sections.map(change),
})
export const changeSection = (v: Variant, id: string, part: Partial<Section>): Variant =>
  inSections(v, (s) => (s.id === id ? { ...s, ...part } : s))
export const changeItem = (v: Variant, id: string, part: Partial<SectionItem>): Variant =>
  inSections(v, (s) => ({ ...s, items: s.items.map((i) => (i.id === id ? { ...i, ...part } : i)) }))
export const removeItem = (v: Variant, id: string): Variant =>
  inSections(v, (s) => ({ ...s, items: s.items.filter((i) => i.id !== id) }))
export const removeSection = (v: Variant, id: string): Variant => ({
  ...v,
  sections: v.sections.filter((s) => s.id !== id),
})
export const addSection = (v: Variant, id: string, title: string): Variant => ({
  ...v,
  sections: [...v.sections, { id, title, instructions: '', items: [] }],
})
/** Behind the section, with its words; without its questions, because a question stands on a paper once. */
export function duplicateSection(v: Variant, id: string, made: string): Variant {
  const at = v.sections.findIndex((s) => s.id === id)
  const from = v.sections[at]
  if (!from) return v
  return { ...v, sections: v.sections.toSpliced(at + 1, 0, { ...from, id: made, items: [] }) }
}
export function moveSection(v: Variant, id: string, by: number): Variant {
  const at = v.sections.findIndex((s) => s.id === id)
  const to = at + by
  const from = v.sections[at]
  if (!from || to < 0 || to >= v.sections.length) return v
  return { ...v, sections: v.sections.toSpliced(at, 1).toSpliced(to, 0, from) }
}
export const sameScore = (v: Variant, section: string, score: number): Variant =>
  inSections(v, (s) => (s.id === section ? { ...s, items: s.items.map((i) => ({ ...i, score })) } : s))

/** Behind what the section has; a question that is on the variant already, or that finds no room, is left out. */
export function addItems(v: Variant, section: string, items: readonly SectionItem[]): Variant {
  const had = new Set(itemsIn(v).map((i) => i.question_id))
  const room = paperItems - had.size
  const fresh = items.filter((i) => !had.has(i.question_id)).slice(0, room)
  return inSections(v, (s) => (s.id === section ? { ...s, items: [...s.items, ...fresh] } : s))
}

/** Puts an item at a place of a section, counted without the item itself. */
export function placeItem(v: Variant, id: string, section: string, at: number): Variant {
  const item = itemsIn(v).find((i) => i.id === id)
  if (!item || !v.sections.some((s) => s.id === section)) return v
  return inSections(removeItem(v, id), (s) => (s.id === section ? { ...s, items: s.items.toSpliced(at, 0, item) } : s))
}
/** One place on, over the edges of sections. */
export function stepItem(v: Variant, id: string, by: 1 | -1): Variant {
  const n = v.sections.findIndex((s) => s.items.some((i) => i.id === id))
  const section = v.sections[n]
  if (!section) return v
  const at = section.items.findIndex((i) => i.id === id)
  if (by < 0 && at > 0) return placeItem(v, id, section.id, at - 1)
  if (by > 0 && at < section.items.length - 1) return placeItem(v, id, section.id, at + 1)
  const other = v.sections[n + by]
  return other ? placeItem(v, id, other.id, by < 0 ? other.items.length : 0) : v
}

/** Takes over newer versions: of one question, or of all that have one. */
export const takeNewest = (v: Variant, newest: ReadonlyMap<string, number>, only?: string): Variant =>
  inSections(v, (s) => ({
    ...s,
    items: s.items.map((i) => {
      const version = newest.get(i.question_id)
      return version === undefined || (only !== undefined && only !== i.id) ? i : { ...i, question_version: version }
    }),
  }))

/** Letters of variants, as papers are marked. */
/** The same paper once more, to be changed: items and sections with ids of their own. */
export const copyVariant = (v: Variant, newId: () => string): Variant => ({
  id: newId(),
  sections: v.sections.map((s) => ({ ...s, id: newId(), items: s.items.map((i) => ({ ...i, id: newId() })) })),
})
