/** A test paper as one person gets it: which questions in which order, and their options in which order. It follows from the seed alone. */
import { seeded, shuffled } from '../lib/seeded.ts'

interface Item {
  id: string
}
interface Section<I extends Item> {
  id: string
  title: string
  instructions: string
  items: readonly I[]
}
export interface ShuffledPaper<I extends Item = Item> {
  variants: readonly { id: string; sections: readonly Section<I>[] }[]
  shuffle_items: boolean
  shuffle_options: boolean
}
export interface PaperOf<I extends Item> {
  sections: (Omit<Section<I>, 'items'> & { items: (I & { options: string[] })[] })[]
}

/** The variant a person gets where nobody chose one: every one as likely. */
export function variantFor(paper: ShuffledPaper, seed: string): string {
  const at = seeded(`variant\n${seed}`)(paper.variants.length)
  return paper.variants[at]?.id ?? ''
}

/**
 * Sections keep their places; questions are shuffled within theirs. An order depends on the seed and the id of the section or item it is of, so
 * that one section tells nothing of another.
 * @param optionsOf ids of an item's options as they were written; none where they keep their places
 * @throws when the paper has no such variant
 */
export function paperFor<I extends Item>(
  paper: ShuffledPaper<I>,
  variant: string,
  seed: string,
  optionsOf: (item: I) => readonly string[] = () => [],
): PaperOf<I> {
  const chosen = paper.variants.find((v) => v.id === variant)
  if (!chosen) throw new Error(`the paper has no variant ${variant}`)
  const options = (item: I): string[] => {
    const ids = optionsOf(item)
    return paper.shuffle_options ? shuffled(ids, seeded(`options\n${seed}\n${item.id}`)) : [...ids]
  }
  return {
    sections: chosen.sections.map((s) => ({
      ...s,
      items: (paper.shuffle_items ? shuffled(s.items, seeded(`items\n${seed}\n${s.id}`)) : s.items).map((item) => ({
        ...item,
        options: options(item),
      })),
    })),
  }
}
