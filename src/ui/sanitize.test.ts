import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitize } from './sanitize.ts'

const words = { opensOutside: 'Opens in a new window' }
const clean = (html: string): HTMLElement => {
  const place = document.createElement('div')
  place.append(sanitize(html, words))
  return place
}
/** What could still act: an element that runs or loads, an attribute that runs, an address that is a program. */
function harm(place: HTMLElement): string[] {
  const out: string[] = []
  for (const element of place.querySelectorAll('*')) {
    if (
      /^(script|style|iframe|object|embed|form|input|button|link|meta|base|svg|math|template|video|audio|source)$/i.test(
        element.tagName,
      )
    )
      out.push(element.outerHTML)
    for (const { name, value } of element.attributes) {
      if (/^on|^style$|^srcdoc$|^formaction$|^id$|^name$|^class$/i.test(name)) out.push(element.outerHTML)
      if (
        /^(href|src|action|background|poster|xlink:href)$/i.test(name) &&
        !/^(https?:|mailto:|\/(?![/\\])|#|data:image\/(png|gif|jpeg|webp);base64,)/i.test(value)
      )
        out.push(element.outerHTML)
    }
  }
  return out
}

describe('foreign markup', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example/x">x</a>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<form action=https://evil.example><input name=password></form>',
    '<p id=location name=forms class=x style="position:fixed">x</p>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<img src="https://evil.example/track.png">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  ])('%s does nothing', (html) => {
    const place = clean(html)
    expect(harm(place)).toEqual([])
    expect(place.querySelector('img')).toBeNull()
  })

  it('keeps what a description needs', () => {
    const place = clean(
      '<h2>Use</h2><p>a <b>b</b> <code>c</code></p><ul><li>d</li></ul><table><tr><td colspan="2">e</td></tr></table>',
    )
    expect(place.querySelectorAll('h2, p, b, code, li, td')).toHaveLength(6)
    expect(place.querySelector('td')?.getAttribute('colspan')).toBe('2')
  })

  it('opens links to elsewhere in a window that cannot reach back', () => {
    const a = clean('<a href="https://nmap.org">x</a>').querySelector('a')
    expect(a?.target).toBe('_blank')
    expect(a?.rel).toContain('noopener')
    expect(clean('<a href="/oj/all-course">x</a>').querySelector('a')?.target).toBe('')
  })

  it('shows pictures of its own origin and raster data only', () => {
    expect(clean('<img src="/api/oj/api/files/1" alt="map">').querySelector('img')?.alt).toBe('map')
    expect(clean('<img src="data:image/png;base64,iVBORw0KGgo=">').querySelector('img')).toBeTruthy()
    expect(clean('<img src="https://evil.example/a.png" alt="map">').textContent).toBe('map')
  })

  it('is not changed by being cleaned twice', () => {
    const bit = fc.constantFrom(
      '<b>',
      '</b>',
      '<p>',
      '</p>',
      '<a href="https://x.y">',
      '</a>',
      'text',
      '<svg>',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '"',
      "'",
      '<table>',
      '<td>',
      '&lt;',
      '<img src=/a.png>',
    )
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 10 }), (bits) => {
        const once = clean(bits.join('')).innerHTML
        expect(clean(once).innerHTML).toBe(once)
      }),
      { numRuns: 500 },
    )
  })

  const list = path.resolve(import.meta.dirname, '../../../shared/data/adversarial/xss/payloadbox-xss-even-lines.txt')
  it.skipIf(!existsSync(list))(
    'stays harmless for every line of the XSS list in ../shared/data (skipped when it is absent)',
    () => {
      const lines = readFileSync(list, 'utf8').split('\n').filter(Boolean)
      expect(lines.length).toBeGreaterThan(1000)
      const bad = lines.filter((line) => harm(clean(line)).length > 0)
      expect(bad).toEqual([])
    },
  )
})
