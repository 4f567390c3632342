import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { RowBase } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import type { AnyResource } from '../resource/words.ts'
import type { FormUi } from './declare.ts'
import { FormBody } from './FormBody.tsx'
import { type BodySchema, isReadOnlyRow } from './form.logic.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { useForm } from './useForm.ts'
import { useSchema } from './useSchema.ts'

interface FormInDialogProps {
  ui: FormUi<AnyResource>
  title: string
  row: RowBase | undefined
  onClose: () => void
}

/** A short form over the page it belongs to. Closing it with something typed asks first, as leaving a page does. */
export function FormInDialog(props: FormInDialogProps) {
  const { schema, failed, retry } = useSchema(props.ui.schema)
  if (schema) return <Editor {...props} schema={schema} />
  return (
    <Dialog open title={props.title} onClose={props.onClose}>
      {failed ? (
        <ProblemView compact problem={{ code: 'network', status: 0, request_id: '' }} onRetry={retry} />
      ) : (
        <Loading kind="form" rows={2} />
      )}
    </Dialog>
  )
}

function Editor({ ui, title, row, schema, onClose }: FormInDialogProps & { schema: BodySchema }) {
  const [asking, setAsking] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  // the dialogue itself would start at its close button
  useEffect(() => body.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), [])
  const navigate = useNavigate()
  const form = useForm({
    ui,
    schema,
    row,
    onSaved: (saved) => {
      onClose()
      if (!row && ui.opens) void navigate(ui.opens(saved))
    },
  })
  const close = () => {
    if (form.isDirty()) setAsking(true)
    else onClose()
  }
  return (
    <Dialog
      open
      {...(ui.size ? { size: ui.size } : {})}
      title={title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t(isReadOnlyRow(row) ? 'ui.close' : 'kit.cancel')}</Button>
          {!isReadOnlyRow(row) && (
            <Button tone="primary" busy={form.at.phase === 'saving'} onClick={form.save}>
              {t(row ? 'kit.form.save' : 'kit.form.create')}
            </Button>
          )}
        </>
      }
    >
      <div ref={body}>
        <FormBody stacked resource={ui.of} schema={schema} groups={ui.groups} form={form} locked={isReadOnlyRow(row)} />
      </div>
      <LeaveGuard dirty={form.dirty} isDirty={form.isDirty} text={t('kit.form.leave_draft')} onLeave={form.dropDraft} />
      {asking && (
        <Confirm
          open
          danger
          title={t('kit.form.leave_title')}
          confirm={t('kit.form.leave')}
          onConfirm={() => {
            form.dropDraft()
            onClose()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('kit.form.leave_draft')}</p>
        </Confirm>
      )}
    </Dialog>
  )
}
