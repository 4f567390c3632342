/** Working on an image: a machine made of it alone, its keeper at the console, then what he did is kept or thrown away. */
import type { Image } from './image.schema.ts'

/** `open`: somebody works on it; `saving`: its disk is being written into the image. */
export const benchStates = ['open', 'saving'] as const
/** What is kept: the disk in the place of the image's own, or beside it as a snapshot. */
export const benchTargets = ['image', 'snapshot'] as const
export type BenchTarget = (typeof benchTargets)[number]

/** Minutes it runs; it may be extended as any scene may. */
export const benchMinutes = 240

/** Why the last try to keep it came to nothing: the words of `image.bench_reason.*`. */
export const benchReasons = ['machine_lost', 'not_written', 'no_space', 'interrupted'] as const
export type BenchReason = (typeof benchReasons)[number]

/** Whether a machine can be made of it that somebody works on: a disc is read and never written. */
export const workable = ({ type, status }: Pick<Image, 'type' | 'status'>): boolean =>
  type !== 'installer' && (status === 'saved' || status === 'to-edit')
