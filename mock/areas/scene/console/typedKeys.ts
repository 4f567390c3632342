/** Lines that are typed on a desktop, read from its key events (RFC 6143 7.5.4), for whoever looks for a place in its recording. */
import { controls, keysymText } from '#mock/world/scene/desktop/keys.ts'
import { clientMessages } from './clientMessages.ts'

/** Characters of one line that are kept. */
const most = 500
const named: Readonly<Record<string, string>> = { '\x03': '^C', '\x04': '^D', '\x1a': '^Z' }

/** @param line hears each line when it is ended. @returns takes what the client says */
export function typedKeys(line: (text: string) => void): (bytes: Buffer) => void {
  const read = clientMessages()
  let text = ''
  let control = false
  const end = (more = '') => {
    const whole = (text + more).trim()
    text = ''
    if (whole) line(whole)
  }
  return (bytes) => {
    for (const { kind, bytes: b } of read(bytes) ?? []) {
      if (kind !== 4) continue
      const [down, sym] = [b[1] === 1, b.readUInt32BE(4)]
      if (controls.has(sym)) control = down
      else if (down) {
        const c = keysymText(sym, control)
        if (c === '\r') end()
        else if (c === '\x7f') text = [...text].slice(0, -1).join('')
        else if (c === '\x15') text = ''
        else if (named[c]) end(named[c])
        else if (c >= ' ' && !c.startsWith('\x1b') && text.length < most) text += c
      }
    }
  }
}
