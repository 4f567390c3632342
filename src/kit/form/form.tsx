/**
 * A form screen from a declaration. The rules come from the contract's schema, which is loaded with the form and not before; what a field
 * looks like comes from its kind.
 */
import type { ComponentType } from 'react'
import { type AnyResource, asRead } from '../resource/words.ts'
import type { FormScreenUi } from './declare.ts'
import { FormPage } from './FormPage.tsx'

/** The page that adds an entry, and that edits one when its path has an `id`. */
export function form<R extends AnyResource>(ui: FormScreenUi<R>): ComponentType {
  const edit = asRead<FormScreenUi<AnyResource>>(ui)
  const add = { ...edit, ...edit.adding }
  return function FormScreen() {
    return <FormPage add={add} edit={edit} />
  }
}
