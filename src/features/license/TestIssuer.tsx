/** The vendor's side in development: issues test licences, so that a whole activation can be tried on one machine. */
import { useId, useState } from 'react'
import {
  type Edition,
  editions,
  limitNames,
  modules,
  mostLimit,
  toSecond,
  type Limits,
} from '../../contract/license/licence.ts'
import type { LicenceOverview } from '../../contract/license/routes.ts'
import { t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { DateInput } from '../../ui/input/dates/DateInput.tsx'
import { isDate } from '../../contract/lib/typedDate.ts'
import { NumberInput } from '../../kit/form/NumberInput.tsx'
import { Pills } from '../../kit/resource/input/Pills.tsx'
import { Select } from '../../ui/input/Select.tsx'
import { downloadFile } from '../../lib/save.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Copyable } from '../../ui/data/Copyable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { offeredModules } from './license.logic.ts'

interface Issued {
  name: string
  file: string
  code: string
}

export function TestIssuer({ data }: { data: LicenceOverview }) {
  const id = useId()
  const [customer, setCustomer] = useState(data.licence?.customer ?? t('license.some_customer'))
  const [edition, setEdition] = useState<Edition>('standard')
  const had: readonly string[] = data.licence?.modules ?? modules
  const [chosen, setChosen] = useState(had)
  const [to, setTo] = useState(() => toSecond(Date.parse(data.server_time) + 365 * 86_400_000))
  const [limits, setLimits] = useState<Limits>(data.limits)
  const [made, setMade] = useState<Issued | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [issue, { busy }] = useCall('POST /license/issue')
  const act = async () => {
    setProblem(null)
    setMade(null)
    try {
      setMade(
        await issue({
          body: {
            request: data.request?.code ?? '',
            customer: customer.trim(),
            edition,
            // what has no page in this version is not asked about, and stays
            modules: modules.filter((m) => (offeredModules.includes(m) ? chosen : had).includes(m)),
            to: isDate(to) ? toSecond(Date.parse(to)) : to,
            limits,
          },
        }),
      )
    } catch (e) {
      setProblem(e)
    }
  }
  return (
    <Panel title={t('license.issuer')} description={t('license.issuer_about')}>
      <div className="license-issuer">
        <TextField label={t('license.customer')} value={customer} onChange={setCustomer} maxLength={60} />
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-edition`}>
            {t('license.edition')}
          </label>
          <Select
            id={`${id}-edition`}
            value={edition}
            options={editions.map((e) => ({ value: e, label: t(`license.edition.${e}`) }))}
            onChange={(v) => setEdition(editions.find((e) => e === v) ?? 'standard')}
          />
        </div>
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-to`}>
            {t('license.term_to')}
          </label>
          <DateInput id={`${id}-to`} time value={to} onChange={setTo} />
        </div>
        {limitNames.map((name) => (
          <div key={name} className="mg-labelled">
            <label className="mg-label" htmlFor={`${id}-${name}`}>
              {t(`license.limit.${name}`)}
            </label>
            <NumberInput
              id={`${id}-${name}`}
              className="mg-field"
              placeholder={t('license.unlimited')}
              value={limits[name]}
              onChange={(v) =>
                setLimits({
                  ...limits,
                  [name]: typeof v === 'number' ? Math.min(mostLimit, Math.max(0, Math.floor(v))) : null,
                })
              }
            />
          </div>
        ))}
        <fieldset className="license-wide">
          <legend className="mg-label">{t('license.modules')}</legend>
          <Pills
            options={offeredModules.map((m) => ({ value: m, label: t(`license.module.${m}`) }))}
            value={chosen}
            onChange={setChosen}
          />
        </fieldset>
      </div>
      <div className="license-row">
        <Button busy={busy} onClick={() => void act()}>
          {t(data.request ? 'license.issue_answer' : 'license.issue')}
        </Button>
      </div>
      {problem !== null && <ProblemView compact problem={problem} />}
      {made && (
        <div className="license-issued" role="status">
          <p>
            <Button size="small" icon="download" onClick={() => downloadFile(new Blob([made.file]), made.name)}>
              {made.name}
            </Button>
          </p>
          <p className="mg-label">{t('license.code')}</p>
          <Copyable text={made.code} mono />
        </div>
      )}
    </Panel>
  )
}
