// @vitest-environment node
/** The cleaner in a real browser, under a policy that demands Trusted Types: nothing of a known list of attacks may run or remain. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'

const browserPath = env.chromiumPath ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((p) => existsSync(p))
const list = path.resolve(import.meta.dirname, '../../../shared/data/adversarial/xss/payloadbox-xss-even-lines.txt')
const attacks = [
  '<img src=x onerror=ran()>',
  '<svg><script>ran()</script></svg>',
  '<svg/onload=ran()>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<iframe src="javascript:parent.ran()"></iframe>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran()>',
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<details open ontoggle=ran()>x</details>',
  '<a id=ran href="javascript:ran()" autofocus onfocus=ran()>x</a>',
  '<base href="https://evil.example/"><a href="x">x</a>',
  '<style>@import "https://evil.example/a.css"</style>',
  '<img src="https://evil.example/track.png"><img srcset="https://evil.example/2.png 1x" src="/a.png">',
]

describe.skipIf(!browserPath)('foreign markup in a browser (skipped when there is no Chromium)', () => {
  let browser: Browser
  let page: Page
  const foreign: string[] = []

  beforeAll(async () => {
    const built = (await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        minify: false,
        lib: {
          entry: path.join(import.meta.dirname, 'testing/cleaner.ts'),
          formats: ['iife'],
          name: 'cleaner',
          fileName: 'c',
        },
      },
    })) as Rolldown.RolldownOutput[]
    const script = built[0]?.output[0].code ?? ''
    browser = await chromium.launch({
      ...(browserPath ? { executablePath: browserPath } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    })
    page = await browser.newPage()
    await page.route('**', (route) => {
      const url = new URL(route.request().url())
      if (url.origin !== 'http://range.test') {
        foreign.push(url.href)
        return route.abort()
      }
      if (url.pathname === '/c.js') return route.fulfill({ contentType: 'text/javascript', body: script })
      if (url.pathname !== '/') return route.fulfill({ status: 404, body: '' })
      return route.fulfill({
        contentType: 'text/html',
        headers: {
          // inline scripts are allowed here on purpose: the cleaner has to stop them, not this policy
          'content-security-policy': "require-trusted-types-for 'script'; trusted-types dompurify",
        },
        body: '<!doctype html><script>window.times = 0; window.ran = () => { window.times++ }</script><script src="/c.js"></script><main></main>',
      })
    })
    await page.goto('http://range.test/')
  }, 60_000)
  afterAll(() => browser?.close())

  /** Puts each text into the page as SafeHtml does and says which did anything, or left something that could. */
  const harmful = (texts: string[], as: 'markup' | 'markdown' = 'markup'): Promise<string[]> =>
    page.evaluate(
      async ({ all, asMarkdown }) => {
        const w = window as unknown as {
          cleaner: {
            sanitize(h: string, o: { opensOutside: string }): DocumentFragment
            markdownToHtml(text: string): string
          }
          times: number
        }
        const tags =
          /^(script|style|iframe|object|embed|form|input|button|link|meta|base|svg|math|template|video|audio|source)$/i
        const place = document.querySelector('main')
        const bad: string[] = []
        w.times = 0
        for (const [i, text] of all.entries()) {
          const html = asMarkdown ? w.cleaner.markdownToHtml(text) : text
          place?.replaceChildren(w.cleaner.sanitize(html, { opensOutside: 'x' }))
          const left = [...(place?.querySelectorAll('*') ?? [])].some(
            (e) =>
              tags.test(e.tagName) ||
              [...e.attributes].some((a) => /^(on|style$|id$|name$|srcset$)/i.test(a.name)) ||
              (e instanceof HTMLAnchorElement && e.hasAttribute('href') && !/^(https?|mailto):$/.test(e.protocol)),
          )
          if (left) bad.push(text)
          // what runs, runs a moment later; the moment is shared by forty texts
          if (i % 40 < 39 && i < all.length - 1) continue
          await new Promise((r) => setTimeout(r, 20))
          if (w.times > 0) bad.push(`one of the forty up to ${text}`)
          w.times = 0
        }
        return bad
      },
      { all: texts, asMarkdown: as === 'markdown' },
    )

  it('does nothing for attacks on parsers', async () => {
    expect(await harmful(attacks)).toEqual([])
  })

  it.skipIf(!existsSync(list))(
    'does nothing for every line of the list in ../shared/data (skipped when it is absent)',
    async () => {
      const lines = readFileSync(list, 'utf8').split('\n').filter(Boolean)
      expect(lines.length).toBeGreaterThan(1000)
      expect(await harmful(lines)).toEqual([])
    },
    120_000,
  )

  it('does nothing for Markdown that hides an attack, however it is written', async () => {
    const hidden = [
      '[x](javascript:ran())',
      '[x](JaVaScRiPt:ran())',
      '[x](data:text/html,<script>ran()</script>)',
      '[x](vbscript:ran())',
      '[x](&#106;avascript:ran())',
      '[x](<javascript:ran()>)',
      '[x]: javascript:ran()\n\n[x]',
      '<javascript:ran()>',
      '![x](x"onerror="ran())',
      '![x](https://evil.example/track.png)',
      '![" onerror="ran()](x)',
      '[x](https://a.example "" onmouseover="ran()")',
      '```"onload="ran()\nx\n```',
      '| a |\n| --- |\n| <img src=x onerror=ran()> |',
      ...attacks,
      ...attacks.map((a) => `> - ${a}`),
    ]
    expect(await harmful(hidden, 'markdown')).toEqual([])
    const lines = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
    expect(await harmful(lines, 'markdown')).toEqual([])
    expect(foreign).toEqual([])
  })

  const cleaned = (html: string): Promise<string> =>
    page.evaluate((text) => {
      const w = window as unknown as { cleaner: { sanitize(h: string, o: { opensOutside: string }): DocumentFragment } }
      const place = document.createElement('div')
      place.append(w.cleaner.sanitize(text, { opensOutside: 'outside' }))
      return place.innerHTML
    }, html)

  it('keeps what a description needs', async () => {
    const html =
      '<h2>Use</h2><p>a <b>b</b> <code>c</code></p><ul><li>d</li></ul><table><tbody><tr><td colspan="2">e</td></tr></tbody></table>'
    expect(await cleaned(html)).toBe(html)
  })

  it('takes plain text and a page without a body as they are worth', async () => {
    expect(await cleaned('1 < 2 & 3')).toBe('1 &lt; 2 &amp; 3')
    expect(await cleaned('<frameset onload=ran()>')).toBe('')
  })

  it('opens links to elsewhere in a window that cannot reach back, and own links here', async () => {
    const outside = await cleaned('<a href="https://nmap.org">x</a>')
    expect(outside).toContain('target="_blank"')
    expect(outside).toContain('noopener')
    expect(await cleaned('<a href="/oj/all-course">x</a>')).toBe('<a href="/oj/all-course">x</a>')
    for (const bad of ['//evil.example', '/\\evil.example', 'javascript:x', 'data:text/html,x', 'ftp://x'])
      expect(await cleaned(`<a href="${bad}">x</a>`)).toBe('<a>x</a>')
  })

  it('shows pictures of its own origin and raster data only', async () => {
    expect(await cleaned('<img src="/files/1" alt="map">')).toContain('src="/files/1"')
    expect(await cleaned('<img src="data:image/png;base64,iVBORw0KGgo=">')).toContain('data:image/png')
    expect(await cleaned('<img src="https://evil.example/a.png" alt="map">')).toBe('map')
    expect(await cleaned('<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="map">')).toBe('map')
  })

  it('changes nothing the second time', async () => {
    const changed = await page.evaluate((all) => {
      const w = window as unknown as {
        cleaner: { sanitize(h: string, o: { opensOutside: string }): DocumentFragment }
      }
      const clean = (html: string) => {
        const place = document.createElement('div')
        place.append(w.cleaner.sanitize(html, { opensOutside: 'x' }))
        return place
      }
      return all.filter((html) => {
        const once = clean(html)
        return !clean(once.innerHTML).isEqualNode(once)
      })
    }, attacks)
    expect(changed).toEqual([])
  })

  it('asked nobody else for anything', () => {
    expect(foreign).toEqual([])
  })

  it('would see an attack that runs', async () => {
    const times = await page.evaluate(() => {
      const button = document.createElement('button')
      button.onclick = () => (window as unknown as { ran(): void }).ran()
      button.click()
      return (window as unknown as { times: number }).times
    })
    expect(times).toBeGreaterThan(0)
  })
})
