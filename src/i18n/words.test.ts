/** One word for one thing, as far as the dictionaries themselves can tell. */
import { describe, expect, it } from 'vitest'
import type { Locale } from './index.ts'

const packs = import.meta.glob<{ default: Record<string, string> }>(['./en-US/*.ts', './zh-CN/*.ts'], { eager: true })
const wordsIn = (locale: Locale): Record<string, string> =>
  Object.assign({}, ...Object.entries(packs).flatMap(([f, p]) => (f.startsWith(`./${locale}/`) ? [p.default] : [])))

/** Words inside a sentence or a line of their own, which name no state. */
const sentences = new Set(['config.step_state', 'keep.note_state'])
/** Codes that are another thing in each place, and why. */
const different: Readonly<Record<string, string>> = {
  closed: 'a challenge takes no flags any more, a season came to its standing',
  absent: 'a candidate who has not begun, a machine that is not there yet',
  disabled: 'people are shut out, a node is taken out of use',
  failed: 'a scene that failed was not created',
  'not-submitted': 'a flag is tried, a question is handed in',
  ongoing: 'an exam, a candidate’s writing, an exercise: each says what goes on',
  open: 'a report or an alarm waits for somebody, a challenge to be solved',
  paused: 'a contest, a scene of an exercise',
  planned: 'an import is worked out, a class has yet to begin',
  running: 'what runs is a scene, a service or a clearing',
  submitted: 'an answer that its learner judges, a report that a teacher marks',
  solved: 'a challenge is solved, a question is answered right',
  withdrawn: 'an announcement is taken back, an entry leaves a contest',
  'submitted-wrong': 'a flag is tried until it is right, a question is answered again',
}

describe.each<Locale>(['en-US', 'zh-CN'])('words in %s', (locale) => {
  const words = wordsIn(locale)

  it('name a state by one word wherever its code is shown', () => {
    const byCode = new Map<string, Map<string, string[]>>()
    for (const [key, text] of Object.entries(words)) {
      const [, family = '', code = ''] = /^(.*(?:status|state))\.([\w-]+)$/.exec(key) ?? []
      if (!code || sentences.has(family) || code in different) continue
      const said = byCode.get(code) ?? new Map<string, string[]>()
      said.set(text, [...(said.get(text) ?? []), key])
      byCode.set(code, said)
    }
    expect(byCode.size).toBeGreaterThan(20)
    expect(
      [...byCode].flatMap(([code, said]) => (said.size > 1 ? [{ code, said: Object.fromEntries(said) }] : [])),
    ).toEqual([])
  })

  it('differ where the state of an entry differs: no list shows two states alike', () => {
    const families = new Map<string, string[]>()
    for (const [key, text] of Object.entries(words)) {
      const [, family] = /^(\w[\w-]*\.status)\.[\w-]+$/.exec(key) ?? []
      if (family) families.set(family, [...(families.get(family) ?? []), text])
    }
    for (const [family, all] of families) expect(new Set(all).size, family).toBe(all.length)
  })

  it('name the field of a broken rule once: its label stands before the rule already', () => {
    const labels = Object.entries(words).flatMap(([key, text]) =>
      /(^|\.)field\./.test(key) && [...text].length > 3 && (locale === 'zh-CN' || text.includes(' '))
        ? [locale === 'zh-CN' ? text : `The ${text.toLowerCase()} `]
        : [],
    )
    const rules = Object.entries(words).filter(([key]) => key.startsWith('rule.'))
    expect(rules.length).toBeGreaterThan(100)
    expect(
      rules.flatMap(([key, text]) => labels.flatMap((l) => (text.startsWith(l) ? [`${key}: ${text} (${l})`] : []))),
    ).toEqual([])
  })

  it('give an example where a shape is asked for', () => {
    for (const rule of ['number', 'whole', 'cve', 'file_mode', 'parameter_name', 'printable'])
      expect(words[`rule.${rule}`], rule).toMatch(/\d|[A-Z]{3}/)
  })
})

it('count points in English without “1 points”', () => {
  const counted = /(?<!(?:of|to|from|of as) )\{\w+\} points\b/
  expect(
    Object.entries(wordsIn('en-US')).flatMap(([key, text]) => (counted.test(text) ? [`${key}: ${text}`] : [])),
  ).toEqual([])
})

it('people of a state are called the same on the dashboard and in their list', () => {
  for (const locale of ['en-US', 'zh-CN'] as const) {
    const words = wordsIn(locale)
    const copies = Object.keys(words).filter((k) => k.startsWith('dashboard.status.'))
    for (const key of copies) expect(words[key], key).toBe(words[key.replace('dashboard.', 'user.').replace('_', '-')])
  }
})
