/** Consoles that are open in a scene now, and the way to look over a shoulder. Whoever is watched is told. */
import '../../../ui/table.css'
import '../scene.css'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OpenConsole } from '../../../contract/scene/console.schema.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Ago, DateTime } from '../../../ui/DateTime.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'

const Shadow = lazy(() => import('../Shadow.tsx'))

/** On the page of a scene: which one is looked at is part of the address. */
export function OpenConsoles({ scene }: { scene: Scene }) {
  const [query, setQuery] = useSearchParams()
  const look = (id?: string) => setQuery({ tab: 'consoles', ...(id ? { look: id } : {}) }, { replace: true })
  return (
    <Panel flush title={t('scene.tab.consoles')}>
      <Consoles scene={scene} looking={query.get('look')} onLook={look} />
    </Panel>
  )
}

interface ConsolesProps {
  scene: Pick<Scene, 'id'>
  /** Id of the console that is looked at. */
  looking: string | null
  onLook: (id?: string) => void
}

export function Consoles({ scene, looking: id, onLook }: ConsolesProps) {
  const { data, error, refetch } = useRead('GET /consoles', { query: { scene_id: scene.id } }, { every: 15_000 })
  const found = data?.items.find((c) => c.id === id)
  // one that ends while it is looked at says so where it is
  const [seen, setSeen] = useState<OpenConsole>()
  if (found && found !== seen) setSeen(found)
  const looking = found ?? (seen?.id === id ? seen : undefined)
  return (
    <>
      {!data && (error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" rows={3} />)}
      {data?.items.length === 0 && (
        <Empty icon="terminal" title={t('scene.consoles_none')}>
          {t('scene.consoles_none_text')}
        </Empty>
      )}
      {data && data.items.length > 0 && <Table consoles={data.items} onLook={onLook} />}
      {looking && (
        <Dialog
          open
          size="wide"
          title={t('scene.shadow_of', { node: looking.node_name, user: looking.user_name })}
          onClose={() => onLook()}
        >
          <p className="mg-dim scene-told">{t('scene.shadow_told', { user: looking.user_name })}</p>
          <div className="scene-shadow">
            <Suspense fallback={<Loading kind="detail" />}>
              <Shadow of={looking} place="detail" />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Table({ consoles, onLook }: { consoles: readonly OpenConsole[]; onLook: (id: string) => void }) {
  return (
    <div className="sc-scroll" role="group" aria-label={t('scene.tab.consoles')} tabIndex={0}>
      <table className="mg-table">
        <thead>
          <tr>
            <th scope="col">{t('scene.console_who')}</th>
            <th scope="col">{t('scene.console_node')}</th>
            <th scope="col">{t('scene.console_kind')}</th>
            <th scope="col">{t('scene.console_since')}</th>
            <th scope="col">{t('scene.console_seen')}</th>
            <th scope="col">{t('scene.console_watched')}</th>
            <th scope="col">{t('scene.node_acts')}</th>
          </tr>
        </thead>
        <tbody>
          {consoles.map((c) => (
            <tr key={c.id}>
              <th scope="row">{c.user_name}</th>
              <td>{c.node_name}</td>
              <td>{t(`scene.console_kind.${c.kind}`)}</td>
              <td>
                <DateTime at={c.opened_at} />
              </td>
              <td>
                <Ago at={c.seen_at} />
              </td>
              <td>{format.list(c.watched_by)}</td>
              <td>
                {c.can.includes('shadow') && (
                  <Button size="small" icon="eye" onClick={() => onLook(c.id)}>
                    {t('scene.shadow')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
