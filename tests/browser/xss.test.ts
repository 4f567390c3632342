/**
 * C1, C3: attacks kept in every text a person can write, looked at by the super administrator in both themes and languages. Nothing runs, no
 * dialogue opens, no script is even tried. `ATTACKS=1000` is the whole proof, over a server of its own without limits of calls; otherwise it
 * is a sample. Skipped when ../shared/data is not there.
 */
import type { Page } from '@playwright/test'
import { env } from '#config/env.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { screens } from '#src/contract/screens/index.ts'
import { benchServer } from '../bench/benchServer.ts'
import { calling, keepBeside, keepEverywhere, keepPlatform, payloads, type Tallies } from './attacks.ts'
import { keepExam } from './attacksOfExams.ts'
import { goInside } from './faults.ts'
import { built, choiceOf, paths } from './paths.ts'
import { app, call as callOf, expect, range, signInApi, test } from './support.ts'

const attacks = Number(process.env['ATTACKS'] ?? 6)
const whole = attacks >= 100
/** Rows of each resource whose own pages are opened: together their long texts hold every attack. */
const opened = whole ? 30 : 3
const perPage = 200
/** The rows of people, rights and news are where anybody's text reaches an administrator; of other areas a sample is enough. */
const ofArea: ReadonlySet<string> = new Set(['user', 'team', 'role', 'announcement'])

const looks = [
  { language: 'en-US', theme: 'theme-dark' },
  { language: 'zh-CN', theme: 'theme-light' },
] as const

declare global {
  interface Window {
    violations: string[]
  }
}

/** Whatever runs in a page, or tries to. */
async function watched(page: Page): Promise<() => Promise<string[]>> {
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
  return async () => [...ran, ...(await page.evaluate(() => window.violations))]
}

interface Place {
  at: string
  /** Of many alike: the looks share them. */
  many: boolean
}

/** Where rows are shown: lists as long as they are, and the pages of a few rows. */
function placesOf(rows: Map<ResourceName, string[]>): Place[] {
  const out: Place[] = []
  for (const [name, ids] of rows)
    for (const screen of new Set<string>([...resources[name].line.read, ...resources[name].line.write])) {
      const found = screens.find((s) => s.name === screen)
      if (!found?.built) continue
      if (found.path.includes(':id'))
        for (const id of ids.slice(-opened)) out.push({ at: found.path.replace(':id', id), many: true })
      else {
        for (let page = 1; page <= Math.max(1, Math.ceil(ids.length / perPage)); page++)
          out.push({ at: `${found.path}?page=${page}&page_size=${perPage}&sort=-created_at`, many: page > 1 })
        for (const id of whole ? ids.slice(-opened) : []) out.push({ at: `${found.path}?open=${id}`, many: true })
      }
    }
  return out
}

/** Rows of a log, a page after the other and a few opened. */
async function placesOfLog(log: '/audit' | '/system-log', screen: string, token: string): Promise<Place[]> {
  const out: Place[] = []
  let after = ''
  for (let n = 0; n < (whole ? 8 : 1); n++) {
    const at = `${screen}?page_size=${perPage}${after}`
    out.push({ at, many: n > 0 })
    const page = await callOf<{ items: { id: string }[]; older: string | null }>(
      'GET',
      `${log}?page_size=${perPage}${after}`,
      token,
    )
    for (const { id } of page.items.filter((_, i) => i % (whole ? 20 : 70) === 0))
      out.push({ at: `${at}&open=${id}`, many: true })
    if (!page.older) break
    after = `&after=${page.older}`
  }
  return out
}

test('C1 attacks in every text run nowhere', async ({ as }) => {
  test.skip(payloads.length === 0, '../shared/data is not there')
  test.setTimeout(whole ? 3_600_000 : 900_000)
  const own = whole ? await benchServer() : undefined
  const shared = process.env['RANGE_TEST_URL']
  if (own) process.env['RANGE_TEST_URL'] = own.url
  try {
    const { token } = await signInApi('super')
    const call = calling(`${range()}/api/mg/api`, token)
    const tallies: Tallies = new Map()
    const begin = Date.now()
    const rows = await keepEverywhere(call, (name) => (ofArea.has(name) ? attacks : Math.min(attacks, 40)), tallies)
    await keepBeside(call, attacks, rows.get('announcement')?.at(-1) ?? '', tallies)
    const marker = calling(`${range()}/api/mg/api`, (await signInApi('admin')).token)
    const exams: string[] = []
    for (let n = 0; n < Math.max(1, Math.ceil(attacks / 100)); n++)
      exams.push(...(await keepExam(call, marker, n, tallies)))
    if (own) await keepPlatform(call, tallies)
    const kept = Date.now()
    const at = await paths()
    const all = [
      ...[...at.values()].map((path) => ({ at: path, many: false })),
      ...exams.map((path, n) => ({ at: path, many: n > 24 })),
      ...placesOf(rows),
      ...(await placesOfLog('/audit', at.get('audit-log') ?? '', token)),
      ...(await placesOfLog('/system-log', at.get('system-log') ?? '', token)),
    ]
    const places = [...new Map(all.map((p) => [p.at, p])).values()]
    expect(built.length).toBeGreaterThan(10)
    const walk = async (look: (typeof looks)[number]) => {
      const page = await as('super', look)
      const ran = await watched(page)
      await page.goto(app('/404'))
      await expect(page.locator('.mg-app h1').first()).toBeVisible()
      for (const [n, { at: place, many }] of choiceOf(places, 6).entries()) {
        if ((many || !env.whole) && n % looks.length !== looks.indexOf(look)) continue
        await goInside(page, `/page/mg${place}`)
        // an editor has no heading of a page
        await expect(page.locator('.mg-app h1, #mg-main > *, .mg-app canvas').first()).toBeVisible()
        await expect(page.locator('.mg-loading')).toHaveCount(0)
        expect(await ran(), place).toEqual([])
      }
    }
    await Promise.all(looks.map(walk))
    const sum = (of: 'sent' | 'kept') => [...tallies.values()].reduce((n, t) => n + t[of], 0)
    console.log(
      `C1: ${sum('sent')} attacks through ${tallies.size} texts, ${sum('kept')} kept, ${places.length} addresses; kept in ${kept - begin} ms, looked at in ${Date.now() - kept} ms`,
    )
    if (whole) for (const [text, { sent, kept }] of tallies) console.log(`  ${text}: ${sent} sent, ${kept} kept`)
    expect(sum('kept')).toBeGreaterThan(20 * rows.size)
  } finally {
    if (shared !== undefined) process.env['RANGE_TEST_URL'] = shared
    await own?.stop()
  }
})
