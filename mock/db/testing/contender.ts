/** A process that takes and gives up the lock of a directory when told to, for `lock.test.ts`. */
import { type DirectoryInUse, lockDir } from '../lock.ts'

export type Told = { take: string; url?: string } | { release: true } | { leave: true }
export type Said = { won: true } | { lost: string; holder: number | undefined } | { released: true } | { ready: true }

const say = (said: Said): void => void process.send?.(said)
let release = (): void => {}

process.on('message', async (told: Told) => {
  if (!('take' in told)) {
    release()
    return 'release' in told ? say({ released: true }) : undefined
  }
  try {
    release = await lockDir(told.take, () => told.url)
    say({ won: true })
  } catch (e) {
    const { message, holder } = e as DirectoryInUse
    say({ lost: message, holder: holder?.pid })
  }
})
process.once('disconnect', () => process.exit())
say({ ready: true })
