/** Text in a drawing is cut by an estimate of its width: measuring five hundred labels in the browser takes longer than drawing them. */

/** Of a CJK character 1 em, of others on average 0.56 em (0.6 in the monospaced face). */
const wide = /[\u1100-\u115f\u2e80-\uffdc\u{1f000}-\u{3ffff}]/u

export const drawnTextWidth = (text: string, size: number, mono = false): number => {
  let em = 0
  for (const c of text) em += wide.test(c) ? 1 : mono ? 0.602 : /[A-Z0-9_mwMW@%]/.test(c) ? 0.66 : 0.54
  return em * size
}

/** The text, or as much of it as goes with an ellipsis. */
export function fitted(text: string, room: number, size: number, mono = false): string {
  if (drawnTextWidth(text, size, mono) <= room) return text
  const signs = [...text]
  while (signs.length > 1 && drawnTextWidth(signs.join(''), size, mono) > room - size * 0.7) signs.pop()
  return `${signs.join('')}…`
}

/** A text, or as much of it as goes from both its ends: names of one drawing often differ in their last signs only. */
export function briefly(text: string, room: number, size: number, mono = false): string {
  if (drawnTextWidth(text, size, mono) <= room) return text
  const signs = [...text]
  let head = Math.ceil(signs.length / 2)
  let tail = signs.length - head
  const brief = () => `${signs.slice(0, head).join('')}…${signs.slice(signs.length - tail).join('')}`
  while (head > 1 && drawnTextWidth(brief(), size, mono) > room - size * 0.4) {
    if (tail < head) head--
    else tail--
  }
  return brief()
}

/** Lines of a text in a width; words stay whole where they can, the last line that has room says that more follows. */
export function labelLines(text: string, room: number, size: number, most: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.match(/[\u1100-\u115f\u2e80-\uffdc]|[^\s\u1100-\u115f\u2e80-\uffdc]+|\s+/gu) ?? ['']) {
      if (line !== '' && drawnTextWidth(line + word, size) > room) {
        lines.push(line.trimEnd())
        line = word.trimStart()
      } else line += word
    }
    lines.push(fitted(line, room, size))
  }
  if (lines.length <= most) return lines
  const cut = lines.slice(0, most)
  return [...cut.slice(0, -1), `${cut.at(-1) ?? ''}…`]
}
