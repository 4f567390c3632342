/** Archives made on the fly, and the calls that bring them in. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'
import { expect } from 'vitest'
import type { Db } from '#mock/db/db.ts'
import type { ImportPackage, ImportRow } from '#src/contract/import/import.schema.ts'
import { limits } from '#src/contract/limits.ts'
import { documents } from '#mock/crud/documents.ts'
import { insertAccount } from '#mock/areas/session/account.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import { began } from './people.ts'
import type { As, TestServer } from './server.ts'

export type Files = Record<string, string | Uint8Array>

export const zipped = (files: Files, level: 0 | 6 = 6): Buffer => {
  const entries = Object.entries(files).map(([name, data]) => [
    name,
    typeof data === 'string' ? Buffer.from(data) : data,
  ])
  return Buffer.from(zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, { level }))
}

/** Optional real data beside the project; undefined where it is not. */
export const realData = (folder: string): string | undefined => {
  const dir = path.resolve(import.meta.dirname, '../../../../shared/data', folder)
  return fs.existsSync(dir) ? dir : undefined
}
/** All files below a folder, by their path in it. */
export function folderFiles(dir: string, only: (name: string) => boolean = () => true): Files {
  const names = fs.readdirSync(dir, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    names
      .filter((f) => f.isFile())
      .map((f) => path.relative(dir, path.join(f.parentPath, f.name)))
      .filter(only)
      .map((name) => [name, fs.readFileSync(path.join(dir, name))]),
  )
}

const octets = { 'content-type': 'application/octet-stream' }

export async function upload(s: TestServer, bytes: Buffer, as: As = 'admin', name = 'package.zip'): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { id, offset } = await s.ok('POST /uploads', { body: { name, size: bytes.length, sha256 } }, as)
  for (let at = offset; at < bytes.length; ) {
    const payload = bytes.subarray(at, at + limits.chunk)
    at = (await s.ok('PATCH /uploads/:id', { params: { id }, query: { offset: at } }, as, { headers: octets, payload }))
      .offset
  }
  return id
}
/** One part, whatever comes of it. */
export const part = (s: TestServer, id: string, offset: number, payload: Buffer, as: As = 'admin') =>
  s.call('PATCH /uploads/:id', { params: { id }, query: { offset } }, as, { headers: octets, payload })

/** Uploads and plans, and waits for the plan or its failure. */
export async function plan(s: TestServer, bytes: Buffer, as: As = 'admin'): Promise<ImportPackage> {
  const upload_id = await upload(s, bytes, as)
  const { id } = await s.ok('POST /imports', { body: { upload_id } }, as)
  return planned(s, id, as)
}
export async function planned(s: TestServer, id: string, as: As = 'admin'): Promise<ImportPackage> {
  for (;;) {
    const { status, body, problem } = await s.call('GET /imports/:id', { params: { id } }, as)
    // a server that is behind asks readers to wait
    if (status !== 200 && problem.code !== 'busy')
      throw new Error(`GET /imports/:id answered ${status} ${problem.code}`)
    if (status === 200 && body.state !== 'planning') return body
    await new Promise((r) => setTimeout(r, 20))
  }
}
/** Many rows go in steps: waits until the import is at rest. */
async function rested<T extends Awaited<ReturnType<TestServer['call']>>>(s: TestServer, r: T, as: As): Promise<T> {
  let body = r.body as ImportPackage
  while (r.status === 200 && (body.state === 'applying' || body.state === 'undoing')) {
    await new Promise((next) => setTimeout(next, 20))
    const look = await s.call('GET /imports/:id', { params: { id: body.id } }, as)
    if (look.status === 200) body = look.body
  }
  return { ...r, body }
}
/** The call alone, which answers before many rows are written. */
export const beginApply = (
  s: TestServer,
  p: ImportPackage,
  on_duplicate: 'ask' | 'skip' | 'overwrite' = 'ask',
  as: As = 'admin',
) => s.call('POST /imports/:id/apply', { params: { id: p.id }, body: { digest: p.digest, on_duplicate } }, as)
export const apply = async (...[s, p, on, as = 'admin']: Parameters<typeof beginApply>) =>
  rested(s, await beginApply(s, p, on, as), as)
