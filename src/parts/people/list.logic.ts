/** Lines of a list as they are sent: none empty, none longer than a line may be. */
const most = 500
export const pastedLinesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\r|\n/u)
    .map((l) => l.trim().slice(0, most))
    .filter(Boolean)
