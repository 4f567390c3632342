/** One scene with everything about it. What it is doing comes from the look all scenes share; its drawing is read once. */
import '../scene.css'
import { useParams, useSearchParams, Link } from 'react-router-dom'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { EventsPanel } from '../../../parts/scene/card/EventsPanel.tsx'
import { FilesPanel } from '../../../parts/scene/card/FilesPanel.tsx'
import { MetricsPanel } from '../../../parts/scene/card/MetricsPanel.tsx'
import { SceneBar } from '../../../parts/scene/card/SceneBar.tsx'
import { SnapshotsPanel } from '../../../parts/scene/card/SnapshotsPanel.tsx'
import { useLive } from '../../../parts/scene/card/live.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { consoleLink } from '../../../parts/scene/consoleLink.ts'
import { OpenConsoles } from './OpenConsoles.tsx'
import { Overview } from './Overview.tsx'

const tabs = ['overview', 'consoles', 'metrics', 'events', 'files', 'snapshots'] as const
type Tab = (typeof tabs)[number]

export default function SceneDetail() {
  const { id = '' } = useParams()
  return <Shown key={id} id={id} />
}

function Shown({ id }: { id: string }) {
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((x) => x === query.get('tab')) ?? 'overview'
  const { data, error, refetch } = useRead('GET /scenes/:id', { params: { id } })
  const { scene: known, gone } = useLive(id)
  const scene = known ?? data
  const show = (next: string) => setQuery(next === 'overview' ? {} : { tab: next }, { replace: true })
  if (gone || (error && !scene))
    return (
      <Page title={data?.name ?? t('screen.scene-monitor-detail')}>
        {gone || error?.code === 'not_found' ? (
          <Empty
            icon="info"
            title={t('scene.gone')}
            action={
              <Link className={linkClass('primary')} to={href('instance-monitoring')}>
                {t('wall.back')}
              </Link>
            }
          >
            {t('scene.gone_text')}
          </Empty>
        ) : (
          <ProblemView problem={error} onRetry={refetch} />
        )}
      </Page>
    )
  return (
    <Page
      title={scene?.name ?? t('screen.scene-monitor-detail')}
      actions={scene && <Ways scene={scene} />}
      tabs={
        <Tabs
          label={t('scene.tabs')}
          items={tabs.map((x) => ({ id: x, label: t(`scene.tab.${x}`) }))}
          active={tab}
          panel="scene-part"
          onChange={show}
        />
      }
    >
      <div className="scene-detail">
        <SceneBar id={id} />
        <div id="scene-part" className="scene-detail" role="tabpanel" aria-label={t(`scene.tab.${tab}`)}>
          {scene ? <Part tab={tab} scene={scene} drawing={data?.document} /> : <Loading kind="detail" />}
        </div>
      </div>
    </Page>
  )
}

function Ways({ scene }: { scene: Scene }) {
  const first = scene.nodes.find((n) => n.can.includes('console'))
  return (
    <>
      <Link className={linkClass()} to={href('instance-monitor-display', { id: scene.id })}>
        <Icon name="grid" /> {t('scene.wall')}
      </Link>
      {first && (
        <Link className={linkClass()} to={consoleLink(scene.id, first.id, first.consoles[0] ?? 'terminal')}>
          <Icon name="terminal" /> {t('scene.console')}
        </Link>
      )}
    </>
  )
}

type Drawing = Parameters<typeof Overview>[0]['drawing']
function Part({ tab, scene, drawing }: { tab: Tab; scene: Scene; drawing: Drawing }) {
  switch (tab) {
    case 'overview':
      return <Overview scene={scene} drawing={drawing} />
    case 'consoles':
      return <OpenConsoles scene={scene} />
    case 'metrics':
      return <MetricsPanel id={scene.id} />
    case 'events':
      return <EventsPanel id={scene.id} />
    case 'files':
      return <FilesPanel scene={scene} />
    default:
      return <SnapshotsPanel scene={scene} />
  }
}
