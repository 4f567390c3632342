import { describe, expect, it } from 'vitest'
import type { AppProblem } from '../../lib/problem.ts'
import { initialFormState, type FormEvent, nextFormState } from './form.state.ts'

const problem: AppProblem = { code: 'busy', status: 503, request_id: 'r' }
const start = initialFormState({ name: 'nmap', summary: '' }, 3)
const run = (...events: FormEvent[]) => events.reduce(nextFormState, start)

describe('the life of a form', () => {
  it('changes nothing while a save is on its way', () => {
    const s = run({ is: 'sent', values: start.values, version: 3 }, { is: 'typed', name: 'name', value: 'x' })
    expect(s.values['name']).toBe('nmap')
    expect(s.at.phase).toBe('saving')
  })

  it('keeps what was typed when the server refuses, and marks the fields it named', () => {
    const typed = { is: 'typed', name: 'name', value: 'hydra' } as const
    const fields = [{ path: 'name', rule: 'name_taken' }]
    const s = run(
      typed,
      { is: 'sent', values: { name: 'hydra', summary: '' }, version: 3 },
      { is: 'refused', problem, fields },
    )
    expect(s.values['name']).toBe('hydra')
    expect(s.server).toEqual(fields)
    expect(s.at.phase).toBe('editing')
    expect(nextFormState(s, { is: 'typed', name: 'name', value: 'john' }).server).toEqual([])
    expect(nextFormState(s, { is: 'typed', name: 'summary', value: 'x' }).server).toEqual(fields)
  })

  it('says what is no field’s fault until something is typed', () => {
    const s = run({ is: 'sent', values: start.values, version: 3 }, { is: 'refused', problem, fields: [] })
    expect(s.at).toEqual({ phase: 'refused', problem })
    expect(nextFormState(s, { is: 'typed', name: 'summary', value: 'x' }).at.phase).toBe('editing')
  })

  it('compares both texts when somebody else was first, from what both began with', () => {
    const s = run(
      { is: 'typed', name: 'name', value: 'nmap 7' },
      { is: 'overtaken', theirs: { name: 'nmap', summary: 'scanner' }, version: 4 },
    )
    expect(s.at).toMatchObject({
      phase: 'stale',
      version: 4,
      fields: [
        { name: 'name', suggested: 'mine', conflict: false },
        { name: 'summary', suggested: 'theirs', conflict: false },
      ],
    })
    expect(nextFormState(s, { is: 'put-off' }).values['name']).toBe('nmap 7')
  })

  it('has nothing typed any more once it was saved', () => {
    const values = { name: 'x', summary: '' }
    const s = run({ is: 'sent', values, version: 3 }, { is: 'answered' })
    expect(s.base).toEqual(values)
    expect(s.at.phase).toBe('saved')
  })

  it('takes a draft up with what it began from', () => {
    const s = run({ is: 'restored', values: { name: 'x' }, base: { name: 'nmap' }, version: 2 })
    expect(s).toMatchObject({ values: { name: 'x' }, base: { name: 'nmap' }, version: 2, tried: false })
  })
})
