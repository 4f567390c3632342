/** Drivers of a Linux kernel, with all that they need, in the order they are loaded. */
import fs from 'node:fs/promises'
import path from 'node:path'

export interface Module {
  name: string
  bytes: Buffer
}

/** Files, and what others need, may be written with dashes; their names never are. */
const named = (file: string): string => path.basename(file, '.ko').replaceAll('-', '_')

/** Of the `.modinfo` section (modinfo(8)): strings `name=value`, each ended by a zero. */
function needs(bytes: Buffer): string[] {
  const word = 'depends='
  const at = bytes.indexOf(word)
  if (at < 0) return []
  return bytes
    .toString('latin1', at + word.length, bytes.indexOf(0, at))
    .split(',')
    .filter(Boolean)
    .map(named)
}

/** Where the drivers below a folder lie, by name; those that a kernel has built in or compressed are not among them. */
export async function modulesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const all = await fs.readdir(folder, { recursive: true })
  return new Map(all.filter((f) => f.endsWith('.ko')).map((f) => [named(f), path.join(folder, f)]))
}

/** @param but those that are loaded already */
export async function withNeeds(
  files: ReadonlyMap<string, string>,
  wanted: readonly string[],
  but: readonly Module[] = [],
): Promise<Module[]> {
  const out: Module[] = []
  const seen = new Set(but.map((m) => m.name))
  const add = async (name: string): Promise<void> => {
    const file = files.get(name)
    if (file === undefined || seen.has(name)) return
    seen.add(name)
    const bytes = await fs.readFile(file)
    for (const need of needs(bytes)) await add(need)
    out.push({ name, bytes })
  }
  for (const name of wanted) await add(name)
  return out
}
