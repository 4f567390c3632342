import { createContext, type ReactNode, useContext, useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { Icon } from '../icon/Icon.tsx'

const Asked = createContext(false)
/** Whether a field that must be filled in is empty although the button of its dialogue asked for it: it says so itself. */
export const useLacks = (required: boolean | undefined, value: string): boolean =>
  useContext(Asked) && required === true && value.trim() === ''

const wanting = '[required], [aria-required="true"], [aria-invalid="true"]'
/** The first field that has to be filled in and is not, or says something wrong. */
const emptyField = (dialog: Element | null): HTMLElement | undefined =>
  [...(dialog?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(wanting) ?? [])].find(
    (field) => field.value.trim() === '' || field.getAttribute('aria-invalid') === 'true',
  )

/** Labels of fields that are still to be filled in, and falsehoods. */
export type Missing = readonly (string | false)[]

interface Stop {
  /** Whether something is missing: then it is told, and the focus goes to the first field that wants it. */
  stops: (button: Element) => boolean
  told: ReactNode
  /** Round the fields, so that each says at its place that it is missing. */
  around: (fields: ReactNode) => ReactNode
  forget: () => void
}

/** A button that answers with what is missing, in place of one that is switched off without a word. */
export function useMissing(missing: Missing): Stop {
  const [tried, setTried] = useState(false)
  const needed = missing.filter((m) => m !== false)
  return {
    stops: (button) => {
      setTried(needed.length > 0)
      if (needed.length > 0) emptyField(button.closest('dialog'))?.focus()
      return needed.length > 0
    },
    told: tried && needed.length > 0 && (
      <p className="mg-error" role="alert">
        <Icon name="bad" />
        {t('ui.missing', { what: format.list(needed) })}
      </p>
    ),
    around: (fields) => <Asked.Provider value={tried}>{fields}</Asked.Provider>,
    forget: () => setTried(false),
  }
}
