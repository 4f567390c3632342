import { useId, useState } from 'react'
import { type Edition, editions } from '../../contract/license/licence.ts'
import type { LicenceOverview } from '../../contract/license/routes.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { Select } from '../../ui/input/Select.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Copyable } from '../../ui/data/Copyable.tsx'
import { Steps } from '../../ui/data/Steps.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { typedCode } from './license.logic.ts'

interface ByCodeProps {
  request: LicenceOverview['request']
  confirmation: string | null
  busy: boolean
  onCode: (code: string) => void
}

/** Request, answer, confirmation: no file and no network, every group with a check character of its own. */
export function ByCode({ request, confirmation, busy, onCode }: ByCodeProps) {
  const id = useId()
  const [edition, setEdition] = useState<Edition>(request?.edition ?? 'standard')
  const [code, setCode] = useState('')
  const [ask, { busy: asking }] = useWrite('POST /license/request')
  const typed = typedCode(code)
  const note = typed.strange
    ? t('license.code_strange')
    : typed.wrong
      ? t('license.code_wrong', { group: typed.wrong })
      : typed.groups
        ? t('license.code_groups', { groups: typed.groups })
        : t('license.code_about')
  const wrong = typed.strange === true || typed.wrong !== undefined
  return (
    <Steps
      steps={[
        {
          title: <h3>{t('license.step_request')}</h3>,
          status: request ? 'finish' : 'process',
          about: (
            <div className="license-step">
              <p className="mg-dim">{t('license.step_request_about')}</p>
              <div className="license-row">
                <Select
                  aria-label={t('license.edition')}
                  value={edition}
                  options={editions.map((e) => ({ value: e, label: t(`license.edition.${e}`) }))}
                  onChange={(v) => setEdition(editions.find((e) => e === v) ?? 'standard')}
                />
                <Button
                  busy={asking}
                  icon={request ? 'refresh' : undefined}
                  onClick={() => void ask({ body: { edition } }).catch(toast.problem)}
                >
                  {t(request ? 'license.request_again' : 'license.request')}
                </Button>
              </div>
              {request && (
                <div className="license-code">
                  <Copyable text={request.code} mono />
                  <p className="mg-faint">
                    {t(`license.edition.${request.edition}`)} · <DateTime at={request.made_at} />
                  </p>
                </div>
              )}
            </div>
          ),
        },
        {
          title: <h3>{t('license.step_answer')}</h3>,
          status: confirmation ? 'finish' : request ? 'process' : 'wait',
          about: (
            <div className="license-step">
              <label className="mg-label" htmlFor={id}>
                {t('license.code')}
              </label>
              <textarea
                id={id}
                className="mg-field mg-area mg-mono"
                rows={5}
                spellCheck={false}
                autoComplete="off"
                value={code}
                aria-invalid={wrong || undefined}
                aria-describedby={`${id}-note`}
                onChange={(e) => setCode(e.target.value)}
              />
              <p id={`${id}-note`} className={wrong ? 'mg-error' : 'mg-hint'}>
                {note}
              </p>
              <Button tone="primary" busy={busy} disabled={wrong || typed.groups === 0} onClick={() => onCode(code)}>
                {t('license.check')}
              </Button>
            </div>
          ),
        },
        {
          title: <h3>{t('license.step_confirmation')}</h3>,
          status: confirmation ? 'finish' : 'wait',
          about: (
            <div className="license-step">
              {confirmation ? (
                <div className="license-code">
                  <Copyable text={confirmation} mono />
                </div>
              ) : (
                <p className="mg-dim">{t('license.step_confirmation_about')}</p>
              )}
            </div>
          ),
        },
      ]}
    />
  )
}
