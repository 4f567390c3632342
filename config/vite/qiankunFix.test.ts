import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import vm from 'node:vm'
import { build } from 'vite'
import qiankun from 'vite-plugin-qiankun'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cspHashes, scriptHashes } from './cspHashes.ts'
import { publicFolder } from './publicFolder.ts'
import { qiankunFix, repair } from './qiankunFix.ts'

/** A page with a shared and a lazy chunk, built as the app is. */
let root = ''
let html = ''
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'range-html-'))
  mkdirSync(path.join(root, 'public'))
  const files = {
    'index.html':
      '<!doctype html><html><head></head><body><div id="mg-root"></div><script type="module" src="/main.js"></script></body></html>',
    'main.js': "import './main.css'\nimport { shared } from './shared.js'\nshared()\nimport('./lazy.js')\n",
    'shared.js': "export const shared = () => console.log('shared')\n",
    'lazy.js': "import { shared } from './shared.js'\nshared()\n",
    'main.css': 'b{color:red}',
    'public/config.json': '{"language":"en-US"}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text)
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    base: '/page/mg/',
    plugins: [publicFolder(), qiankun('mgApp', { useDevMode: false }), qiankunFix(), cspHashes()],
    build: {
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', test: /shared/ }] } } },
    },
  })
  html = built('index.html')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
const built = (file: string): string => readFileSync(path.join(root, 'dist', file), 'utf8')
const inline = (): string[] =>
  [...html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((m) => m[1] ?? '')

/** Runs the page's inline scripts as qiankun does, with `imported` for the entry's address, and gives what a host would hold. */
function load(hosted: boolean, imported: (url: string) => Promise<unknown>) {
  const window: Record<string, unknown> = {
    location: { href: 'https://host.example/campus/app/x' },
    URL,
    ...(hosted
      ? { __POWERED_BY_QIANKUN__: true, __INJECTED_PUBLIC_PATH_BY_QIANKUN__: 'https://range.example/page/mg/' }
      : {}),
  }
  window.window = window
  if (hosted) window.proxy = window
  window.imported = imported
  const context = vm.createContext(window)
  for (const script of inline()) vm.runInContext(script.replaceAll('import(', 'imported('), context)
  return window as Record<string, unknown> & {
    mgApp: Record<'mount' | 'bootstrap' | 'unmount' | 'update', (props?: object) => Promise<unknown>>
  }
}
const lifecycles = () => ({ bootstrap: vi.fn(), mount: vi.fn(), unmount: vi.fn(), update: vi.fn() })

describe('the page a host loads', () => {
  it('hands its lifecycles over on its own window', () => {
    expect(html).toContain('window.vitemount')
    expect(html).not.toContain('window.proxy.vite')
  })

  it('imports the entry from the app’s origin under a host', async () => {
    const imported = vi.fn(() => Promise.resolve())
    load(true, imported)
    expect(imported).toHaveBeenCalledWith(
      expect.stringMatching(/^https:\/\/range\.example\/page\/mg\/assets\/index-.*\.js$/),
    )
  })

  it('passes props and the addresses of its style sheets to mount', async () => {
    const own = lifecycles()
    const window = load(true, () => Promise.resolve())
    window.moudleQiankunAppLifeCycles = { mgApp: own }
    await window.mgApp.mount({ token: 't' })
    expect(own.mount).toHaveBeenCalledWith({ token: 't' }, [
      expect.stringMatching(/^https:\/\/range\.example\/page\/mg\/assets\/.*\.css$/),
    ])
  })

  it('tells bootstrap what the app was loaded with', async () => {
    const own = lifecycles()
    const window = load(true, () => Promise.resolve())
    window.moudleQiankunAppLifeCycles = { mgApp: own }
    await window.mgApp.bootstrap({ name: 'mgApp', token: 't' })
    expect(own.bootstrap).toHaveBeenCalledWith({ name: 'mgApp', token: 't' })
  })

  it('hands over to the app that was loaded even when another app starts meanwhile', async () => {
    const own = lifecycles()
    let arrive = () => {}
    const window = load(true, () => new Promise<void>((done) => (arrive = done)))
    window.proxy = { nobody: true }
    window.moudleQiankunAppLifeCycles = { mgApp: own }
    arrive()
    await window.mgApp.mount({})
    expect(own.mount).toHaveBeenCalledOnce()
  })

  it('rejects when the entry does not bring the lifecycles', async () => {
    const window = load(true, () => Promise.resolve())
    await expect(window.mgApp.bootstrap()).rejects.toThrow('entry module failed to load')
  })

  it('mounts the app itself when there is no host', async () => {
    const own = lifecycles()
    const imported = vi.fn(() => Promise.resolve())
    const window = load(false, imported)
    window.moudleQiankunAppLifeCycles = { mgApp: own }
    await expect.poll(() => own.mount.mock.calls).toEqual([[{}]])
    expect(imported).toHaveBeenCalledWith(expect.stringMatching(/^\/page\/mg\/assets\/index-/))
  })

  it('says so when there is no host and the entry does not load', async () => {
    const root = { removeAttribute: vi.fn() }
    const querySelector = vi.fn(() => root)
    const window = load(false, () => new Promise((done) => setTimeout(done, 5)))
    window.document = { querySelector }
    await expect.poll(() => root.removeAttribute.mock.calls).toContainEqual(['hidden'])
  })

  it('keeps module scripts and style sheets out of the host’s hands', () => {
    for (const tag of html.match(/<(?:script[^>]*type="module"|link[^>]*rel="stylesheet")[^>]*>/g) ?? [])
      expect(tag).toMatch(/\signore\s/)
    expect(html).toMatch(/<link ignore rel="stylesheet"/)
  })

  it('leaves no link to a script for a host to follow', () => {
    expect(html).not.toMatch(/<link[^>]*preload/)
  })

  it('runs what the entry imports one by one before the entry, on a page of its own', async () => {
    const ran: string[] = []
    load(false, (url) => {
      ran.push(url.replace(/-[\w-]{6,8}\.js$/, ''))
      // the entry itself is never done here: what follows it is not what this is about
      return url.includes('index') ? new Promise(() => {}) : Promise.resolve()
    })
    await expect.poll(() => ran).toEqual(['/page/mg/assets/shared', '/page/mg/assets/index'])
  })

  it('fails the build when the plugin writes something else than expected', () => {
    expect(() => repair('<html><body><script>start()</script></body></html>')).toThrow(/vite-plugin-qiankun/)
  })
})

describe('what lies beside the page', () => {
  it('csp.json holds the hash of each inline script', () => {
    const { script } = JSON.parse(built('csp.json')) as { script: string[] }
    expect(script).toEqual(scriptHashes(html))
    expect(script).toHaveLength(inline().length)
  })

  it('public files keep the name of their folder in the address', () => {
    expect(JSON.parse(built('public/config.json'))).toEqual({ language: 'en-US' })
  })
})

describe('the hashes of inline scripts', () => {
  it('are those a browser computes over the text between the tags', () => {
    expect(scriptHashes('<script>alert(1)</script><script src="a.js"></script>')).toEqual([
      'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=',
    ])
  })
})
