/** Markdown to markup that is still to be cleaned. Markup inside the text is words: who writes announcements writes no HTML. */
import { Marked } from 'marked'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const marked = new Marked({ gfm: true, breaks: true, async: false })
marked.use({ renderer: { html: ({ text }) => escaped(text) } })

/** A text that nests too deep for its reader is words: one text never takes the page of all who look at it. */
export function markdownToHtml(text: string): string {
  try {
    return marked.parse(text, { async: false })
  } catch {
    return `<p>${escaped(text)}</p>`
  }
}
