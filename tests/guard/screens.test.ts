/** The screen table against the customer's list, and every built screen against what it needs to be a screen. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { api } from '#src/contract/api.ts'
import { granted } from '#src/contract/access.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { folders, screens } from '#src/contract/screens/index.ts'
import enInside from '#src/i18n/en-US/screen.ts'
import enBefore from '#src/i18n/en-US/session.ts'
import zhInside from '#src/i18n/zh-CN/screen.ts'
import zhBefore from '#src/i18n/zh-CN/session.ts'

/** Titles of the screens behind the sign-in, and of those before it. */
const en: Record<string, string> = { ...enInside, ...enBefore }
const zh: Record<string, string> = { ...zhInside, ...zhBefore }

const list = new URL('../../../shared/spec/screens.tsv', import.meta.url)
const views = readFileSync(new URL('../../src/app/inside/views.ts', import.meta.url), 'utf8')
const routes = Object.entries(api) as [string, Route][]
const built = screens.filter((s) => s.built)

describe('the screen table', () => {
  test.skipIf(!existsSync(list))(
    'equals the customer’s list (skipped when the specification is not beside the checkout)',
    () => {
      const [head = '', ...lines] = readFileSync(list, 'utf8').trimEnd().split('\n')
      const columns = head.split('\t')
      const rows = lines.map((l) => Object.fromEntries(l.split('\t').map((v, i) => [columns[i], v])))
      expect(rows.length).toBe(306)
      expect(screens.map((s) => s.name).toSorted()).toEqual(rows.map((r) => r['name']).toSorted())
      for (const r of rows) {
        const s = screens.find((x) => x.name === r['name'])!
        expect({
          name: s.name,
          layout: s.layout,
          path: s.path,
          folder: s.folder ?? '',
          under: s.under ?? '',
          given: s.given,
          hidden: s.hidden,
        }).toEqual({
          name: r['name'],
          layout: r['layout'],
          path: r['path'],
          folder: r['folder'],
          under: r['parent'],
          given: r['given'] === 'G',
          hidden: r['menu'] === 'n',
        })
        expect(en[`screen.${s.name}`]).toBe(r['title_en'])
        expect(zh[`screen.${s.name}`]).toBe(r['title_zh'])
      }
    },
  )

  test('has no two screens of one name or one path, no orphan and no circle', () => {
    expect(new Set(screens.map((s) => s.name)).size).toBe(screens.length)
    expect(new Set(screens.map((s) => s.path.replace(/:\w+/g, ':'))).size).toBe(screens.length)
    for (const s of screens) {
      if (s.under) expect(screens.some((p) => p.name === s.under)).toBe(true)
      if (s.auth) expect(s.folder && s.folder in folders, `${s.name} has no folder`).toBe(true)
    }
  })

  test('tells how many screens are built, each with a view, a title in both languages and a server rule', () => {
    console.log(`screens built: ${built.length} of ${screens.length}`)
    expect(built.length).toBeGreaterThan(0)
    for (const s of built) {
      expect(en[`screen.${s.name}`] && zh[`screen.${s.name}`], `${s.name} has no title`).toBeTruthy()
      const served =
        s.name === 'not-found' ||
        routes.some(([, r]) => (Array.isArray(r.screens) && r.screens.includes(s.name)) || r.serves?.includes(s.name))
      expect(served, `${s.name} has no server rule`).toBe(true)
    }
    expect(views).toContain('Record<BuiltName, ViewEntry>')
  })

  test('B3 a listed screen that is visible may make a data call: nothing in the menu is dead', () => {
    for (const s of built.filter((x) => x.auth && !x.hidden)) {
      const find = (n: string) => screens.find((x) => x.name === n)
      const may = routes.some(
        ([key, r]) =>
          key.startsWith('GET ') &&
          ((Array.isArray(r.screens) &&
            r.screens.some((n) => granted(find(n)!, new Set([s.name]), find) && n === s.name)) ||
            r.serves?.includes(s.name)),
      )
      expect(may, `${s.name} is a dead entry`).toBe(true)
    }
  })

  test('a call names screens that the table has', () => {
    for (const [key, r] of routes)
      for (const n of [...(Array.isArray(r.screens) ? r.screens : []), ...(r.serves ?? [])])
        expect(
          screens.some((s) => s.name === n),
          `${key} names ${n}`,
        ).toBe(true)
  })
})
