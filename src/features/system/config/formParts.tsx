/** What the forms of the configuration have in common beside the kit's: how they arrive, and the way back to what is saved. */
import { t } from '../../../i18n/index.ts'
import type { FormSession } from '../../../kit/form/useForm.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

interface FormAwaitedProps {
  problem: unknown
  /** The rules could not be loaded. */
  failed: boolean
  onRetry: () => void
}

/** In the place of a form whose values or rules are not here yet. */
export function FormAwaited({ problem, failed, onRetry }: FormAwaitedProps) {
  if (!problem && !failed) return <Loading kind="form" />
  return <ProblemView problem={problem ?? { code: 'network', status: 0, request_id: '' }} onRetry={onRetry} />
}

/** Throws away what is typed and not saved. */
export function ResetButton({
  form,
  onReset,
}: {
  form: Pick<FormSession, 'dirty' | 'dropDraft'>
  onReset: () => void
}) {
  return (
    <Button
      off={!form.dirty && t('ui.unchanged')}
      onClick={() => {
        form.dropDraft()
        onReset()
      }}
    >
      {t('config.reset')}
    </Button>
  )
}
