/**
 * What every app pays under qiankun: a page with an Arco table and form and nothing else, built with our own plugins, and a host page that
 * only mounts. Both are written, built and served here; the host and the apps it mounts are on different origins.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import qiankun from 'vite-plugin-qiankun'
import { arcoCss } from '#config/vite/arcoCss.ts'
import { arcoScope } from '#config/vite/arcoScope.ts'
import { qiankunFix } from '#config/vite/qiankunFix.ts'
import { root } from '../support/served.ts'

const page = `
import { createRoot } from 'react-dom/client'
import { Button, Form, Input, Select, Table } from '@arco-design/web-react'

const columns = ['Name', 'Category', 'Language', 'Price', 'Changed'].map((title) => ({ title, dataIndex: title }))
const rows = Array.from({ length: 20 }, (_, i) => ({
  key: i, Name: 'Tool ' + i, Category: 'Scanning', Language: 'C', Price: 'free', Changed: '2025-01-0' + (i % 9),
}))
const Page = () => (
  <div className="mg-app">
    <h1>Tools</h1>
    <Form layout="inline">
      <Form.Item label="Name" field="name"><Input /></Form.Item>
      <Form.Item label="Category" field="category"><Select options={['Scanning', 'Forensics']} /></Form.Item>
      <Button type="primary">Search</Button>
    </Form>
    <Table columns={columns} data={rows} pagination={false} />
  </div>
)
let app
window.moudleQiankunAppLifeCycles = {
  ...window.moudleQiankunAppLifeCycles,
  floor: {
    async bootstrap() {},
    async mount(props, css = []) {
      await Promise.all(css.map((href) => document.head.querySelector('link[href="' + href + '"]') ?? new Promise((done) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href, onload: done })
        document.head.append(link)
      })))
      app = createRoot(props.container.querySelector('#floor'))
      app.render(<Page />)
    },
    async unmount() { app.unmount() },
    async update() {},
  },
}
`
const host = `
import { loadMicroApp } from 'qiankun'
window.embed = (name, entry, props) => loadMicroApp({ name, entry, container: document.querySelector('#place'), props })
`
const html = (body: string, script: string) =>
  `<!doctype html><html><head><title>bench</title></head><body>${body}<script type="module" src="./${script}"></script></body></html>`

export interface Floor {
  /** Address of a page with `embed(name, entry, props)` that returns what `loadMicroApp` does. */
  host: string
  /** Address of the Arco page, on another origin than the host. */
  entry: string
  stop(): void
}

export async function startFloor(): Promise<Floor> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'range-floor-'))
  symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'))
  const write = (folder: string, files: Record<string, string>) => {
    mkdirSync(path.join(dir, folder))
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, folder, name), text)
  }
  write('floor', { 'index.html': html('<div id="floor"></div>', 'main.jsx'), 'main.jsx': page })
  write('host', { 'index.html': html('<div id="place"></div>', 'main.js'), 'main.js': host })
  const common = { configFile: false, logLevel: 'silent', envDir: false } as const
  await build({
    ...common,
    root: path.join(dir, 'floor'),
    base: '/floor/',
    plugins: [
      react(),
      arcoCss(),
      arcoScope({ root: '.mg-app', dark: '.theme-dark' }),
      qiankun('floor', { useDevMode: false }),
      qiankunFix(),
    ],
    build: { outDir: '../out/floor', emptyOutDir: true },
  })
  await build({
    ...common,
    root: path.join(dir, 'host'),
    base: '/host/',
    build: { outDir: '../out/host', emptyOutDir: true },
  })

  const kinds: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }
  const server = createServer((req, res) => {
    const asked = new URL(req.url ?? '/', 'http://x').pathname
    const file = path.join(dir, 'out', asked.endsWith('/') ? `${asked}index.html` : asked)
    try {
      const body = gzipSync(readFileSync(file))
      res.writeHead(200, {
        'content-type': kinds[path.extname(file)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
        'access-control-allow-origin': '*',
        'cache-control': asked.includes('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      })
      res.end(body)
    } catch {
      res.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    host: `http://localhost:${port}/host/`,
    entry: `http://127.0.0.1:${port}/floor/`,
    stop() {
      server.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
