/** Plain text as Markdown that reads the same, and Markdown as the words in it. */

/** Whether a run of `*` or `_` begins or ends emphasis: inside a word `_` does not, and beside nothing neither does. */
const emphasises = (c: string, left: string, right: string): boolean => {
  const [l, r] = [/\S/.test(left), /\S/.test(right)]
  const word = /[\p{L}\p{N}]/u
  return c === '_' ? l !== r || (l && r && !(word.test(left) && word.test(right))) : l || r
}
const reference = /^&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/i
const autolink = /^<(https?:|mailto:|[\w.+-]{1,60}@)/i

/**
 * Puts a backslash before what Markdown would read as a mark.
 * @param before what stands before it already, so that marks at the beginning of a line are told from others
 */
export function plainToMarkdown(text: string, before = ''): string {
  let out = ''
  const brackets = text.lastIndexOf(']')
  const several = text.includes('\n')
  const lead = before.slice(-40)
  const behind = (at: number) => (at < 40 ? lead : '') + text.slice(Math.max(0, at - 40), at)
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? ''
    const next = text[i + 1] ?? ''
    if (c === '*' || c === '_') {
      let end = i + 1
      while (text[end] === c) end++
      const marks = emphasises(c, i > 0 ? (text[i - 1] ?? '') : lead.slice(-1), text[end] ?? '')
      const run = end - i
      const alone = /(^|\n)[ \t]*$/.test(behind(i)) && /^[ \t]*(\n|$)/.test(text.slice(end, end + 40))
      out +=
        marks || (c === '*' && run === 1 && alone)
          ? `\\${c}`.repeat(run)
          : alone && run > 2
            ? `\\${c.repeat(run)}`
            : c.repeat(run)
      i = end - 1
      continue
    }
    const starts = () => /(^|\n)[ \t]*$/.test(behind(i))
    const marks =
      c === '`' ||
      (c === '\\' && /[!-/:-@[-`{-~\n]/.test(next)) ||
      (c === '[' && brackets > i) ||
      (c === '~' && next === '~') ||
      (c === '&' && reference.test(text.slice(i, i + 36))) ||
      (c === '<' && autolink.test(text.slice(i, i + 64))) ||
      ('#>+-='.includes(c) && /[\s#>=-]|^$/.test(next) && starts()) ||
      (c === '|' && several) ||
      ((c === '.' || c === ')') && /\s|^$/.test(next) && /(^|\n)[ \t]*\d{1,9}$/.test(behind(i)))
    out += marks ? `\\${c}` : c
  }
  return out
}

/** Runs of backticks in it decide how long the fence is. */
const longest = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
/** A space for each end of a line and what is blank around it. */
function onOneLine(text: string): string {
  const lines = text.split('\n')
  const last = lines.length - 1
  return lines
    .map((l, n) => (n < last ? l.trimEnd() : l))
    .map((l, n) => (n > 0 ? l.trimStart() : l))
    .filter((l, n) => l !== '' || n === 0 || n === last)
    .join(' ')
}
export function codeSpan(text: string): string {
  const fence = '`'.repeat(longest(text) + 1)
  const inside = onOneLine(text)
  return /^`|`$|^ .* $/.test(inside) ? `${fence} ${inside} ${fence}` : `${fence}${inside}${fence}`
}
export function codeFence(text: string): string {
  const fence = '`'.repeat(Math.max(3, longest(text) + 1))
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** The words of a Markdown text on one line, for a title or an answer. */
export const wordsOfMarkdown = (text: string): string =>
  text
    .replace(/!\[([^\]\n]{0,300})\]\([^()\n]{0,600}\)/g, '$1')
    .replace(/\[([^\]\n]{0,300})\]\([^()\n]{0,600}\)/g, '$1')
    .replace(/^[^\S\n]*(?:[-*>]|#{1,6})\s+/gm, '')
    .replace(/```[^\n]*\n?/g, '')
    .replace(/\\([!-/:-@[-`{-~])|(\*{1,3}|`+)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
