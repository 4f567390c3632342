/** The nodes of a scene: how each is, where it is reached, and what may be done with it. */
import './card.css'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ConsoleKind, NodeEvent } from '../../../contract/scene/node.ts'
import { nodeEvents } from '../../../contract/scene/node.ts'
import type { Scene, SceneNode } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { IconButton, linkClass } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon, type IconName } from '../../../ui/icon/Icon.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ConsoleRoom } from '../console/ConsoleRoom.tsx'
import { useNodeAct } from './live.ts'

/** Where a console of a node is opened; without it none is offered. */
export type ConsoleLink = (scene: string, node: string, kind: ConsoleKind) => string
interface NodeListProps {
  scene: Scene
  console?: ConsoleLink
  selected?: string | undefined
}

const icons: Record<NodeEvent, IconName> = { start: 'play', stop: 'stop', reboot: 'refresh' }
const kinds: Readonly<Record<string, IconName>> = {
  machine: 'machine',
  container: 'container',
  switch: 'switch',
  router: 'router',
  firewall: 'firewall',
  device: 'device',
  internet: 'internet',
}
export function NodeList({ scene, console: consoleOf, selected }: NodeListProps) {
  if (!scene.nodes.length) return <Empty compact icon="network" title={t('scene.no_nodes')} />
  const opens = consoleOf && scene.nodes.some((n) => n.can.includes('console'))
  return (
    <>
      {opens && (
        <div className="sc-room">
          <ConsoleRoom scene={scene.id} />
        </div>
      )}
      <Table
        name={t('scene.nodes')}
        className="sc-nodes"
        rows={scene.nodes}
        keyOf={(n) => n.id}
        classOf={(n) => (n.id === selected ? 'sc-selected' : undefined)}
        columns={[
          {
            head: t('scene.node'),
            names: true,
            className: 'sc-node',
            cell: (n) => <NodeName of={n} scene={scene.id} consoleOf={consoleOf} />,
          },
          { head: t('scene.node_status'), cell: (n) => <NodeStatus of={n} /> },
          { head: t('scene.node_addresses'), cell: (n) => <Addresses of={n} /> },
          { head: t('scene.node_image'), cell: (n) => n.image_name && <ImageOf of={n} /> },
          { head: t('scene.node_acts'), cell: (n) => <NodeActs of={n} scene={scene.id} consoleOf={consoleOf} /> },
        ]}
      />
    </>
  )
}

interface NodeProps {
  of: SceneNode
  scene: string
  consoleOf: ConsoleLink | undefined
}

function NodeName({ of: n, scene, consoleOf }: NodeProps) {
  const [first] = n.consoles
  return (
    <>
      <Icon name={kinds[n.kind] ?? 'server'} />{' '}
      {consoleOf && first && n.can.includes('console') ? (
        <Link to={consoleOf(scene, n.id, first)}>{n.name}</Link>
      ) : (
        n.name
      )}
    </>
  )
}

function NodeStatus({ of: n }: Pick<NodeProps, 'of'>) {
  return (
    <>
      <StatusTag word={n.status} label={t(`scene.node.${n.status}`)} />
      {n.status === 'booting' && <ProgressBar label={t('scene.node.booting')} value={n.progress} />}
      {n.reason && <p className="sc-note sc-reason">{t(`scene.node_reason.${n.reason.code}`)}</p>}
    </>
  )
}

function Addresses({ of: n }: Pick<NodeProps, 'of'>) {
  return (
    <ul className="sc-addresses">
      {n.addresses
        .filter((a) => a.address !== '')
        .map((a) => (
          <li key={a.port} title={`${a.port} · ${a.network} · ${a.mac}`}>
            <Copyable mono text={a.address} />
          </li>
        ))}
    </ul>
  )
}

function ImageOf({ of: n }: Pick<NodeProps, 'of'>) {
  return (
    <>
      <span className="sc-image">{n.image_name}</span>
      <span className="mg-faint mg-num sc-figures" title={t('scene.node_size')}>
        {t('scene.node_figures', {
          cpu: n.cpu,
          memory: format.size(n.memory * 1024 * 1024),
          disk: format.size(n.disk * 1024 ** 3),
        })}
      </span>
    </>
  )
}

/** What may be done with one node: its consoles, its switch. */
export function NodeActs({ of: n, scene, consoleOf }: NodeProps) {
  const act = useNodeAct(scene)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<Exclude<NodeEvent, 'start'>>()
  const start = async () => {
    setBusy(true)
    try {
      await act('start', [n.id])
    } catch (e) {
      toast.problem(problemOf(e))
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="sc-commands">
      {consoleOf &&
        n.can.includes('console') &&
        n.consoles.map((kind) => {
          const label = t(kind === 'terminal' ? 'scene.node_terminal' : 'scene.node_desktop', { node: n.name })
          return (
            <Link
              key={kind}
              className={`${linkClass('quiet', 'small')} mg-btn-icon`}
              to={consoleOf(scene, n.id, kind)}
              aria-label={label}
              title={label}
            >
              <Icon name={kind} />
            </Link>
          )
        })}
      {nodeEvents
        .filter((e) => n.can.includes(e))
        .map((e) => (
          <IconButton
            key={e}
            size="small"
            icon={icons[e]}
            label={t(`scene.node_act.${e}`, { node: n.name })}
            busy={e === 'start' && busy}
            disabled={e !== 'start' && busy}
            onClick={() => (e === 'start' ? void start() : setAsking(e))}
          />
        ))}
      {asking && (
        <Confirm
          open
          danger={asking === 'stop'}
          title={t(`scene.node_${asking}_title`, { node: n.name })}
          confirm={t(`scene.node_act.${asking}`, { node: n.name })}
          onConfirm={() => act(asking, [n.id])}
          onClose={() => setAsking(undefined)}
        >
          <p>{t(`scene.node_${asking}_text`)}</p>
        </Confirm>
      )}
    </span>
  )
}
