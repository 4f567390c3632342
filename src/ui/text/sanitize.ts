/**
 * Foreign markup made harmless. The result is nodes, not text: there is no second parse that could read it differently, and under
 * Trusted Types only DOMPurify's own policy (`dompurify`) is needed.
 */
import DOMPurify from 'dompurify'

/** `pictures`: where the store serves its own, see `pictures.ts`. */
export type Sanitize = (html: string, words: { opensOutside: string }, pictures?: string) => DocumentFragment

const tags =
  'a abbr b bdi blockquote br caption code col colgroup dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'.split(
    ' ',
  )
const addresses = ['href', 'src']
const attributes = 'alt title colspan rowspan scope start reversed datetime open dir lang width height'.split(' ')

/**
 * Pictures of our own store and raster data only: a foreign address would tell others who reads what, and one of the page's own origin is
 * called with the reader's cookies, were it the host's way to sign out.
 */
const rasterData = /^data:image\/(?:png|gif|jpeg|webp);base64,[a-z\d+/=\s]*$/i

/** A picture of our own store, as texts name it. */
const kept = /^\/pictures\/([0-9a-f-]{36}\.(?:png|jpg|gif))$/

export const sanitize: Sanitize = (html, words, pictures) => {
  const rules = {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: [...attributes, ...addresses],
    // the pattern below would be asked of every other attribute too
    ADD_URI_SAFE_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?![/\\])|#|data:image\/)/i,
  }
  // What is taken out from around a text can leave a nesting that no parser makes, a paragraph in a paragraph: it is read once more as it
  // was written down, so that what is shown is what any later reader of it sees.
  // Both times by the rules of today's pages, not of those without a document type, in which a table may stand in a paragraph.
  const page = '<!doctype html><body>'
  const once = DOMPurify.sanitize(page + html, rules)
  const fragment = DOMPurify.sanitize(page + once, {
    ...rules,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const img of fragment.querySelectorAll('img')) {
    const src = img.getAttribute('src') ?? ''
    const name = pictures === undefined ? undefined : kept.exec(src)?.[1]
    if (name) img.src = `${pictures}${name}`
    if (!name && !rasterData.test(src)) img.replaceWith(...(img.alt ? [img.alt] : []))
    else {
      img.loading = 'lazy'
      // without one a screen reader reads the address
      if (!img.hasAttribute('alt')) img.alt = ''
    }
  }
  for (const a of fragment.querySelectorAll('a')) {
    const href = a.getAttribute('href') ?? ''
    const outside = /^(?:https?:|mailto:)/i.test(href)
    if (/^data:/i.test(href) || (outside && !URL.canParse(href))) a.removeAttribute('href')
    if (!outside || !a.hasAttribute('href')) continue
    a.target = '_blank'
    a.rel = 'noopener noreferrer nofollow'
    if (!a.title) a.title = words.opensOutside
  }
  return fragment
}
