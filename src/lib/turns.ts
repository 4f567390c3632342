/** Runs at most `most` pieces of work at once; the others wait for their turn, in the order they came. */
export function makeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
