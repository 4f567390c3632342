/** A process that takes and gives up the lock of a directory when told to, for `lock.test.ts`. */
import { DirectoryInUse, lockDir } from '../lock.ts'
import { messageOf } from '#src/contract/lib/typed.ts'

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
    say({ lost: messageOf(e), holder: e instanceof DirectoryInUse ? e.holder?.pid : undefined })
  }
})
process.once('disconnect', () => process.exit())
say({ ready: true })
