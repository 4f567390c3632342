/** The licence of this installation: how it stands, what it opens and until when, and how to change it without a network. */
import { t } from '../../i18n/index.ts'
import { useMayChange } from '../../kit/session/access.ts'
import { useRead } from '../../kit/data/api.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Activate } from './Activate.tsx'
import { LicenceFacts } from './LicenceFacts.tsx'
import { LicenceHistory } from './LicenceHistory.tsx'
import { tones } from './license.logic.ts'
import { LimitList } from './LimitList.tsx'
import { ModuleList } from './ModuleList.tsx'
import { TestIssuer } from './TestIssuer.tsx'
import { LicenceTimeline } from './Timeline.tsx'
import './license.css'

export default function ProductActivation() {
  const may = useMayChange('product-activation')
  const { data, error, refetch } = useRead('GET /license', undefined, { every: 60_000 })
  if (!data)
    return (
      <Page title={t('screen.product-activation')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="tiles" />}
      </Page>
    )
  const { at } = data.standing
  return (
    <Page
      title={t('screen.product-activation')}
      tags={<StatusTag word={at} label={t(`license.standing.${at}`)} tone={tones[at]} />}
    >
      <div className="license-grid">
        <div className="license-column">
          <Panel title={t('license.this')}>
            <LicenceFacts data={data} />
          </Panel>
          {data.turns && (
            <Panel title={t('license.timeline')}>
              <LicenceTimeline turns={data.turns} now={data.server_time} />
            </Panel>
          )}
          <Panel title={t('license.modules')}>
            <ModuleList open={data.standing.open} />
          </Panel>
          {data.history.length > 0 && <LicenceHistory items={data.history} />}
        </div>
        <div className="license-column">
          {may && <Activate data={data} />}
          <Panel title={t('license.limits')}>
            <LimitList limits={data.limits} used={data.used} />
          </Panel>
          {may && data.issuer && <TestIssuer key={data.licence?.id} data={data} />}
        </div>
      </div>
    </Page>
  )
}
