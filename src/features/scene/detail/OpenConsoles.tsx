/** Consoles that are open in a scene now, and the way to look over a shoulder. Whoever is watched is told. */
import '../scene.css'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OpenConsole } from '../../../contract/scene/console.schema.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Ago, DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

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
      {data && data.items.length > 0 && <Open consoles={data.items} onLook={onLook} />}
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

function Open({ consoles, onLook }: { consoles: readonly OpenConsole[]; onLook: (id: string) => void }) {
  return (
    <Table
      name={t('scene.tab.consoles')}
      rows={consoles}
      keyOf={(c) => c.id}
      columns={[
        { head: t('scene.console_who'), names: true, cell: (c) => c.user_name },
        { head: t('scene.console_node'), cell: (c) => c.node_name },
        { head: t('scene.console_kind'), cell: (c) => t(`scene.console_kind.${c.kind}`) },
        { head: t('scene.console_since'), cell: (c) => <DateTime at={c.opened_at} /> },
        { head: t('scene.console_seen'), cell: (c) => <Ago at={c.seen_at} /> },
        { head: t('scene.console_watched'), cell: (c) => format.list(c.watched_by) },
        {
          head: t('scene.node_acts'),
          cell: (c) =>
            c.can.includes('shadow') && (
              <Button size="small" icon="eye" onClick={() => onLook(c.id)}>
                {t('scene.shadow')}
              </Button>
            ),
        },
      ]}
    />
  )
}
