/** J12: both languages hold the same keys with the same placeholders, and every key is used somewhere. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { api } from '#src/contract/api.ts'
import { problems } from '#src/contract/problems.ts'
import { resources } from '#src/contract/resources.ts'

const root = new URL('../../', import.meta.url).pathname
const areas = readdirSync(`${root}src/i18n/en-US`).map((f) => f.replace('.ts', ''))
const load = async (locale: string, area: string) =>
  ((await import(`../../src/i18n/${locale}/${area}.ts`)) as { default: Record<string, string> }).default
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\s*[,}]/g)].map((m) => m[1]))].filter((n) => n !== '').toSorted()

function* files(dir: string): Generator<string> {
  for (const e of readdirSync(dir, { withFileTypes: true })) {
    const at = path.join(dir, e.name)
    if (e.isDirectory()) {
      if (!/src\/i18n\/\w+-\w+$/.test(at)) yield* files(at)
    } else if (/\.tsx?$/.test(e.name) && !/\.test\.tsx?$/.test(e.name)) yield at
  }
}
const source = [...files(`${root}src`), ...files(`${root}cli`)].map((f) => readFileSync(f, 'utf8')).join('\n')
/** Keys written whole, and patterns of keys made from data: `problem.${code}`. One that begins with data begins with the name of a resource or a log. */
const whole = new Set([...source.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map((m) => m[1]))
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
// the settings are forms as a resource's are
const names = [
  ...Object.keys(resources),
  'course-lesson',
  'config',
  'audit',
  'log',
  'import',
  'scene',
  'instance',
  'recording',
].join('|')
const made = [...source.matchAll(/`([^`\s/]*\$\{[^`]*)`/g)]
  .map((m) => (m[1] ?? '').replace(/\$\{[^}]*\}/g, '\u0000'))
  .filter((p) => p.includes('.') && /^[\w.\u0000-]+$/.test(p))
  .map(
    (p) =>
      new RegExp(
        `^${p
          .split('\u0000')
          .map(escaped)
          .join('[\\w-]+')
          .replace(/^\[\\w-\]\+/, `(?:${names})`)}$`,
      ),
  )
const usedAsData = (key: string) => made.some((r) => r.test(key))

describe.each(areas)('the words of %s', (area) => {
  test('are the same keys with the same placeholders in both languages', async () => {
    const [en, zh] = [await load('en-US', area), await load('zh-CN', area)]
    expect(Object.keys(zh).toSorted()).toEqual(Object.keys(en).toSorted())
    for (const [key, text] of Object.entries(en)) {
      expect(text.trim(), key).not.toBe('')
      expect(zh[key]?.trim(), key).not.toBe('')
      const [a, b] = [placeholders(text), placeholders(zh[key] ?? '')]
      // English counts without a word between the figure and the thing
      const inChinese = b.filter((p) => p !== 'unit')
      // a plural of English has branch words that Chinese does without
      const plural = /, plural,/.test(text)
      expect(plural ? inChinese.every((p) => a.includes(p)) : inChinese, `${key}: ${b.join()} for ${a.join()}`).toEqual(
        plural ? true : a,
      )
    }
  })
  test('are all used', async () => {
    const en = await load('en-US', area)
    const idle = Object.keys(en).filter((k) => !whole.has(k) && !usedAsData(k))
    expect(idle).toEqual([])
  })
  test('are Chinese in the Chinese dictionary', async () => {
    const zh = await load('zh-CN', area)
    const same = Object.entries(zh).filter(
      ([, text]) => /[a-z]{4,}/.test(text.replace(/\{[^}]*\}/g, '')) && !/[\u4e00-\u9fff]/.test(text),
    )
    expect(same.filter(([, text]) => /\b[a-z]+ [a-z]+/.test(text)).map(([k]) => k)).toEqual([])
  })
})

test('every problem of the catalogue has its sentence', async () => {
  const en = { ...(await load('en-US', 'problem')), ...(await load('en-US', 'refusal')) }
  for (const code of Object.keys(problems)) expect(en, code).toHaveProperty([`problem.${code}`])
})

describe('labels of fields', () => {
  /** One English word for what Chinese tells apart by what it belongs to. */
  const apart: Readonly<Record<string, string>> = {
    Address: 'where a request came from, where something is reached, where somebody lives',
    Author: 'of a question, of a published dork',
    Language: 'of a text, of a program',
    Logo: 'of the platform, of a team',
    Members: 'the people, their number',
    Name: 'of a thing, of a person',
    Published: 'results, an entry, an announcement',
    Set: 'of questions, of papers',
    Text: 'of an announcement, of a comment',
  }
  test('say one thing with one word', async () => {
    const said = new Map<string, Map<string, string>>()
    for (const area of areas) {
      const [en, zh] = [await load('en-US', area), await load('zh-CN', area)]
      for (const [key, text] of Object.entries(en))
        if (/\.field\./.test(key)) said.set(text, (said.get(text) ?? new Map()).set(zh[key] ?? '', key))
    }
    const differing = [...said].filter(([text, m]) => m.size > 1 && !(text in apart))
    expect(differing.map(([text, m]) => `${text}: ${[...m].join('; ')}`)).toEqual([])
    expect(Object.keys(apart).filter((text) => (said.get(text)?.size ?? 0) < 2)).toEqual([])
    expect([...said.keys()].filter((text) => /^(?:Kind|State)$/.test(text))).toEqual([])
  })
})

test('one thing has one term: no second word for what the glossary names', async () => {
  const second = [/校验.{0,6}回执/, /设置码/, /(?<!一次性)验证码/, /first codes?\b/i, /verify.{0,12}receipt/i]
  for (const locale of ['en-US', 'zh-CN'])
    for (const area of areas)
      for (const [key, text] of Object.entries(await load(locale, area)))
        expect(
          second.filter((word) => word.test(text)),
          `${locale} ${key}: ${text}`,
        ).toEqual([])
})

test('whatever a page before the sign-in may be told has its sentence there', async () => {
  const early = await load('en-US', 'problem')
  const routes = Object.values(api as Record<string, { screens: unknown; problems?: readonly string[] }>).filter(
    (r) => r.screens === 'public',
  )
  expect(routes.length).toBeGreaterThan(4)
  const always = [
    'network',
    'timeout',
    'unknown',
    'busy',
    'validation',
    'malformed',
    'too_many',
    'unauthenticated',
    'restoring',
  ]
  for (const code of [...always, ...routes.flatMap((r) => r.problems ?? [])])
    expect(early, code).toHaveProperty([`problem.${code}`])
})
