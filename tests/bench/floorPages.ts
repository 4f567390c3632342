/** Pages that any React page is measured against in the same run: an empty one, and one of Arco with a table and a form. Built and served like ours. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { arcoCss } from '#config/vite/arcoCss.ts'
import { root } from '../support/served.ts'

export interface FloorPage {
  url: string
  stop(): void
}

const empty = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement('p', { id: 'ready' }, 'ready'))`

/** A list and what adds to it, as a page of a back office has them, with its rows in the page. */
const arco = `
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button, Card, DatePicker, Form, Input, Message, Modal, Select, Table } from '@arco-design/web-react'
const rows = Array.from({ length: 20 }, (_, i) => ({ key: i, name: 'Row ' + i, kind: i % 3 ? 'free' : 'paid', at: '2026-01-' + (i + 1) }))
const columns = ['name', 'kind', 'at'].map((name) => ({ title: name, dataIndex: name, sorter: (a, b) => (a[name] > b[name] ? 1 : -1) }))
function Page() {
  const [open, show] = useState(false)
  const [form] = Form.useForm()
  const field = (name, control) => h(Form.Item, { label: name, field: name, rules: [{ required: true }] }, control)
  return h(Card, { title: 'Rows', id: 'ready' },
    h(Form, { form, layout: 'inline', onSubmit: () => Message.info('sent') },
      field('name', h(Input)), field('kind', h(Select, { options: ['free', 'paid'] })), field('at', h(DatePicker)),
      h(Button, { type: 'primary', htmlType: 'submit' }, 'Search'), h(Button, { onClick: () => show(true) }, 'Add')),
    h(Table, { data: rows, columns, rowSelection: { type: 'checkbox' } }),
    h(Modal, { visible: open, title: 'Add', onCancel: () => show(false) }, h(Input)))
}
createRoot(document.getElementById('root')).render(h(Page))`

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

async function floorPage(source: string): Promise<FloorPage> {
  const dir = mkdtempSync(path.join(root, 'node_modules/.cache/range-floor-'))
  writeFileSync(
    path.join(dir, 'index.html'),
    '<!doctype html><title>floor</title><div id="root"></div><script type="module" src="./main.js"></script>',
  )
  writeFileSync(path.join(dir, 'main.js'), source)
  writeFileSync(path.join(dir, 'package.json'), '{}')
  await build({
    root: dir,
    configFile: false,
    logLevel: 'silent',
    base: './',
    plugins: [arcoCss()],
    build: { outDir: 'out' },
    resolve: { dedupe: ['react', 'react-dom'] },
  })
  const server = createServer((req, res) => {
    const name = (req.url ?? '/').split('?')[0] ?? '/'
    const file = path.join(dir, 'out', name === '/' ? 'index.html' : name)
    try {
      const body = gzipSync(readFileSync(file), { level: 9 })
      res.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain', 'content-encoding': 'gzip' })
      res.end(body)
    } catch {
      res.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export const emptyPage = (): Promise<FloorPage> => floorPage(empty)
export const arcoPage = (): Promise<FloorPage> => floorPage(arco)
