import { expect, it } from 'vitest'
import { defaultPolicy } from '../../contract/rules.ts'
import { fieldBreaks, registrationBreaks } from './fields.logic.ts'

const good = { username: 'lin_wei', name: '林伟', password: 'Range#2024', repeat: 'Range#2024', phone: '' }
const rules = (form: Partial<typeof good>) =>
  Object.fromEntries(
    Object.entries(registrationBreaks({ ...good, ...form }, defaultPolicy)).map(([f, b]) => [f, b.map((x) => x.rule)]),
  )

it('finds nothing wrong with a good registration, with a phone number or without', () => {
  expect(rules({})).toEqual({})
  expect(rules({ phone: '13800138000' })).toEqual({})
})

it.each([
  [{ username: '' }, { username: ['required'] }],
  [{ username: 'a b' }, { username: ['length', 'username_characters'] }],
  [{ name: '  ' }, { name: ['required'] }],
  [{ name: '林' }, { name: ['length'] }],
  [{ repeat: 'Range#2025' }, { repeat: ['password_repeat'] }],
  [{ phone: '123' }, { phone: ['phone'] }],
  [{ password: 'lin_wei#1', repeat: 'lin_wei#1' }, { password: ['password_about'] }],
])('%j breaks %j', (form, want) => {
  expect(rules(form)).toEqual(want)
})

it('sorts the server’s own verdict by field', () => {
  expect(
    fieldBreaks([
      { path: 'username', rule: 'taken' },
      { path: 'password', rule: 'length', params: { min: 8, max: 20 } },
      { path: 'password', rule: 'password_common' },
    ]),
  ).toEqual({
    username: [{ rule: 'taken' }],
    password: [{ rule: 'length', params: { min: 8, max: 20 } }, { rule: 'password_common' }],
  })
  expect(fieldBreaks(undefined)).toEqual({})
})
