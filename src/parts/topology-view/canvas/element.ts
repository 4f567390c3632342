/** Plain SVG elements. They carry classes and tokens only; what they look like is in the style sheets beside them. */
const ns = 'http://www.w3.org/2000/svg'
type Attributes = Record<string, string | number>

export function svgElement<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: (SVGElement | string)[]
): SVGElementTagNameMap[K] {
  const e = document.createElementNS(ns, tag)
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, String(value))
  e.append(...children)
  return e
}

/** A token as a style: the only way a colour comes into a drawing. */
export const tinted = <E extends SVGElement>(e: E, colour: string | undefined): E => {
  if (colour) e.style.setProperty('--tv-tint', colour)
  return e
}
