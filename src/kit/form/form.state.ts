/** The life of a form as one state and the events that move it. Calls are made outside (`useForm.ts`); this decides what they mean. */
import type { FieldProblem } from '../../contract/problems.ts'
import type { AppProblem } from '../../lib/problem.ts'
import { type Values, withoutField } from './form.logic.ts'
import { compare, type StaleField } from './stale.logic.ts'

export interface FormState {
  /** What the values began from: typed is what differs. */
  base: Values
  /** Version of the row; 0 for a new entry. */
  version: number
  values: Values
  /** Fields that were left, which may be told what is wrong with them. */
  left: ReadonlySet<string>
  /** A save was tried: everything that is wrong is told. */
  tried: boolean
  /** What the server said of fields. */
  server: readonly FieldProblem[]
  at: FormPhase
}

export type FormPhase =
  | { phase: 'editing' }
  | { phase: 'saving' }
  /** The server refused for a reason that is no field's. */
  | { phase: 'refused'; problem: AppProblem }
  /** Somebody else saved first: both texts, to choose from. */
  | { phase: 'stale'; theirs: Values; version: number; fields: readonly StaleField[] }
  /** The row is no more. */
  | { phase: 'gone' }
  | { phase: 'saved' }

export type FormEvent =
  | { is: 'typed'; name: string; value: unknown }
  | { is: 'left'; name: string }
  | { is: 'tried' }
  | { is: 'sent'; values: Values; version: number }
  | { is: 'answered' }
  | { is: 'refused'; problem: AppProblem; fields: readonly FieldProblem[] }
  | { is: 'overtaken'; theirs: Values; version: number }
  | { is: 'vanished' }
  | { is: 'put-off' }
  | { is: 'restored'; values: Values; base: Values; version: number }

export const initialFormState = (values: Values, version: number): FormState => ({
  base: values,
  version,
  values,
  left: new Set(),
  tried: false,
  server: [],
  at: { phase: 'editing' },
})

const editing: FormPhase = { phase: 'editing' }

export function nextFormState(s: FormState, e: FormEvent): FormState {
  // what is on its way is what was agreed to: nothing changes under it
  if (s.at.phase === 'saving' && (e.is === 'typed' || e.is === 'restored')) return s
  switch (e.is) {
    case 'typed':
      return {
        ...s,
        values: { ...s.values, [e.name]: e.value },
        server: withoutField(s.server, e.name),
        at: s.at.phase === 'refused' ? editing : s.at,
      }
    case 'left':
      return s.left.has(e.name) ? s : { ...s, left: new Set([...s.left, e.name]) }
    case 'tried':
      return { ...s, tried: true, at: s.at.phase === 'refused' ? editing : s.at }
    case 'sent':
      return { ...s, values: e.values, version: e.version, tried: true, server: [], at: { phase: 'saving' } }
    case 'answered':
      return { ...s, base: s.values, at: { phase: 'saved' } }
    case 'refused':
      return { ...s, server: e.fields, at: e.fields.length ? editing : { phase: 'refused', problem: e.problem } }
    case 'overtaken':
      return {
        ...s,
        at: { phase: 'stale', theirs: e.theirs, version: e.version, fields: compare(s.base, s.values, e.theirs) },
      }
    case 'vanished':
      return { ...s, at: { phase: 'gone' } }
    case 'put-off':
      return { ...s, at: editing }
    case 'restored':
      return { ...initialFormState(e.base, e.version), values: e.values }
  }
}
