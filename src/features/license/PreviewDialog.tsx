/** What would change, before anything does: modules that open and close, limits, the term; then the confirmation. */
import { useState } from 'react'
import type { LicencePreview } from '../../contract/license/routes.ts'
import type { ModuleName } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { useSend } from '../../kit/session/use.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import { Button } from '../../ui/input/Button.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { offeredModules } from './license.logic.ts'

interface PreviewDialogProps {
  /** File or code, as it was given. */
  given: string
  preview: LicencePreview
  now: string
  onClose: () => void
}

const amount = (n: number | null): string => (n === null ? t('license.unlimited') : format.number(n))

export function LicencePreviewDialog({ given, preview, now, onClose }: PreviewDialogProps) {
  const { licence: l, changes } = preview
  const [activate, { busy }] = useWrite('POST /license/activate')
  const [problem, setProblem] = useState<unknown>(null)
  const send = useSend()
  const act = async () => {
    setProblem(null)
    try {
      await activate({ body: { licence: given } })
      send(sessionActions.lookAgain())
      toast.ok(t('license.activated'))
      onClose()
    } catch (e) {
      setProblem(e)
    }
  }
  const named = (list: readonly ModuleName[]) =>
    format.list(list.filter((m) => offeredModules.includes(m)).map((m) => t(`license.module.${m}`)))
  const days = Math.max(0, Math.floor((Date.parse(l.to) - Date.parse(now)) / 86_400_000))
  return (
    <Dialog
      open
      title={t('license.preview')}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button tone="primary" busy={busy} onClick={() => void act()}>
            {t('license.activate')}
          </Button>
        </>
      }
    >
      <KeyValue
        items={[
          { label: t('license.customer'), value: l.customer },
          { label: t('license.edition'), value: t(`license.edition.${l.edition}`) },
          { label: t('license.term_from'), value: <DateTime at={l.from} /> },
          {
            label: t('license.term_to'),
            value: (
              <>
                <DateTime at={l.to} /> <span className="mg-faint">{t('license.days_left', { days })}</span>
              </>
            ),
          },
        ]}
      />
      <ul className="license-changes">
        {changes.opened.length > 0 && (
          <li className="mg-tone-ok">
            <Icon name="ok" /> {t('license.opens', { modules: named(changes.opened) })}
          </li>
        )}
        {changes.closed.length > 0 && (
          <li className="mg-tone-bad">
            <Icon name="lock" /> {t('license.closes', { modules: named(changes.closed) })}
          </li>
        )}
        {changes.limits.map((c) => (
          <li key={c.name} className="mg-tone-info">
            <Icon name="chart" />
            {t('license.limit_change', {
              limit: t(`license.limit.${c.name}`),
              before: amount(c.before),
              after: amount(c.after),
            })}
          </li>
        ))}
        {changes.opened.length + changes.closed.length + changes.limits.length === 0 && (
          <li className="mg-tone-idle">
            <Icon name="info" /> {t('license.same_reach')}
          </li>
        )}
      </ul>
      <p className="mg-dim">{t('license.data_safe')}</p>
      {problem !== null && <ProblemView compact problem={problem} />}
    </Dialog>
  )
}
