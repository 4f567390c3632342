/** How much of a long proof an ordinary run takes; `npm run test:whole`, or `RUNS` of one file's own, takes all of it. */
import { env } from '../../config/env.ts'

/** A quarter of so many runs. */
export const some = (runs: number): number => (env.whole ? runs : Math.ceil(runs / 4))

/** Every third of a row, from its first. */
export const sampled = <T>(all: readonly T[]): readonly T[] => all.filter((_, n) => env.whole || n % 3 === 0)
