/** Start page of the back office: what waits, who is here, what the libraries hold, what happened. Refreshes itself while somebody looks. */
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Fed } from '../../kit/display/Fed.tsx'
import { DisplayRegions } from '../../kit/display/Regions.tsx'
import { useAccess } from '../../kit/session/access.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { overviewRegions } from './overview.tsx'
import { workRegions } from './work.tsx'
import './dashboard.css'

const every = 30_000

export default function Dashboard() {
  const work = useRead('GET /dashboard/work', undefined, { every })
  const overview = useRead('GET /dashboard/overview', undefined, { every })
  const { visible } = useAccess()
  return (
    <Page title={t('dashboard.title')}>
      <div className="dashboard">
        <Fed by={work} compact waits={{ kind: 'tiles', rows: 3 }}>
          {(data) => (
            <section aria-label={t('dashboard.work')} className="dashboard-part">
              <DisplayRegions of={workRegions(data, visible)} />
            </section>
          )}
        </Fed>
        <Fed by={overview}>
          {(data) => (
            <div className="dashboard-part">
              <DisplayRegions of={overviewRegions(data, visible)} />
            </div>
          )}
        </Fed>
      </div>
    </Page>
  )
}
