/** A form as the dialogue of an action. Only the declaration is loaded with the list; the form comes when it is opened. */
import { type ComponentType, lazy, Suspense } from 'react'
import type { ActionDialogProps } from '../action/action.ts'
import { type AnyResource, asRead, type Row } from '../resource/words.ts'
import type { FormUi } from './declare.ts'

/** Adds without a row, edits the row it is given. The page stays as it is while the form is on its way. */
export function formDialog<R extends AnyResource>(
  ui: FormUi<R> & { title: (row: Row<R> | undefined) => string },
): ComponentType<ActionDialogProps<Row<R>>> {
  const Form = lazy(async () => {
    const { FormInDialog } = await import('./FormInDialog.tsx')
    return {
      default: ({ rows, onClose }: ActionDialogProps<Row<R>>) => (
        <FormInDialog ui={asRead<FormUi<AnyResource>>(ui)} title={ui.title(rows[0])} row={rows[0]} onClose={onClose} />
      ),
    }
  })

  return function FormDialog(props) {
    return (
      <Suspense fallback={null}>
        <Form {...props} />
      </Suspense>
    )
  }
}
