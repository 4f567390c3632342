/** Names of copies. */
import { cut } from '#src/contract/lib/text.ts'
import type { Queryable } from '../db/db.ts'

/**
 * `Midterm 2`, then `Midterm 3`: the first name that no row has.
 * @param taken whether a row of that name stands
 * @param most width of the longest name
 * @param plain the name itself is tried before any number
 */
export async function freeRowName(
  taken: (name: string) => Promise<boolean>,
  name: string,
  most: number,
  plain = false,
): Promise<string> {
  if (plain && !(await taken(name))) return name
  for (let n = 2; ; n++) {
    const wanted = `${cut(name, most - 1 - String(n).length)} ${n}`
    if (!(await taken(wanted))) return wanted
  }
}

interface Named {
  twins(q: Queryable, fields: readonly string[], data: readonly { name: string }[]): Promise<readonly unknown[]>
}
/** Whether a row of these documents has the name. */
export const isTaken =
  (docs: Named, q: Queryable) =>
  async (name: string): Promise<boolean> =>
    (await docs.twins(q, ['name'], [{ name }]))[0] !== undefined
