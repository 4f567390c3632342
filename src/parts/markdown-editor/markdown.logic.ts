/** A picture as a text names it; its words come from the name of its file. */
export const pictureMark = (file: string, id: string): string =>
  `![${file
    .replace(/\.[a-z]{3,4}$/i, '')
    .replace(/[[\]\\`]+/g, ' ')
    .trim()}](/pictures/${id})`

/** The text with a picture after a place in it, on a line of its own unless it stands inside a line of words. */
export function withPicture(text: string, at: number, mark: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const apart =
    before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : /\s$/.test(before) ? '' : ' '
  return `${before}${apart}${mark}${after === '' || /^\s/.test(after) ? after : ` ${after}`}`
}
