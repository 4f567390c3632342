/** A file is read first and shown: what it draws, what was changed, what was left out. Only then it is kept. */
import './topology.css'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Api } from '../../contract/api.ts'
import type { RouteResult } from '../../contract/lib/route.ts'
import { href } from '../../contract/screens/index.ts'
import { topologyLimits } from '../../contract/topology/topology.ts'
import type { Topology } from '../../contract/topology/topology.schema.ts'
import { format, t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useWrite } from '../../kit/data/api.ts'
import { useAsk } from '../../kit/resource/calls.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { topologyNameFor } from './import.logic.ts'
import { RefusedFile } from './RefusedFile.tsx'

export type FileRead = RouteResult<Api, 'POST /topologies/read'>
type Phase =
  | { at: 'choose'; refused?: { file: string; problem: AppProblem } }
  | { at: 'reading'; file: string; share: number | undefined }
  | { at: 'read'; file: string; read: FileRead; name: string; partly: boolean }

const accept = ['.zip', '.yml', '.yaml', '.gns3', '.unl', '.drawio', '.xml', '.json']

export default function ImportDialog({ onClose }: ActionDialogProps<Topology>) {
  const [phase, setPhase] = useState<Phase>({ at: 'choose' })
  const [problem, setProblem] = useState<AppProblem>()
  const [keep, { busy }] = useWrite('POST /topologies/import')
  const ask = useAsk()
  const go = useNavigate()

  const look = async (file: File) => {
    setProblem(undefined)
    setPhase({ at: 'reading', file: file.name, share: 0 })
    try {
      const args = { query: { name: file.name.slice(-255) }, body: file }
      const read = await ask<FileRead>('POST /topologies/read', args, {
        onProgress: (sent, size) =>
          setPhase({ at: 'reading', file: file.name, share: size > 0 && sent < size ? sent / size : undefined }),
      })
      setPhase({ at: 'read', file: file.name, read, name: topologyNameFor(file.name, read.report.name), partly: false })
    } catch (e) {
      setPhase({ at: 'choose', refused: { file: file.name, problem: problemOf(e) } })
    }
  }
  const store = async (p: Extract<Phase, { at: 'read' }>) => {
    setProblem(undefined)
    try {
      const { document, report } = p.read
      const body = { name: p.name, document, format: report.format, file: p.file.slice(-255) }
      const row = await keep({ body })
      toast.ok(t('topology.imported', { name: row.name }))
      onClose()
      void go(href('topology-edit', { id: row.id }))
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  const lossy = phase.at === 'read' && phase.read.report.lines.some((l) => l.kind === 'left_out')
  return (
    <Dialog
      open
      size={phase.at === 'read' ? 'large' : 'default'}
      title={phase.at === 'read' ? t('topology.import_look', { file: phase.file }) : t('topology.import_title')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          {phase.at === 'read' && (
            <Button disabled={busy} onClick={() => setPhase({ at: 'choose' })}>
              {t('topology.import_other')}
            </Button>
          )}
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          {phase.at === 'read' && (
            <Button
              tone="primary"
              busy={busy}
              disabled={phase.name.trim() === '' || (lossy && !phase.partly)}
              onClick={() => void store(phase)}
            >
              {t('topology.import_keep')}
            </Button>
          )}
        </>
      }
    >
      {phase.at === 'choose' && (
        <>
          <FileDrop
            accept={accept}
            max={topologyLimits.file}
            onFiles={([file]) => file && void look(file)}
            hint={t('topology.import_hint', { max: format.size(topologyLimits.file) })}
          />
          {phase.refused && <RefusedFile {...phase.refused} />}
        </>
      )}
      {phase.at === 'reading' && (
        <>
          <p>{t('topology.import_reading', { file: phase.file })}</p>
          <ProgressBar value={phase.share} label={t('topology.import_reading', { file: phase.file })} />
        </>
      )}
      {phase.at === 'read' && (
        <ImportPreview
          read={phase.read}
          name={phase.name}
          onName={(name) => setPhase({ ...phase, name })}
          partly={phase.partly}
          onPartly={lossy ? (partly) => setPhase({ ...phase, partly }) : undefined}
          problem={problem}
        />
      )}
    </Dialog>
  )
}
