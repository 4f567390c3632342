/** Files for the nodes of a scene: dropped or chosen, sent with their progress, and what became of each. */
import './card.css'
import { useId, useState } from 'react'
import type { Api } from '../../../contract/api.ts'
import type { RouteResult } from '../../../contract/lib/route.ts'
import { sceneLimits } from '../../../contract/scene/node.ts'
import type { Scene, SceneFile } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { Select } from '../../../ui/input/Select.tsx'
import { problemOf } from '../../../lib/problem.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { IconButton } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { FileDrop } from '../../../ui/input/FileDrop.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView, problemText } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { goodPath, isFolder, usualFolder } from './files.logic.ts'
import { type NodeFileTransfer, useInject } from './useInject.ts'

/** Milliseconds. */
const lookEvery = 5000

export function FilesPanel({ scene }: { scene: Scene }) {
  // one that hangs says nothing: while something is under way it is looked at
  const [under, setUnder] = useState(false)
  const files = useRead('GET /scenes/:id/files', { params: { id: scene.id } }, under ? { every: lookEvery } : {})
  const { data, error, refetch } = files
  const injecting = data?.items.some((f) => f.status === 'injecting') ?? false
  if (injecting !== under) setUnder(injecting)
  const { sending, inject, dismiss } = useInject(scene.id)
  return (
    <>
      {scene.can.includes('inject') && (
        <Panel title={t('scene.files_put')}>
          <Put scene={scene} inject={inject} />
          <SendingList sending={sending} dismiss={dismiss} />
        </Panel>
      )}
      <Panel flush title={t('scene.files_list')} {...(data ? { description: usedText(data) } : {})}>
        {!data && (error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" rows={3} />)}
        {data?.items.length === 0 && (
          <Empty icon="file" title={t('scene.files_none')}>
            {scene.can.includes('inject') ? t('scene.files_none_text') : t('scene.files_no_node')}
          </Empty>
        )}
        {data && data.items.length > 0 && <FileTable scene={scene.id} files={data.items} />}
      </Panel>
    </>
  )
}

/** How many files there are; of what has not arrived, how much is kept for another try, and for how long. */
function usedText({ count, most, waiting: { scene, mine } }: RouteResult<Api, 'GET /scenes/:id/files'>): string {
  const files = { n: count, most }
  if (!scene.bytes && !mine.bytes) return t('scene.files_used', files)
  return t('scene.files_waiting', {
    ...files,
    scene: format.size(scene.bytes),
    scene_most: format.size(scene.most),
    mine: format.size(mine.bytes),
    mine_most: format.size(mine.most),
    time: format.span(sceneLimits.waiting.seconds),
  })
}

function Put({ scene, inject }: { scene: Scene; inject: ReturnType<typeof useInject>['inject'] }) {
  const ready = scene.nodes.filter((n) => n.can.includes('inject'))
  const [picked, setPicked] = useState('')
  const [typed, setTyped] = useState<string>()
  const id = useId()
  const node = ready.find((n) => n.id === picked) ?? ready[0]
  const path = typed ?? usualFolder(node?.system)
  if (!node) return <p className="mg-dim">{t('scene.files_no_node')}</p>
  const good = goodPath(path)
  return (
    <div className="sc-put">
      <div className="mg-labelled">
        <label className="mg-label" htmlFor={id}>
          {t('scene.files_node')}
        </label>
        <Select
          id={id}
          value={node.id}
          options={ready.map((n) => ({ value: n.id, label: n.address ? `${n.name} · ${n.address}` : n.name }))}
          onChange={setPicked}
        />
      </div>
      <TextField
        label={t('scene.files_path')}
        value={path}
        maxLength={1024}
        spellCheck={false}
        onChange={setTyped}
        error={good ? undefined : t('scene.files_path_bad')}
        hint={t('scene.files_path_hint')}
      />
      <FileDrop
        accept={[]}
        max={sceneLimits.file}
        multiple={isFolder(path)}
        disabled={!good}
        hint={t('scene.files_rule', { max: format.size(sceneLimits.file) })}
        onFiles={(files) => files.forEach((file) => void inject(file, { node: node.id, path }))}
      />
    </div>
  )
}

function SendingList({ sending, dismiss }: { sending: readonly NodeFileTransfer[]; dismiss: (key: string) => void }) {
  if (!sending.length) return null
  return (
    <ul className="sc-sending">
      {sending.map((s) => (
        <li key={s.key}>
          <span className="mg-ellipsis">{s.name}</span>
          {s.problem ? (
            <>
              <span className="sc-reason" role="alert">
                {problemText(s.problem)}
              </span>
              <IconButton size="small" icon="close" label={t('ui.close')} onClick={() => dismiss(s.key)} />
            </>
          ) : (
            <ProgressBar label={t('scene.files_sending', { name: s.name })} value={s.share} showValue />
          )}
        </li>
      ))}
    </ul>
  )
}

function FileTable({ scene, files }: { scene: string; files: readonly SceneFile[] }) {
  const [retry, { busy }] = useWrite('POST /scenes/:id/files/retry')
  const again = async (file_id: string) => {
    try {
      await retry({ params: { id: scene }, body: { file_id } })
    } catch (e) {
      toast.problem(problemOf(e))
    }
  }
  return (
    <Table
      name={t('scene.files_list')}
      className="sc-files"
      rows={files}
      keyOf={(f) => f.id}
      columns={[
        {
          head: t('scene.files_name'),
          names: true,
          cell: (f) => (
            <>
              {f.name}
              <span className="mg-mono mg-faint sc-path">{f.path}</span>
            </>
          ),
        },
        { head: t('scene.files_node'), cell: (f) => f.node_name },
        { head: t('scene.files_size'), className: 'mg-num', cell: (f) => format.size(f.bytes) },
        {
          head: t('scene.files_status'),
          cell: (f) => (
            <>
              <span className="sc-commands">
                <StatusTag
                  word={f.status}
                  tone={f.status === 'hang' ? 'warn' : undefined}
                  label={t(`scene.file.${f.status}`)}
                />
                {f.can.includes('retry') && (
                  <IconButton
                    size="small"
                    icon="refresh"
                    busy={busy}
                    label={t('scene.files_retry', { name: f.name })}
                    onClick={() => void again(f.id)}
                  />
                )}
              </span>
              {f.status === 'hang' && <p className="sc-note sc-reason">{t('scene.file_hang_text')}</p>}
              {f.reason && <p className="sc-note sc-reason">{t(`scene.file_reason.${f.reason}`)}</p>}
            </>
          ),
        },
        { head: t('scene.files_when'), cell: (f) => <DateTime at={f.at} /> },
        { head: t('scene.files_by'), cell: (f) => f.by_name },
      ]}
    />
  )
}
