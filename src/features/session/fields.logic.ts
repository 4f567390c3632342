/** What the registration form says while somebody types: the rules of the contract, field by field. */
import type { FieldProblem } from '../../contract/problems.ts'
import {
  displayNameBreaks,
  type PasswordPolicy,
  passwordBreaks,
  phoneBreaks,
  type RuleBreak,
  usernameBreaks,
} from '../../contract/rules.ts'

export interface Registration {
  username: string
  name: string
  password: string
  repeat: string
  phone: string
}
export type RegistrationField = keyof Registration

const required: RuleBreak = { rule: 'required' }

/** What each field breaks; fields that are fine are not in it. */
export function registrationBreaks(
  form: Registration,
  policy: PasswordPolicy,
): Partial<Record<RegistrationField, RuleBreak[]>> {
  const all: Record<RegistrationField, RuleBreak[]> = {
    username: form.username === '' ? [required] : usernameBreaks(form.username),
    name: form.name.trim() === '' ? [required] : displayNameBreaks(form.name.trim()),
    password: form.password === '' ? [required] : passwordBreaks(form.password, { policy, about: [form.username] }),
    repeat: form.repeat === form.password ? [] : [{ rule: 'password_repeat' }],
    phone: form.phone === '' ? [] : phoneBreaks(form.phone),
  }
  return Object.fromEntries(Object.entries(all).filter(([, breaks]) => breaks.length > 0))
}

/** The server's own verdict, by field; a field the form does not show is left out. */
export function fieldBreaks(fields: readonly FieldProblem[] | undefined): Partial<Record<string, RuleBreak[]>> {
  const out: Record<string, RuleBreak[]> = {}
  for (const { path, rule, params } of fields ?? []) {
    const list = (out[path] ??= [])
    list.push(params ? { rule, params } : { rule })
  }
  return out
}