/** The undo with its figures: those that were told before it are those of what came of it. */
export async function undo(s: TestServer, p: ImportPackage, as: As = 'admin') {
  const before = await s.call('GET /imports/:id/undo', { params: { id: p.id } }, as)
  const call = await s.call(
    'POST /imports/:id/undo',
    { params: { id: p.id }, body: { version: p.version, digest: before.body?.digest } },
    as,
  )
  const r = await rested(s, call, as)
  const { removed, restored, kept } = before.body ?? {}
  if (before.status === 200 && r.status === 200 && r.body.state === 'undone' && r.body.problem === null)
    expect(r.body.details).toMatchObject({ removed, restored, kept })
  if (before.status === 200 && r.status === 409 && r.problem.code === 'nothing_undone')
    expect({ removed, restored, ...r.problem.details }).toMatchObject({
      removed: 0,
      restored: 0,
      kept,
      first: before.body.first,
    })
  return r
}

/** Every row of a plan, or those of a verdict. */
export async function rowsOf(s: TestServer, id: string, verdict?: ImportRow['verdict']): Promise<ImportRow[]> {
  const out: ImportRow[] = []
  for (let page = 1; ; page++) {
    const { status, body: got } = await s.call(
      'GET /imports/:id/rows',
      { params: { id }, query: { page, page_size: 200, verdict } },
      'admin',
    )
    if (status === 503) {
      await new Promise((r) => setTimeout(r, 20))
      page--
      continue
    }
    out.push(...got.items)
    if (out.length >= got.total) return out
  }
}

/** What the libraries hold, as one figure. Versions do not count: they only ever go up, so that no open form overwrites silently. */
export async function contents(db: Db, tables = ['r_tool', 'r_tool_category', 'r_dork', 'audience']): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables) {
    const { rows } = await db.query<{ row: string }>(
      `select (to_jsonb(t) - 'version')::text as row from ${table} t order by 1`,
    )
    hash.update(`${table} ${rows.length}\n`)
    for (const { row } of rows) hash.update(row).update('\n')
  }
  return hash.digest('hex')
}

/** Files of the formats, as small as they come: a list of tools whose file is their category, and queries with a number. */
export const scanner = (name: string, more: object = {}) => ({
  name,
  description: `${name} scans`,
  website: 'https://a.example',
  ...more,
})
export const list = (...tools: object[]): string => JSON.stringify({ tools })
export const dork = (id: number, query: string, more: object = {}) => ({
  id: String(id),
  date: '2020-01-02',
  url_title: `<a href="/ghdb/${id}">${query}</a>`,
  cat_id: ['8', 'Files Containing Juicy Info'],
  author_id: ['1', 'somebody'],
  ...more,
})
export const ghdb = (...data: object[]): string => JSON.stringify({ data })

/** Somebody new whose role opens just these screens. */
export async function holder(s: TestServer, ...permissions: string[]): Promise<{ token: string }> {
  const id = s.platform.newId()
  const name = `holder_${id.slice(-8)}`
  const hand = { at: began, by: 'tests' }
  const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
  return s.db.tx(async (q) => {
    const role = { key: '', name, description: '', permissions, is_admin: false, built_in: false }
    await documents('role').insert(q, { id: `role-${id}`, data: role }, hand)
    const data = {
      username: name,
      name,
      role_id: `role-${id}`,
      org_id: 'org-root',
      expires_on: null,
      status: 'normal' as const,
    }
    await documents('user').insert(q, { id, data }, hand)
    await insertAccount(q, { user_id: id, username: name, hash: 'nobody signs in', is_default: false }, began)
    return startSession(q, s.platform, id, meta)
  })
}
