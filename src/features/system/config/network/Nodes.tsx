/** The compute nodes: how they stand, switching them on and off, adding, changing and removing those that are off. */
import './nodes.css'
import { useState } from 'react'
import { useMayChange } from '../../../../kit/session/access.ts'
import { computeNode } from '../../../../contract/system/node.ts'
import { format, t } from '../../../../i18n/index.ts'
import { remove } from '../../../../kit/action/common.ts'
import { type Action, mayAct } from '../../../../kit/action/action.ts'
import { useActions } from '../../../../kit/action/useActions.tsx'
import { useRead } from '../../../../kit/data/api.ts'
import { formDialog } from '../../../../kit/form/formDialog.tsx'
import { useWriteTo, type Write } from '../../../../kit/resource/calls.ts'
import { optionOf, type Row as RowOf } from '../../../../kit/resource/words.ts'
import { problemOf } from '../../../../lib/problem.ts'
import { Button, IconButton } from '../../../../ui/input/Button.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../../ui/data/StatusTag.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { ConfigFrame } from '../ConfigFrame.tsx'

type Node = RowOf<typeof computeNode>

const dialog = formDialog({
  of: computeNode,
  schema: () => import('../../../../contract/system/node.schema.ts').then((m) => m.ComputeNodeBody),
  groups: [
    {
      fields: [
        'name',
        'address',
        { of: 'cores', bounds: true },
        { of: 'memory', unit: 'config.unit.gib', bounds: true },
      ],
    },
  ],
  title: (row) => (row ? t('compute-node.edit', { name: row.name }) : t('compute-node.add')),
})
const add: Action<Node> = { id: 'create', label: 'compute-node.add', icon: 'plus', needs: 'none', dialog }
const edit: Action<Node> = { id: 'update', label: 'kit.action.update', icon: 'edit', needs: 'one', dialog }
const drop: Action<Node> = { ...remove(computeNode), needs: 'one' }
const disable: Action<Node> = {
  id: 'disable',
  label: 'compute-node.disable',
  icon: 'power',
  needs: 'one',
  danger: true,
  confirm: {
    title: ([row]) => t('compute-node.disable_title', { name: row?.name ?? '' }),
    text: () => t('compute-node.disable_text'),
  },
  call: async ([row], write) => {
    if (row) await write('POST /compute-nodes/:id/disable', { params: { id: row.id }, body: { version: row.version } })
    return undefined
  },
}

const enable = (write: Write, row: Node, anyway: boolean) =>
  write('POST /compute-nodes/:id/enable', {
    params: { id: row.id },
    body: { version: row.version, ...(anyway ? { anyway } : {}) },
  })

export default function Nodes() {
  const { data, error, refetch } = useRead('GET /compute-nodes', { query: { page_size: 200 } }, { every: 10_000 })
  const actions = useActions<Node>(computeNode)
  const mayAdd = useMayChange('system-config')
  return (
    <ConfigFrame
      section="nodes"
      actions={
        mayAdd && (
          <Button tone="primary" icon="plus" onClick={() => actions.start(add, [])}>
            {t('compute-node.add')}
          </Button>
        )
      }
    >
      {error && <ProblemView compact={data !== undefined} problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="tiles" rows={4} />}
      {data?.items.length === 0 && <Empty title={t('compute-node.none')} icon="server" />}
      {data && data.items.length > 0 && (
        <ul className="nodes">
          {data.items.map((row) => (
            <NodeCard key={row.id} row={row} onStart={(action) => actions.start(action, [row])} />
          ))}
        </ul>
      )}
      {actions.element}
    </ConfigFrame>
  )
}

function NodeCard({ row, onStart }: { row: Node; onStart: (action: Action<Node>) => void }) {
  const first = t('problem.node_enabled')
  return (
    <li>
      <Panel
        level={3}
        title={row.name}
        description={`${row.address} · ${t('compute-node.size', { cores: format.number(row.cores), memory: format.number(row.memory) })}`}
        actions={
          <>
            <Switch row={row} onDisable={() => onStart(disable)} />
            {[edit, drop].map((a) => (
              <IconButton
                key={a.id}
                size="small"
                icon={a.icon ?? 'more'}
                label={mayAct(a, row) ? t(a.label) : `${t(a.label)}: ${first}`}
                disabled={!mayAct(a, row)}
                onClick={() => onStart(a)}
              />
            ))}
          </>
        }
      >
        <div className="node-tags">
          <StatusTag word={row.status} label={optionOf(computeNode, 'status', row.status)} />
          <StatusTag word={row.service} label={optionOf(computeNode, 'service', row.service)} />
        </div>
        <Load name={t('compute-node.field.cpu_load')} percent={row.cpu_load} />
        <Load name={t('compute-node.field.memory_load')} percent={row.memory_load} />
      </Panel>
    </li>
  )
}

function Load({ name, percent }: { name: string; percent: number }) {
  return (
    <div className="node-load">
      <span>{name}</span>
      <ProgressBar
        label={name}
        value={percent / 100}
        tone={percent >= 90 ? 'bad' : percent >= 75 ? 'warn' : 'accent'}
        showValue
      />
    </div>
  )
}

/** Enabling asks again when the service of the node does not answer. */
function Switch({ row, onDisable }: { row: Node; onDisable: () => void }) {
  const write = useWriteTo()
  const [busy, setBusy] = useState(false)
  const [warned, setWarned] = useState(false)
  if (row.status === 'enabled')
    return (
      <Button size="small" icon="power" onClick={onDisable}>
        {t('compute-node.disable')}
      </Button>
    )
  const start = async () => {
    setBusy(true)
    try {
      await enable(write, row, false)
      toast.ok(t('compute-node.enabled', { name: row.name }))
    } catch (e) {
      const problem = problemOf(e)
      if (problem.code === 'node_abnormal') setWarned(true)
      else toast.problem(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="small" tone="primary" icon="play" busy={busy} onClick={() => void start()}>
        {t('compute-node.enable')}
      </Button>
      <Confirm
        open={warned}
        title={t('compute-node.abnormal_title', { name: row.name })}
        confirm={t('compute-node.anyway')}
        onConfirm={() => enable(write, row, true)}
        onClose={() => setWarned(false)}
      >
        <p>{t('problem.node_abnormal')}</p>
      </Confirm>
    </>
  )
}
