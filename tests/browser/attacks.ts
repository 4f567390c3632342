/** Attacks of C1, kept in every text that people can write: over the interface, so that each text holds what the server takes and nothing else. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { fillPath, splitKey } from '#src/contract/lib/route.ts'
import { settings } from '#src/contract/system/config.ts'
import { folders, screens } from '#src/contract/screens/index.ts'
import { bodyOf, type Call, editable, makeRow, textsOf } from '../support/rows.ts'

const file = path.resolve(import.meta.dirname, '../../../shared/data/adversarial/xss/payloadbox-xss-even-lines.txt')
export const payloads = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

/** A caller that waits when it is asked to. */
export const calling =
  (api: string, token: string): Call =>
  async (key, { params, query, body }) => {
    const [method, at] = splitKey(key)
    const url = new URL(`${api}${fillPath(at, (params ?? {}) as Record<string, string>)}`)
    for (const [k, v] of Object.entries(query ?? {})) url.searchParams.append(k, String(v))
    const bytes = body instanceof Uint8Array
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    }
    for (;;) {
      const sent = {
        method,
        headers,
        ...(body === undefined ? {} : { body: bytes ? Buffer.from(body) : JSON.stringify(body) }),
      }
      // a connection that was kept may be closed just as it is used again
      const r = await fetch(url, sent).catch(() => fetch(url, sent))
      const out: unknown = await r.json()
      if (r.status !== 429) return { status: r.status, body: out }
      await new Promise((done) => setTimeout(done, 1000 * Number(r.headers.get('retry-after') ?? 1)))
    }
  }

/** Each text goes through the attacks in its own order, so that a row does not hold the same one everywhere. */
const at = new Map<string, number>()
function take(text: string): string {
  const n = at.get(text) ?? at.size * 97
  at.set(text, n + 1)
  return payloads[n % payloads.length] ?? ''
}
/** The most attacks in one text: one that opens a comment or a block of code would hide too many behind it. */
const together = 40
interface Filled {
  text: string
  attacks: number
}
/** As many attacks as a text of so many characters holds. */
export function filled(name: string, most: number): Filled {
  let text = ''
  let attacks = 0
  for (let tries = 0; tries < payloads.length && attacks < together; tries++) {
    const more = take(name)
    if (text.length + more.length + 2 > most) {
      if (attacks > 0 && (most - text.length < 40 || tries > 400)) break
      continue
    }
    text += `${attacks ? (most < 400 ? ' ' : '\n\n') : ''}${more}`
    attacks++
  }
  return { text, attacks }
}

/** By text: what was sent, and what the server kept. */
interface Tally {
  sent: number
  kept: number
}
export type Tallies = Map<string, Tally>
export function count(tallies: Tallies, text: string, n: number, kept: boolean): void {
  const t = tallies.get(text) ?? { sent: 0, kept: 0 }
  tallies.set(text, { sent: t.sent + n, kept: t.kept + (kept ? n : 0) })
}
interface Problem {
  code?: string
  details?: { fields?: { path: string; params?: { max?: number } }[] }
}

/** How long each text may be, as the server says it when all are too long at once. */
async function roomsOf(call: Call, name: ResourceName, template: object, texts: readonly string[]) {
  const long = Object.fromEntries(texts.map((f) => [f, 'x'.repeat(21_000)]))
  const { body } = await call(`POST ${resources[name].line.path}`, { body: { ...template, ...long } })
  const said = (body as Problem).details?.fields ?? []
  return new Map(texts.map((f) => [f, said.find((p) => p.path === f && p.params?.max)?.params?.max ?? 38]))
}

