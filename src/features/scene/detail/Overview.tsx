/** The drawing with the states of its nodes, the nodes themselves, and what else there is to know. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import { format, t } from '../../../i18n/index.ts'
import { PickedNames } from '../../../kit/pick/PickedNames.tsx'
import { NodeList } from '../../../parts/scene/card/NodeList.tsx'
import { driverName } from '../../../parts/scene/card/words.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { consoleLink } from '../../../parts/scene/consoleLink.ts'
import LiveDrawing from '../LiveDrawing.tsx'

interface OverviewProps {
  scene: Scene
  drawing: TopologyDocument | undefined
}

export function Overview({ scene, drawing }: OverviewProps) {
  const [selected, select] = useState<string>()
  return (
    <>
      <div className="scene-split">
        <Panel flush title={t('scene.field.topology_name')} description={scene.topology_name}>
          <div className="scene-drawing">
            {drawing ? (
              <LiveDrawing scene={scene} drawing={drawing} selected={selected} onSelect={select} />
            ) : (
              <Loading kind="detail" rows={4} />
            )}
          </div>
        </Panel>
        <Panel flush title={t('scene.nodes')}>
          <NodeList scene={scene} console={consoleLink} selected={selected} />
        </Panel>
      </div>
      <Facts scene={scene} />
    </>
  )
}

function Facts({ scene }: { scene: Scene }) {
  const people = (label: string, to: 'user' | 'team', ids: readonly string[]) =>
    ids.length ? [{ label, value: <PickedNames to={to} ids={ids} /> }] : []
  return (
    <Panel title={t('scene.facts')}>
      <KeyValue
        columns={3}
        items={[
          { label: t('scene.field.owner_name'), value: scene.owner_name },
          { label: t('scene.field.kind'), value: t(`scene.kind.${scene.kind}`) },
          { label: t('scene.field.type'), value: t(`scene.type.${scene.type}`) },
          {
            label: t('scene.field.topology_name'),
            value: scene.topology_id ? (
              <Link to={href('topology-edit', { id: scene.topology_id })}>{scene.topology_name}</Link>
            ) : (
              scene.topology_name || t('scene.topology_gone')
            ),
          },
          { label: t('scene.field.isolation'), value: t(`scene.isolation.${scene.isolation}`) },
          { label: t('scene.driver'), value: driverName(scene.driver) },
          ...(scene.started_at
            ? [{ label: t('scene.field.started_at'), value: <DateTime at={scene.started_at} /> }]
            : []),
          ...(scene.start_seconds === null
            ? []
            : [{ label: t('scene.start_took'), value: format.span(scene.start_seconds) }]),
          { label: t('scene.ran'), value: format.span(scene.run_seconds) },
          ...people(t('scene.leaders'), 'user', scene.leader_ids),
          ...people(t('scene.members'), 'user', scene.member_ids),
          ...people(t('scene.teams'), 'team', scene.team_ids),
        ]}
      />
    </Panel>
  )
}
