/** The drawing as a picture of its own: SVG with our rules and the values of the tokens inside, and PNG made of that. */
import type { Stage } from '../../../../parts/topology-view/canvas/Stage.ts'
import type { Rect } from '../../../../parts/topology-view/figure.ts'

const margin = 32
/** Longest side of a PNG, px: what browsers can draw on a canvas. */
const longest = 8192

/** Our rules as text, without the shades that only a pointer or a selection needs. */
function rules(): string[] {
  const out: string[] = []
  for (const sheet of document.styleSheets) {
    let list: CSSRuleList
    try {
      list = sheet.cssRules
    } catch {
      continue // of another origin
    }
    for (const rule of list)
      if (
        rule instanceof CSSStyleRule &&
        /^\.tv-|^\.x6-/.test(rule.selectorText) &&
        !/:hover|is-|tv-far|tv-afar|tv-dots|tv-specks|tv-near|tv-stage/.test(rule.selectorText)
      )
        out.push(rule.cssText)
  }
  return out
}

/** Tokens by what they stand for here: other programs know no custom properties. */
const resolved = (css: string, style: CSSStyleDeclaration, tint: string): string => {
  let text = css
  for (let depth = 0; depth < 4 && text.includes('var('); depth++)
    text = text.replace(
      /var\((--[\w-]+)(?:,\s*([^()]*(?:\([^()]*\))?[^()]*))?\)/g,
      (_all, name: string, other?: string) =>
        name === '--tv-tint' ? tint || (other ?? '') : style.getPropertyValue(name).trim() || (other ?? ''),
    )
  return text
}

export function svgOf(stage: Stage, extent: Rect): string {
  stage.plug()
  const style = getComputedStyle(stage.container)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy is what it is a copy of
  const copy = stage.viewport.cloneNode(true) as SVGGElement
  copy.removeAttribute('transform')
  const asides = '.tv-overlay, .tv-halo, .tv-corner, .tv-reach, .tv-grip, .tv-group-bar, .tv-brief, .tv-group-brief'
  for (const e of copy.querySelectorAll(asides)) e.remove()
  for (const e of copy.querySelectorAll<SVGElement>('[style]')) {
    const tint = resolved(e.style.getPropertyValue('--tv-tint'), style, '')
    e.removeAttribute('style')
    if (!tint) continue
    for (const shape of [e, ...e.querySelectorAll<SVGElement>('.tv-port')]) {
      if (shape.matches('.tv-dot, .tv-port-trunk')) shape.setAttribute('style', `fill:${tint};stroke:${tint}`)
      else if (shape.matches('.tv-line, .tv-port')) shape.setAttribute('style', `stroke:${tint}`)
    }
  }
  const box = {
    x: extent.x - margin,
    y: extent.y - margin,
    width: extent.width + 2 * margin,
    height: extent.height + 2 * margin,
  }
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`)
  svg.setAttribute('width', String(Math.ceil(box.width)))
  svg.setAttribute('height', String(Math.ceil(box.height)))
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries({ ...box, fill: style.getPropertyValue('--mg-bg-0').trim() }))
    ground.setAttribute(name, String(value))
  svg.append(sheet, ground, copy)
  const text = new XMLSerializer().serializeToString(svg)
  const css = resolved(rules().join('\n'), style, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return text.replace(/<style[^>]*\/>|<style[^>]*><\/style>/, () => `<style>${css}</style>`)
}

/** @param scale pixels per unit; less where the picture would be larger than a browser can draw */
export async function pngOfSvg(svg: string, scale = 2): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    await new Promise<void>((done, failed) => {
      image.onload = () => done()
      image.onerror = () => failed(new Error('the picture could not be drawn'))
      image.src = url
    })
    const by = Math.min(scale, longest / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * by)
    canvas.height = Math.round(image.height * by)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('the picture could not be written'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
