/** Character references of HTML. Source of the names: https://html.spec.whatwg.org/multipage/named-characters.html (those of HTML 4). */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const named = new Map<string, string>([
  ...latin.split(' ').map((name, n): [string, string] => [name, String.fromCharCode(0xa0 + n)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    hellip: '…',
    mdash: '—',
    ndash: '–',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    bull: '•',
    trade: '™',
    euro: '€',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    laquo: '«',
  }),
])

/** Resolves references once: `&amp;lt;` was written to be read as `&lt;` and stays that. Unknown names stay as they are. */
export const unescapeHtml = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,10}));/g,
    (whole, dec: string, hex: string, name: string) => {
      if (name !== undefined) return named.get(name) ?? whole
      const point = dec === undefined ? Number.parseInt(hex, 16) : Number(dec)
      return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? whole : String.fromCodePoint(point)
    },
  )
