/**
 * C1: attacks kept in every text a person can write, looked at by the super administrator on every screen, in both themes and languages
 * (on continuous integration each address in one of the two). Nothing runs, no dialogue opens, no script is even tried. Skipped when ../shared/data is not there.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type BuiltName, screens } from '#src/contract/screens/index.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { fillPath, splitKey } from '#src/contract/lib/route.ts'
import { env } from '#config/env.ts'
import { bodyOf, type Call, editable, makeRow, textsOf } from '../support/rows.ts'
import { goInside } from './faults.ts'
import { built, paths } from './paths.ts'
import { app, expect, range, signInApi, test } from './support.ts'

const list = path.resolve(import.meta.dirname, '../../../shared/data/adversarial/xss/payloadbox-xss-even-lines.txt')
const payloads = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
/** Rows of each resource; each text of a row holds as many attacks as fit. */
const rowsEach = 6

/** A caller that waits when it is asked to. */
const calling =
  (token: string): Call =>
  async (key, { params, query, body }) => {
    const [method, at] = splitKey(key)
    const url = new URL(`${range()}/api/mg/api${fillPath(at, (params ?? {}) as Record<string, string>)}`)
    for (const [k, v] of Object.entries(query ?? {})) url.searchParams.append(k, String(v))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    for (;;) {
      const r = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      const out: unknown = await r.json()
      if (r.status !== 429) return { status: r.status, body: out }
      await new Promise((done) => setTimeout(done, 1000 * Number(r.headers.get('retry-after') ?? 1)))
    }
  }

let next = 0
const take = () => payloads[next++ % payloads.length] ?? ''
/** As many attacks as a text of so many characters holds. */
function filled(most: number): string {
  let text = ''
  for (let tries = 0; tries < 60; tries++) {
    const more = take()
    if (text.length + more.length + 1 > most) {
      if (text !== '') break
      continue
    }
    text += `${text ? '\n' : ''}${more}`
  }
  return text
}

const lengths = [2000, 900, 240, 110, 38]
/** The longest that a text of another row took: longer ones are not tried again. */
const took = new Map<string, number>()

/** Fills the texts of a row with attacks, each as long as the server takes it. @returns how many it keeps */
async function poison(call: Call, name: ResourceName, row: Record<string, unknown>): Promise<number> {
  const { path: at } = resources[name].line
  let now = row
  let kept = 0
  for (const field of textsOf(name))
    for (const most of lengths.slice(took.get(`${name} ${field}`) ?? 0)) {
      const text = most < 100 ? filled(most).replaceAll('\n', ' ') : filled(most)
      const body = { ...bodyOf(name, now), [field]: text, version: now.version }
      const r = await call(`PUT ${at}/:id`, { params: { id: row.id }, body })
      if (r.status !== 200) continue
      took.set(`${name} ${field}`, lengths.indexOf(most))
      now = r.body as Record<string, unknown>
      kept += text.split('\n').length
      break
    }
  return kept
}

const looks = [
  { language: 'en-US', theme: 'theme-dark' },
  { language: 'zh-CN', theme: 'theme-light' },
] as const

test('C1 attacks in every text run nowhere', async ({ as }) => {
  test.skip(payloads.length === 0, '../shared/data is not there')
  test.setTimeout(900_000)
  const call = calling((await signInApi('super')).token)
  const rows = new Map<ResourceName, string[]>()
  let kept = 0
  for (const name of editable)
    for (let n = 0; n < rowsEach; n++) {
      const row = await makeRow(call, name, { seed: 100 + n })
      kept += await poison(call, name, row)
      rows.set(name, [...(rows.get(name) ?? []), row.id])
    }
  const at = await paths()
  const places = [...at.values()]
  for (const [name, ids] of rows)
    for (const screen of [...resources[name].line.read, ...resources[name].line.write]) {
      const found = screens.find((s) => s.name === screen)
      if (!found?.built) continue
      if (found.path.includes(':id')) for (const id of ids) places.push(found.path.replace(':id', id))
      else places.push(`${found.path}?page_size=100&sort=-created_at`)
    }
  for (const look of looks) {
    const page = await as('super', look)
    const ran: string[] = []
    page.on('dialog', (d) => {
      ran.push(`dialogue ${d.message()}`)
      void d.dismiss()
    })
    await page.addInitScript(() => {
      window.violations = []
      document.addEventListener('securitypolicyviolation', (e) => {
        if (/script|trusted/.test(e.effectiveDirective)) window.violations.push(`${e.effectiveDirective} ${e.sample}`)
      })
    })
    await page.goto(app('/404'))
    await expect(page.locator('.mg-app h1').first()).toBeVisible()
    for (const [n, place] of [...new Set(places)].entries()) {
      if (env.ci && n % looks.length !== looks.indexOf(look)) continue
      await goInside(page, `/page/mg${place}`)
      await expect(page.locator('.mg-app h1').first()).toBeVisible()
      await expect(page.locator('.mg-loading')).toHaveCount(0)
      expect(await page.evaluate(() => window.violations), `${place} tried a script`).toEqual([])
      expect(ran, place).toEqual([])
    }
    expect(built.map((s) => s.name as BuiltName).length).toBeGreaterThan(10)
  }
  console.log(`C1: ${kept} attacks kept in ${rows.size} resources, looked at on ${new Set(places).size} addresses`)
  expect(kept).toBeGreaterThan(100 * rows.size)
})
