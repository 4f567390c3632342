import { describe, expect, it } from 'vitest'
import { ToolBody, ToolCategoryBody } from '../../contract/library/tool.schema.ts'
import { tool, toolCategory } from '../../contract/library/tool.ts'
import { limits } from '../../contract/limits.ts'
import { loadMessages, setLocale } from '../../i18n/index.ts'
import { createAttempts } from './attempt.ts'
import { formDraftStore } from './draft.ts'
import {
  problemsBelow,
  breaksOf,
  changedFields,
  fieldFactsOf,
  moveEntry,
  put,
  shownBreaks,
  startValues,
  formValuesOf,
  withoutField,
} from './form.logic.ts'
import { fieldProblemText } from './issues.ts'

describe('a new entry', () => {
  it('starts at the defaults of the schema and blanks of the right kind', () => {
    expect(startValues(ToolBody, tool)).toMatchObject({
      name: '',
      category_id: null,
      summary: '',
      price: 'unknown',
      online: null,
      keywords: [],
      commands: [],
    })
    expect(startValues(ToolBody, tool, { category_id: 'c1' })['category_id']).toBe('c1')
  })

  it('asks for exactly what the schema cannot do without', () => {
    const required = Object.keys(ToolBody.shape).filter((name) => fieldFactsOf(ToolBody, tool, name).required)
    expect(required).toEqual(['name', 'category_id'])
    expect(fieldFactsOf(ToolBody, tool, 'online')).toMatchObject({ required: false, nullable: true })
    expect(fieldFactsOf(ToolCategoryBody, toolCategory, 'name').required).toBe(true)
  })

  it('learns from the schema how long a text may be', () => {
    expect(fieldFactsOf(ToolBody, tool, 'summary').max).toBe(limits.description.max)
    expect(fieldFactsOf(ToolCategoryBody, toolCategory, 'description').max).toBe(500)
    // of a line too, where it is measured in width
    expect(fieldFactsOf(ToolBody, tool, 'name').max).toBe(120)
    expect(fieldFactsOf(ToolBody, tool, 'commands', ['usecase', 'gone']).partMax).toEqual({
      usecase: 1024,
      gone: undefined,
    })
  })
})

