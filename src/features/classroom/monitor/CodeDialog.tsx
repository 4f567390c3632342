/** The code by which members say that they are there, large enough for a projector. It changes by itself. */
import type { ClassHour } from '../../../contract/classroom/hour.schema.ts'
import { codeLimits } from '../../../contract/classroom/hour.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useServerNow } from '../../../ui/data/useServerNow.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button } from '../../../ui/input/Button.tsx'

export function CodeDialog({ hour, onClose }: { hour: ClassHour; onClose: () => void }) {
  const { data, error, refetch } = useRead(
    'GET /class-hours/:id/code',
    { params: { id: hour.id } },
    { every: 5000, fresh: true },
  )
  return (
    <Dialog
      open
      size="large"
      title={t('classroom.code_title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      {data ? (
        <Code code={data.code} until={data.until} now={data.now} />
      ) : error ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function Code({ code, until, now: said }: { code: string; until: string; now: string }) {
  const now = useServerNow(said)
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
  return (
    <div className="class-code">
      <p className="class-code-digits" aria-label={t('classroom.code_said', { code: [...code].join(' ') })}>
        <span aria-hidden="true">
          {code.slice(0, codeLimits.digits / 2)} {code.slice(codeLimits.digits / 2)}
        </span>
      </p>
      <p className="mg-dim">{t('classroom.code_left', { time: format.clock(left) })}</p>
      <p>{t('classroom.code_text')}</p>
    </div>
  )
}