/** Makes rows whose every text holds attacks, until each text was tried with so many. @returns their ids */
async function keepRows(call: Call, name: ResourceName, attacks: number, tallies: Tallies): Promise<string[]> {
  const { path: where, unique } = resources[name].line
  const made = await makeRow(call, name, { seed: 100 })
  const { version: _v, ...template } = bodyOf(name, made)
  const texts = textsOf(name)
  const single = new Set((unique as readonly (readonly string[])[]).flat())
  const room = await roomsOf(call, name, template, texts)
  const ids: string[] = [made.id]
  const row = async (n: number): Promise<void> => {
    const values = new Map(texts.map((f) => [f, filled(`${name} ${f}`, room.get(f) ?? 38)]))
    let left = texts
    let kept = false
    for (let tries = 0; tries < 6 && !kept; tries++) {
      const attacking = Object.fromEntries(left.map((f) => [f, values.get(f)?.text]))
      const r = await call(`POST ${where}`, { body: { ...varied(template, single, n), ...attacking } })
      kept = r.status === 200
      if (kept) ids.push((r.body as { id: string }).id)
      const wrong = new Set((r.body as Problem).details?.fields?.map((f) => f.path.split('.')[0] ?? ''))
      // where no field is named, a name was taken
      if (!kept) left = left.filter((f) => (wrong.size ? !wrong.has(f) : !single.has(f)))
    }
    for (const f of texts) count(tallies, `${name} ${f}`, values.get(f)?.attacks ?? 0, kept && left.includes(f))
  }
  await inTurns(attacks, row)
  return ids
}
const varied = (template: Record<string, unknown>, single: ReadonlySet<string>, n: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(template).map(([f, v]) => {
      if (!single.has(f) || typeof v !== 'string' || f.endsWith('_id')) return [f, v]
      return [f, f === 'address' ? `10.20.0.${40 + (n % 200)}` : f === 'username' ? `c1_${n}` : `Text ${n}`]
    }),
  )

/** A few at a time. */
async function inTurns(n: number, one: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < n) await one(next++)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

/** Every resource whose rows people make. */
export async function keepEverywhere(
  call: Call,
  attacks: (name: ResourceName) => number,
  tallies: Tallies,
): Promise<Map<ResourceName, string[]>> {
  const rows = new Map<ResourceName, string[]>()
  for (const name of editable) rows.set(name, await keepRows(call, name, attacks(name), tallies))
  return rows
}

/** What is no row of a resource: comments, organisations, names of files, errors of browsers, titles of the menu, notes, settings. */
export async function keepBeside(call: Call, attacks: number, announcement: string, tallies: Tallies): Promise<void> {
  const send = async (name: string, most: number, key: string, body: (text: string) => unknown) => {
    const { text, attacks: n } = filled(name, most)
    const r = await call(key, { body: body(text) })
    count(tallies, name, n, r.status === 200)
    return r
  }
  const { body: session } = await call('GET /session', {})
  const own = (session as { user: { id: string } }).user.id
  await inTurns(attacks, async (n) => {
    const about = n % 2 ? { entity: 'announcement', entity_id: announcement } : { entity: 'letter', entity_id: own }
    await send('comment text', 240, 'POST /comments', (text) => ({ ...about, text }))
    await send('organisation name', 38, 'POST /orgs', (name) => ({ name, parent_id: null }))
    await send('browser error', 190, 'POST /browser-errors', (message) => ({
      error: filled('name of an error', 58).text,
      message,
      at: filled('place of an error', 98).text,
      screen: filled('screen of an error', 58).text,
    }))
    // an import is work: its list needs no more than a few pages of names
    if (n >= 100) return
    const up = await send('name of a file', 240, 'POST /uploads', (name) => ({ name: `${name}.csv`, size: 8 }))
    const { id } = up.body as { id?: string }
    if (!id) return
    const bytes = new TextEncoder().encode('nothing\n')
    await call('PATCH /uploads/:id', { params: { id }, query: { offset: 0 }, body: bytes })
    await call('POST /imports', { body: { upload_id: id } })
  })
  for (let n = 0; n < 3; n++) await send('note of a backup', 190, 'POST /backups', (note) => ({ note }))
}

const titled = [
  ...Object.keys(folders).map((f) => `folder.${f}`),
  ...screens.filter((s) => s.auth && !s.hidden).map((s) => `screen.${s.name}`),
]
/** Texts of the platform as a whole: names in its menu, its own name and copyright. */
export async function keepPlatform(call: Call, tallies: Tallies): Promise<void> {
  const titles = Object.fromEntries(
    titled.map((k) => [
      k,
      { 'en-US': filled('menu title', 38).text.trim(), 'zh-CN': filled('menu title', 38).text.trim() },
    ]),
  )
  const { version } = (await call('GET /menu-config', {})).body as { version: number }
  const menu = { version, config: { folders: {}, screens: {}, hidden: [], titles } }
  count(tallies, 'menu title', 2 * titled.length, (await call('PUT /menu-config', { body: menu })).status === 200)
  const now = (await call('GET /config/basics', {})).body as Record<string, unknown>
  const kept = Object.fromEntries(Object.entries(now).filter(([f]) => f in settings.basics || f === 'version'))
  const own = { system_name: filled('system name', 38).text, copyright: filled('copyright', 110).text }
  const { status } = await call('PUT /config/basics', { body: { ...kept, ...own } })
  for (const f of ['system name', 'copyright']) count(tallies, f, 1, status === 200)
}