describe('changing a row', () => {
  it('sends every field of the body and nothing the server made', () => {
    const row = {
      id: 'x',
      version: 3,
      can: [],
      name: 'nmap',
      category_id: 'c',
      summary: '',
      price: 'free',
      origin: 'manual',
    }
    const values = formValuesOf(ToolBody, row)
    expect(Object.keys(values).sort()).toEqual(Object.keys(ToolBody.shape).sort())
    expect(values['name']).toBe('nmap')
  })

  it('knows what was typed by its content', () => {
    expect(changedFields({ a: [1], b: 'x' }, { a: [1], b: 'x' })).toEqual([])
    expect(changedFields({ a: [1], b: 'x' }, { a: [1, 2], b: 'x', c: null })).toEqual(['a'])
    const commands = (text: string) => ({ commands: [JSON.parse(text)] })
    expect(changedFields(commands('{"os":"a","command":"b"}'), commands('{"command":"b","os":"a"}'))).toEqual([])
    expect(changedFields(commands('{"os":"a"}'), commands('{"os":"b"}'))).toEqual(['commands'])
    expect(changedFields({ a: [1, 2] }, { a: [2, 1] })).toEqual(['a'])
    expect(changedFields({ a: {} }, { a: [] })).toEqual(['a'])
  })

  it('replaces one part deep inside and leaves the rest the same object', () => {
    const before = { name: 'x', commands: [{ os: 'a' }, { os: 'b' }] }
    const after = put(before, ['commands', 1, 'os'], 'c') as typeof before
    expect(after.commands.map((c) => c.os)).toEqual(['a', 'c'])
    expect(after.commands[0]).toBe(before.commands[0])
    expect(before.commands[1]?.os).toBe('b')
  })

  it('moves entries of a list and stops at its ends', () => {
    expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moveEntry(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
    expect(moveEntry(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
  })
})

describe('what is shown as wrong', () => {
  const rules = breaksOf(ToolBody, { ...startValues(ToolBody, tool), website: 'nowhere' })
  it('is nothing before a field was left', () => {
    expect(rules.map((p) => p.path).sort()).toEqual(['category_id', 'name', 'website'])
    expect(shownBreaks({ rules, server: [], left: new Set(), tried: false })).toEqual([])
  })
  it('is what is wrong with the fields that were left, and everything after an attempt', () => {
    const left = new Set(['website'])
    expect(shownBreaks({ rules, server: [], left, tried: false }).map((p) => p.path)).toEqual(['website'])
    expect(shownBreaks({ rules, server: [], left, tried: true })).toHaveLength(3)
  })
  it('holds what the server said until the field is changed', () => {
    const server = [
      { path: 'name', rule: 'name_taken' },
      { path: 'commands.0.os', rule: 'max' },
    ]
    expect(shownBreaks({ rules: [], server, left: new Set(), tried: true })).toEqual(server)
    expect(withoutField(server, 'commands').map((p) => p.path)).toEqual(['name'])
    expect(problemsBelow(server, 'commands')).toHaveLength(1)
  })
})

describe('the sentence of a broken rule', () => {
  it('tells an empty field that it is required and others what is wrong', async () => {
    await setLocale('en-US')
    await loadMessages('refusal')
    const p = { path: 'name', rule: 'length', params: { min: 1, max: 120 } }
    expect(fieldProblemText(p, '')).toBe('Required.')
    expect(fieldProblemText(p, 'x'.repeat(121))).toContain('1 to 120')
    expect(fieldProblemText({ path: 'category_id', rule: 'type' }, null)).toBe('Required.')
    expect(fieldProblemText({ path: 'name', rule: 'name_taken' }, 'nmap')).toBe('This name is taken.')
    expect(fieldProblemText({ path: 'name', rule: 'never_heard_of' }, 'nmap')).toBe('Not in the right format.')
  })
})

describe('the key of an attempt', () => {
  const counting = () => {
    let n = 0
    return createAttempts(() => `k${++n}`)
  }
  const problem = (status: number) => ({ code: 'unknown' as const, status, request_id: '' })
  it('stays while no answer came and changes with the content', () => {
    const a = counting()
    expect(a.keyFor({ x: 1 })).toBe('k1')
    for (const status of [0, 503, 429, 401]) {
      a.failed(problem(status))
      expect(a.keyFor({ x: 1 })).toBe('k1')
    }
    expect(a.keyFor({ x: 2 })).toBe('k2')
  })
  it('is another after an answer', () => {
    const a = counting()
    expect(a.keyFor({ x: 1 })).toBe('k1')
    a.failed(problem(409))
    expect(a.keyFor({ x: 1 })).toBe('k2')
    a.answered()
    expect(a.keyFor({ x: 1 })).toBe('k3')
  })
})

describe('a draft', () => {
  const memory = () => {
    const all = new Map<string, string>()
    return {
      all,
      get: (n: string) => all.get(n) ?? null,
      set: (n: string, v: string) => void all.set(n, v),
      remove: (n: string) => void all.delete(n),
    }
  }
  it('is found again by the same user for the same entry only', () => {
    const store = memory()
    formDraftStore('u1', 'tool', '7', [], store).keep({ values: { name: 'x' }, base: {}, version: 2, at: 1 })
    expect(formDraftStore('u1', 'tool', '7', [], store).read()).toEqual({
      values: { name: 'x' },
      base: {},
      version: 2,
      at: 1,
    })
    expect(formDraftStore('u2', 'tool', '7', [], store).read()).toBeUndefined()
    // what is not to be left behind never is, neither as typed nor as it was
    const person = formDraftStore('u1', 'user', '7', ['id_number'], store)
    person.keep({ values: { name: 'x', id_number: '42' }, base: { name: 'y', id_number: '41' }, version: 2, at: 1 })
    expect(person.read()).toEqual({ values: { name: 'x' }, base: { name: 'y' }, version: 2, at: 1 })
    expect(formDraftStore('u1', 'tool', undefined, [], store).read()).toBeUndefined()
  })
  it('that is damaged is none', () => {
    const store = memory()
    const box = formDraftStore('u', 'tool', '1', [], store)
    for (const text of [
      '{',
      'null',
      '[]',
      '{"values":[],"base":{},"version":1,"at":1}',
      '{"values":{},"base":{},"version":"1","at":1}',
      '{"values":{},"version":1,"at":1}',
    ]) {
      store.set('draft:u:tool:1', text)
      expect(box.read()).toBeUndefined()
    }
  })
})
