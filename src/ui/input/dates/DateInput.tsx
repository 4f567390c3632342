/** A date in the app's language; the browser's own date box would speak the browser's. Arco's calendar comes with its first use. */
import { lazy, Suspense } from 'react'

export interface DateInputProps {
  id?: string | undefined
  /** YYYY-MM-DD, or an ISO instant when `time` is set; empty for none; else what was typed and could not be read. */
  value: string
  /** A date with a time of day, in the viewer's zone; `optional`: either. */
  time?: boolean | 'optional'
  disabled?: boolean | undefined
  'aria-label'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  /** Who shows the field says what is wrong with it; otherwise the field does. */
  told?: true
  /** A date, nothing, or a text that is no date: nothing that was typed is dropped without a word. */
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
}

const Calendar = lazy(() => import('./Calendar.tsx'))

export function DateInput(props: DateInputProps) {
  return (
    <Suspense
      fallback={<input id={props.id} className="mg-field kit-short" disabled aria-label={props['aria-label']} />}
    >
      <Calendar {...props} />
    </Suspense>
  )
}
