/** Files and folders that take long to make and are made once for the whole project, below `node_modules/.cache`. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const old = 24 * 3_600_000

function forgetOld(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name)
    const seen = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - seen > old) fs.rmSync(file, { recursive: true, force: true })
  }
}

/** The cached file or folder of that name; made under another name and renamed when whole, because several may make it at once. */
export async function cached(folder: string, name: string, make: (file: string) => Promise<void>): Promise<string> {
  const file = path.join(folder, name)
  if (!fs.existsSync(file)) {
    fs.mkdirSync(folder, { recursive: true })
    forgetOld(folder)
    const part = `${file}.${randomBytes(4).toString('hex')}`
    await make(part)
    try {
      fs.renameSync(part, file)
    } catch (e) {
      fs.rmSync(part, { recursive: true, force: true })
      if (!fs.existsSync(file)) throw e
    }
  }
  const now = new Date()
  fs.utimesSync(file, now, now)
  return file
}
