// @vitest-environment node
/** C4: The cleaner in a real browser, under a policy that demands Trusted Types: nothing of a known list of attacks may run or remain. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import fc from 'fast-check'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { sampled } from '#tests/support/some.ts'

const browserPath = env.chromiumPath ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((p) => existsSync(p))
const list = path.resolve(import.meta.dirname, '../../../../shared/data/adversarial/xss/payloadbox-xss-even-lines.txt')
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

/** `RUNS=20000` for the whole proof. */
const trees = Number(process.env.RUNS ?? (env.whole ? 2000 : 80))
const words = fc.constantFrom(
  'x',
  '&lt;',
  '<',
  '&amp;amp;',
  '"',
  "'",
  '-->',
  '<!--',
  ']]>',
  '</p>',
  '</title>',
  '\u00a0',
  '\n',
  '`',
)
const names = fc.constantFrom(
  ...'p b a img div span table tr td th tbody thead caption colgroup col ul ol li dl dt dd pre code h1 blockquote details summary ruby rt br hr'.split(
    ' ',
  ),
  ...'math mtext mglyph mi annotation-xml svg title desc foreignObject style script noscript template form input button select option textarea iframe object applet embed base body html frameset marquee'.split(
    ' ',
  ),
)
const attribute = fc
  .tuple(
    fc.constantFrom(
      'href',
      'src',
      'title',
      'alt',
      'id',
      'name',
      'onerror',
      'style',
      'class',
      'srcdoc',
      'xlink:href',
      'open',
      'start',
      'width',
    ),
    fc.constantFrom(
      'x',
      '#a',
      '/a',
      'https://a.example/',
      'javascript:ran()',
      'mailto:a@b',
      'data:image/png;base64,iVBORw0KGgo=',
      '"><img src=x onerror=ran()>',
      '1',
      'location',
      'cookie',
    ),
    fc.constantFrom('"', "'", ''),
  )
  .map(
    ([name, value, quote]) =>
      ` ${name}=${quote}${quote ? value.replaceAll(quote, quote === '"' ? '&quot;' : '&#39;') : value.replace(/[\s>"'].*/, '')}${quote}`,
  )
/** Markup with every rule of nesting broken now and then: elements of three namespaces, ends that close nothing, ends left out. */
const tree = fc.letrec<{ node: string; list: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    words,
    fc
      .tuple(names, fc.array(attribute, { maxLength: 3 }), tie('list'), fc.boolean())
      .map(([name, list, inner, open]) => `<${name}${list.join('')}>${inner}${open ? '' : `</${name}>`}`),
    fc.tuple(words, names).map(([text, name]) => `${text}</${name}>`),
  ),
  list: fc.array(tie('node'), { maxLength: 4 }).map((l) => l.join('')),
})).list

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
          'content-security-policy': "require-trusted-types-for 'script'; trusted-types dompurify reread",
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
      expect(await harmful([...sampled(lines)])).toEqual([])
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
    expect(await harmful([...sampled(lines)], 'markdown')).toEqual([])
    expect(foreign).toEqual([])
  })

  const cleaned = (html: string): Promise<string> =>
    page.evaluate((text) => {
      const w = window as unknown as {
        cleaner: { sanitize(h: string, o: { opensOutside: string }, pictures: string): DocumentFragment }
      }
      const place = document.createElement('div')
      place.append(w.cleaner.sanitize(text, { opensOutside: 'outside' }, '/api/pictures/'))
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

  it('shows pictures of its own store and raster data only: no other address is called by whoever reads', async () => {
    const name = '0190f3a2-7c11-7b5e-9f00-3d2a5c6b7e8f.png'
    expect(await cleaned(`<img src="/pictures/${name}" alt="map">`)).toContain(`src="/api/pictures/${name}"`)
    for (const called of ['/files/1', '/api/session', `/api/pictures/${name}/../../session`, `/pictures/${name}?x`])
      expect(await cleaned(`<img src="${called}" alt="map">`)).toBe('map')
    expect(await cleaned('<img src="data:image/png;base64,iVBORw0KGgo=">')).toContain('data:image/png')
    expect(await cleaned('<img src="https://evil.example/a.png" alt="map">')).toBe('map')
    expect(await cleaned('<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="map">')).toBe('map')
  })

  /** Texts that the second cleaning changes, that read back as other nodes than were shown, or that name what a script of the page looks up. */
  const unstable = (texts: readonly string[]): Promise<string[]> =>
    page.evaluate((all) => {
      const w = window as unknown as {
        cleaner: {
          sanitize(h: string, o: { opensOutside: string }): DocumentFragment
        }
        reader?: { createHTML(t: string): string }
      }
      const inside = (...nodes: (string | Node)[]) => {
        const place = document.createElement('div')
        place.append(...nodes)
        return place
      }
      // the one string that is parsed here, so that its nodes can be compared; nothing of it is put into the page
      const policy = (
        window as unknown as {
          trustedTypes: {
            createPolicy(n: string, o: object): { createHTML(t: string): string }
          }
        }
      ).trustedTypes
      const reader = (w.reader ??= policy.createPolicy('reread', {
        createHTML: (t: string) => t,
      }))
      const clean = (html: string) => inside(w.cleaner.sanitize(html, { opensOutside: 'x' }))
      /** As every reader has it: two texts side by side are one, and a parser takes the line end after `<pre>` away. */
      const plain = (place: HTMLElement) => {
        place.normalize()
        for (const pre of place.querySelectorAll('pre')) {
          const first = pre.firstChild
          if (first instanceof Text) first.data = first.data.replace(/^\n/, '')
        }
        place.normalize()
        return place
      }
      return all.filter((html) => {
        const once = clean(html)
        const text = once.innerHTML
        const reread = document.createElement('div')
        const range = document.createRange()
        range.selectNodeContents(reread)
        reread.append(range.createContextualFragment(reader.createHTML(text)))
        return (
          !plain(clean(text)).isEqualNode(plain(once)) ||
          !plain(reread).isEqualNode(once) ||
          once.querySelector('[id], [name], [for], [form], [is], [slot], [part]') !== null
        )
      })
    }, texts as string[])

  it('C4: is the same when it is cleaned again and when it is read back, for attacks', async () => {
    expect(await unstable(attacks)).toEqual([])
  })

  it(`C4: … and for ${trees} trees that nobody thought of`, {
    timeout: 60_000 + trees * 20,
  }, async () => {
    const wrong: string[] = []
    for (let from = 0; from < trees; from += 500)
      wrong.push(
        ...(await unstable(
          fc.sample(tree, {
            numRuns: Math.min(500, trees - from),
            seed: from,
          }),
        )),
      )
    expect(wrong).toEqual([])
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
