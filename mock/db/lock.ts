/**
 * A data directory has one owner. Whoever wants it listens on a socket of its own in `<dir>/lock`, then looks who else does: alone, it owns
 * the directory. Of two that start together the later one to look sees the other, so there are never two owners. Because no name is ever
 * used twice, removing a dead socket takes nothing from anybody; process numbers, which are used again, decide nothing.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseHolder, askDatabaseHolder, standIn } from './lock-socket.ts'
import { present } from '#src/contract/lib/typed.ts'

/** The directory has an owner already. */
export class DirectoryInUse extends Error {
  constructor(
    dir: string,
    readonly holder: Partial<DatabaseHolder>,
  ) {
    const facts = [holder.started && `started ${holder.started}`, holder.url].filter(Boolean).join(', ')
    super(`${dir} is in use by process ${holder.pid ?? '(unknown)'}${facts && ` (${facts})`}`)
    this.name = 'DirectoryInUse'
  }
}

/** Long enough for many that start at once to take turns. */
const patience = 5000

interface Other {
  name: string
  answer: 'silent' | DatabaseHolder
}

/** Sorts by time, is never used twice, and says whose it is when nobody answers. */
const newName = (): string => `${Date.now().toString(36)}-${process.pid}-${randomBytes(4).toString('hex')}`
const holderOf = ({ name, answer }: Other): Partial<DatabaseHolder> =>
  answer === 'silent' ? { pid: Number(name.split('-')[1]) } : answer

async function othersIn(folder: string, mine: string): Promise<Other[]> {
  const others: Other[] = []
  for (const name of fs.readdirSync(folder)) {
    if (name === mine || name.startsWith('.')) continue
    const answer = await askDatabaseHolder(folder, name)
    if (answer === 'dead') fs.rmSync(path.join(folder, name), { force: true })
    else others.push({ name, answer })
  }
  return others
}

/**
 * @param url answers where the owner listens, for the message another starter gets
 * @returns gives the directory up
 * @throws InUse
 */
export async function lockDir(dir: string, url: () => string | undefined = () => undefined): Promise<() => void> {
  fs.mkdirSync(dir, { recursive: true })
  const folder = path.join(fs.realpathSync(dir), 'lock')
  fs.mkdirSync(folder, { recursive: true })
  const until = performance.now() + patience

  for (;;) {
    const name = newName()
    let owner = false
    const leave = await standIn(folder, name, () => {
      const at = url()
      return { owner, ...(at === undefined ? {} : { url: at }) }
    })
    try {
      for (;;) {
        const others = await othersIn(folder, name)
        if (others.length === 0) {
          owner = true
          sweep(folder)
          return leave
        }
        const holder = others.find((o) => o.answer === 'silent' || o.answer.owner)
        if (holder) throw new DirectoryInUse(dir, holderOf(holder))
        // nobody owns it yet: the one who came first stays, the others step back and come again
        const first = others.find((o) => o.name < name)
        if (performance.now() > until) throw new DirectoryInUse(dir, holderOf(present(first ?? others[0])))
        if (first) break
        await pause(2)
      }
      leave()
    } catch (e) {
      leave()
      throw e
    }
    await pause(5 + Math.random() * 20)
  }
}

/** Sockets that never got their name: their process was killed in between. */
function sweep(folder: string): void {
  const old = Date.now() - 60_000
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name)
    if (name.startsWith('.') && (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? old) < old)
      fs.rmSync(file, { force: true })
  }
}
