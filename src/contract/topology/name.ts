/**
 * Names of the parts of a drawing. A node is called by its name on wires and in shells, so it is a label of the domain name system (RFC 1123
 * 2.1: letters, digits, hyphens, at most 63). CyberRangeCZ's rule, a small letter first, would refuse what real files hold (`R1`, `PE_1`,
 * `3750x`, `host.a`), so capitals, a digit in front, `_` and `.` are let through; two names that differ in capitals only are the same name.
 * Networks and ports are called by people and devices only (`办公网`, `GigabitEthernet0/0`): any printable text without a line break.
 */
import { hides, withoutHidden } from '../lib/oneLine.ts'

const node = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9_])?$/
const label = /^[^\s\p{C}](?:[^\p{C}\p{Zl}\p{Zp}]*[^\s\p{C}])?$/u

export const isNodeName = (name: string): boolean => node.test(name)
export const isLabel = (name: string): boolean => name.length <= 63 && label.test(name) && !hides(name)

/** The nearest name a node may have; empty where nothing of the text can stay. */
export const nodeNameOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 63)
    .replace(/[^A-Za-z0-9_]+$/, '')

/** The nearest name a network or a port may have. */
export const networkNameOf = (text: string): string =>
  withoutHidden(text)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 63)
    .trim()

/** A name nobody has yet, compared without regard to case: `web`, then `web-2`, `web-3`. Notes it as taken. */
export function claimName(wanted: string, taken: Set<string>, most = 63): string {
  let name = wanted.slice(0, most)
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted.slice(0, most - 1 - String(n).length)}-${n}`
  taken.add(name.toLowerCase())
  return name
}
