/** A zip that is written piece by piece: what is ready is taken while the rest is made. */
import { Zip } from 'fflate'

export function zipping(): { zip: Zip; take(): Generator<Uint8Array> } {
  const ready: Uint8Array[] = []
  let broken: Error | undefined
  const zip = new Zip((error, piece) => {
    if (error) broken = error
    else ready.push(piece)
  })
  return {
    zip,
    *take() {
      if (broken) throw broken
      yield* ready.splice(0)
    },
  }
}
