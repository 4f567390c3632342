import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import vm from 'node:vm'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { early } from './early.ts'

let root = ''
let html = ''
let script = ''
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'range-early-'))
  const files = {
    'index.html': '<!doctype html><body><div id="mg-root"></div><script type="module" src="/main.js"></script></body>',
    'main.css': 'i{color:red}',
    'main.js':
      "import './main.css'\n" +
      "if (sessionStorage.length) import('./inside.js')\nelse import('./entrance.js')\nimport(`./words-${navigator.language}.js`)\n" +
      "if (location.hash) import('./tools.js')\nelse import('./dorks.js')\n",
    'inside.js': "import './inside.css'\nconsole.log('inside')\n",
    'inside.css': 'b{color:red}',
    'entrance.js': "console.log('entrance')\n",
    'words-en-US.js': "console.log('words')\n",
    'words-zh-CN.js': "console.log('话')\n",
    'tools.js': "import './tools.css'\nimport './shared.js'\nconsole.log('tools')\n",
    'tools.css': 'u{color:red}',
    'shared.js': "console.log('shared')\n",
    'dorks.js': "import './shared.js'\nconsole.log('dorks')\n",
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text)
  mkdirSync(path.join(root, 'public'))
  const screens = () =>
    Promise.resolve([
      {
        path: '/tools',
        file: path.join(root, 'tools.js'),
        words: [],
        menu: true,
        first: ['/tools?page=1&page_size=20'],
      },
      {
        path: '/dorks/:id',
        file: path.join(root, 'dorks.js'),
        words: [],
        menu: false,
        first: ['/dorks/:id?language=:language'],
        regardless: ['at'],
      },
    ])
  await build({ root, configFile: false, logLevel: 'silent', base: '/page/mg/', plugins: [early(screens)] })
  html = readFileSync(path.join(root, 'dist/index.html'), 'utf8')
  script = [...html.matchAll(/<script id="mg-early">([\s\S]*?)<\/script>/g)].at(-1)?.[1] ?? ''
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Without what the build adds to a file's name. */
const bare = (url: string): string => url.replace(/-[\w-]{6,8}\./, '.')

/** Runs the page's script; what it asked for, by kind. */
function run(o: {
  hosted?: boolean
  session?: string
  language?: string
  browser?: string
  denied?: boolean
  fault?: string
  open?: string
  at?: string
}) {
  const asked: string[] = []
  const element: { asked?: { config?: Promise<Response>; session?: Promise<Response> }; begun?: object } = {}
  const store = (values: Record<string, string | undefined>) => ({
    getItem: (key: string) => {
      if (o.denied) throw new Error('denied')
      return values[key.replace('range:http://x:', '')] ?? null
    },
  })
  const window: Record<string, unknown> = {
    __POWERED_BY_QIANKUN__: o.hosted,
    location: new URL(`/page/mg${o.at ?? '/personal'}`, 'http://x'),
    localStorage: store({ language: o.language, open: o.open }),
    sessionStorage: store({ session: o.session, fault: o.fault }),
    URL,
    navigator: { language: o.browser ?? 'en-US' },
    fetch: (url: string | URL, init?: { headers?: Record<string, string> }) => {
      asked.push([bare(String(url)), init?.headers?.['Authorization'] ?? []].flat().join(' '))
      const file = /assets\/screens-.*\.json$/.exec(String(url))?.[0]
      return Promise.resolve(new Response(file ? readFileSync(path.join(root, 'dist', file)) : '{"api":"/api/mg/api"}'))
    },
    document: {
      currentScript: element,
      createElement: () => ({}),
      head: {
        append: (l: { rel: string; as?: string; href: string }) => asked.push(`${l.as ?? l.rel} ${bare(l.href)}`),
      },
    },
  }
  window.window = window
  vm.runInContext(script, vm.createContext(window))
  return { asked, element }
}

