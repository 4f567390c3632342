/** What the chart library's own parser of markup is replaced by in the build: it writes `innerHTML`, which Trusted Types refuse. */
import DOMPurify from 'dompurify'

/** The first node of some markup: frames and tooltips of charts, with the names of what they show in them. */
export default function createDom(markup: unknown): ChildNode | undefined {
  const fragment: DocumentFragment | null = DOMPurify.sanitize(String(markup), {
    ALLOWED_TAGS: ['div', 'ul', 'li', 'span', 'p', 'b'],
    ALLOWED_ATTR: ['class', 'style', 'title'],
    ALLOW_DATA_ATTR: true,
    RETURN_DOM_FRAGMENT: true,
  })
  const node = fragment?.firstChild ?? undefined
  node?.remove()
  return node
}
