/** A screen opened by its address has every word that its own code names: a dictionary that another screen loads shows keys until then. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { views } from '#src/app/inside/views.ts'
import { type ScreenName, screenOf } from '#src/contract/screens/index.ts'
import { core, wordsInside } from '#src/i18n/tongue.ts'
import type { Views } from '#src/kit/views.tsx'

const src = new URL('../../src', import.meta.url).pathname
const areaOf = new Map<string, string>()
for (const file of readdirSync(`${src}/i18n/en-US`)) {
  const area = file.slice(0, -'.ts'.length)
  const { default: words } = (await import(`../../src/i18n/en-US/${area}.ts`)) as { default: Record<string, string> }
  for (const key of Object.keys(words)) areaOf.set(key, area)
}
/** Loaded with the frame of every page behind the sign-in. */
const framed = [...core, ...wordsInside, 'menu']
/** Shown for refusals that no page before the sign-in can meet (words.test.ts). */
const shownAnywhere = new Set(['/ui/feedback/ProblemView.tsx'])

interface Source {
  imports: readonly string[]
  /** Parts that come when they are shown, each with words of its own. */
  parts: readonly { file: string; areas: readonly string[] }[]
  /** Names of words it writes whole. */
  words: readonly string[]
}
/** The areas of a call of `withWords`: written there, or a list that this file or one of those it imports names. */
function areasIn(said: string, text: string, imports: readonly string[]): string[] {
  const listed = (list: string): string[] => [...list.matchAll(/'([\w-]+)'/g)].map((m) => m[1] ?? '')
  if (said.startsWith('[')) return listed(said)
  const named = new RegExp(`const ${said} = (\\[[^\\]]*\\])`)
  const list = [text, ...imports.map((f) => readFileSync(f, 'utf8'))].flatMap((t) => named.exec(t)?.[1] ?? [])[0]
  if (list === undefined) throw new Error(`where are the areas of ${said} named?`)
  return listed(list)
}
const read = new Map<string, Source>()
function sourceOf(file: string): Source {
  const there = read.get(file)
  if (there) return there
  const text = readFileSync(file, 'utf8')
  const imports = [
    ...text.matchAll(/(?:^|\n)(?:import|export) (?!type )[^'";]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/g),
  ]
    .map((m) => path.resolve(path.dirname(file), m[1] ?? m[2] ?? ''))
    // the contract names words of all areas; whoever shows them names them as well
    .filter((f) => /\.tsx?$/.test(f) && !/\/src\/(?:i18n|contract)\//.test(f))
  const parts = [...text.matchAll(/withWords\(\s*(\[[^\]]*\]|\w+),[^;]*?import\('(\.[^']+)'\)/g)].map(
    ([, areas = '', at = '']) => ({
      file: path.resolve(path.dirname(file), at),
      areas: areasIn(areas, text, imports),
    }),
  )
  const found = {
    imports: imports.filter((f) => !parts.some((p) => p.file === f)),
    parts,
    words: [...text.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map((m) => m[1] ?? ''),
  }
  read.set(file, found)
  return found
}

const screens = Object.entries(views as Views).map(([name, { load, messages }]) => ({
  name,
  file: path.join(src, '..', /["']([^"']+\.tsx)["']/.exec(String(load))?.[1] ?? name),
  areas: [messages].flat(),
  pub: screenOf(name as ScreenName).public,
}))

describe('words of screens', () => {
  test('are looked for in every screen', () => {
    expect(screens.length).toBeGreaterThan(90)
    expect(screens.filter((s) => !sourceOf(s.file).imports.length)).toEqual([])
  })
  test.each(screens)('$name loads the dictionaries its code names', ({ file, areas, pub }) => {
    const seen = new Set<string>()
    const missing = new Set<string>()
    const walk = (f: string, more: readonly string[] = []) => {
      const key = `${f} ${more.join(' ')}`
      if (seen.has(key)) return
      seen.add(key)
      const { imports, parts, words } = sourceOf(f)
      for (const word of words) {
        const area = areaOf.get(word)
        const there = pub ? core : framed
        if (
          area &&
          ![...there, ...areas, ...more].includes(area) &&
          !(area === 'refusal' && shownAnywhere.has(f.slice(src.length)))
        )
          missing.add(`${area}: ${word} in ${f.slice(src.length)}`)
      }
      for (const at of imports) walk(at, more)
      for (const p of parts) walk(p.file, [...new Set([...more, ...p.areas])])
    }
    walk(file)
    expect([...missing]).toEqual([])
  })
})