describe('a page of its own', () => {
  it('asks for the configuration, the words and the sign-in when nobody is signed in', async () => {
    const { asked, element } = run({})
    expect(asked).toEqual([
      '/page/mg/public/config.json',
      'modulepreload /page/mg/assets/index.js',
      'modulepreload /page/mg/assets/words-en-US.js',
      'modulepreload /page/mg/assets/entrance.js',
    ])
    expect(element.asked).toHaveProperty('config')
    expect(element.asked).not.toHaveProperty('session')
  })
  it('asks for the words of the browser’s language where none was chosen', () => {
    const here = run({ browser: 'zh-TW' })
    expect(here.asked).toEqual(run({ language: 'zh-CN' }).asked)
    expect(here.asked).not.toEqual(run({}).asked)
    expect(run({ browser: 'zh-CN', language: 'en-US' }).asked).toEqual(run({}).asked)
  })
  it('asks for the frame and its style when there is a session, in the language of the last visit', () => {
    expect(run({ session: '{}', language: 'zh-CN', at: '/nowhere' }).asked).toEqual([
      '/page/mg/public/config.json',
      '/page/mg/assets/screens.json',
      'modulepreload /page/mg/assets/index.js',
      'modulepreload /page/mg/assets/words-zh-CN.js',
      'modulepreload /page/mg/assets/inside.js',
      'style /page/mg/assets/inside.css',
      // what every screen needs
      'modulepreload /page/mg/assets/shared.js',
    ])
  })
  it('asks for neither the frame nor the sign-in where another tab may hand its session on', () => {
    expect(run({ open: '1' }).asked).toEqual([
      '/page/mg/public/config.json',
      'modulepreload /page/mg/assets/index.js',
      'modulepreload /page/mg/assets/words-en-US.js',
    ])
    expect(run({ open: '1', session: '{}' }).asked).toEqual(run({ session: '{}' }).asked)
  })
  it('stands before the style sheets, which a script would wait for', () => {
    expect(html.indexOf('mg-early')).toBeGreaterThan(0)
    expect(html.indexOf('mg-early')).toBeLessThan(html.indexOf('rel="stylesheet"'))
  })
  it('asks for no file that the build did not write', () => {
    const [, said = ''] = /const first = (\{.*\})/.exec(script) ?? []
    const named = [...said.matchAll(/"([\w.-]+-[\w-]{6,8}(?:\.css)?|index)"/g)].map(([, name = '']) => name)
    const files = named.map((name) => `assets/${name}${name.endsWith('.css') ? '' : '.js'}`)
    expect(files.length).toBeGreaterThan(4)
    expect(files.filter((file) => !existsSync(path.join(root, 'dist', file)))).toEqual([])
  })
  it('asks for the session and its rights as soon as the configuration says where', async () => {
    const { asked, element } = run({ session: '{"token":"tok"}' })
    await element.asked?.session
    expect(asked).toContain('http://x/api/mg/api/session Bearer tok')
    expect(asked).toContain('http://x/api/mg/api/session/permissions Bearer tok')
    expect(await (await element.asked?.config)?.json()).toEqual({ api: '/api/mg/api' })
  })
  it('asks for the files and the first call of the screen it is at, with a session', async () => {
    const { asked, element } = run({ session: '{"token":"tok"}', at: '/tools' })
    await element.asked?.session
    expect(asked).toContain('http://x/api/mg/api/tools?page=1&page_size=20 Bearer tok')
    expect(asked.filter((a) => /tools\.|shared/.test(a) && !a.includes('api'))).toEqual([
      'modulepreload /page/mg/assets/shared.js',
      'modulepreload /page/mg/assets/tools.js',
      'style /page/mg/assets/tools.css',
    ])
    expect(run({ at: '/tools' }).asked).toEqual(run({}).asked)
  })
  it('looks a deeper address up in a table of its own', async () => {
    const found = async (at: string) => {
      const { asked, element } = run({ session: '{"token":"tok"}', at })
      await vi.waitFor(() => expect(asked.some((a) => /permissions/.test(a))).toBe(true))
      await new Promise((done) => setTimeout(done, 20))
      return { asked, begun: Object.keys(element.begun ?? {}) }
    }
    const { asked, begun } = await found('/dorks/7?at=3')
    expect(asked).toContain('/page/mg/assets/screens.json')
    expect(asked).toContain('modulepreload /page/mg/assets/dorks.js')
    expect(asked).toContain('http://x/api/mg/api/dorks/7?language=en-US Bearer tok')
    expect(begun).toEqual(['/dorks/7?language=en-US'])
    expect((await found('/dorks/7?preview=true')).begun).toEqual([])
    expect((await found('/dorks/')).asked).not.toContain('modulepreload /page/mg/assets/dorks.js')
    expect((await found('/tools')).asked.filter((a) => a.includes('.json'))).toEqual(['/page/mg/public/config.json'])
  })
  it('leaves the first call to the app where the address says more', async () => {
    const { asked, element } = run({ session: '{"token":"tok"}', at: '/tools?page=2' })
    await element.asked?.session
    expect(asked.filter((a) => a.includes('page_size'))).toEqual([])
  })
  it('leaves the session to the app when a failure is being tried out', async () => {
    expect(run({ session: '{"token":"tok"}', fault: 'busy' }).element.asked).not.toHaveProperty('session')
  })
  it('does the same as for nobody where the storage is closed', () => {
    expect(run({ denied: true, session: '{}' }).asked).toEqual(run({}).asked)
  })
})
it('asks for nothing under a host', () => expect(run({ hosted: true }).asked).toEqual([]))
