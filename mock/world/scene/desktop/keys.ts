/** Keys as X11 names them (keysymdef.h) as a terminal hears them. */
const special: Readonly<Record<number, string>> = {
  0xff08: '\x7f',
  0xff09: '\t',
  0xff0d: '\r',
  0xff8d: '\r',
  0xff1b: '\x1b',
  0xffff: '\x1b[3~',
  0xff50: '\x1b[H',
  0xff51: '\x1b[D',
  0xff52: '\x1b[A',
  0xff53: '\x1b[C',
  0xff54: '\x1b[B',
  0xff57: '\x1b[F',
}
export const controls: ReadonlySet<number> = new Set([0xffe3, 0xffe4])

export function keysymText(sym: number, control: boolean): string {
  const known = special[sym]
  if (known !== undefined) return known
  // Latin-1 is itself, other characters have 0x01000000 added
  const code = sym >= 0x0100_0000 ? sym - 0x0100_0000 : sym < 0x100 ? sym : 0
  if (code < 0x20 || code > 0x10ffff) return ''
  const c = String.fromCodePoint(code)
  if (control && /^[a-zA-Z[\\\]]$/.test(c)) return String.fromCharCode(c.toUpperCase().charCodeAt(0) & 31)
  return c
}
