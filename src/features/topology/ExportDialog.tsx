import './topology.css'
import { useState } from 'react'
import { type ExportFormat, exportFormats } from '../../contract/topology/topology.ts'
import type { Topology } from '../../contract/topology/topology.schema.ts'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useAsk } from '../../kit/resource/calls.ts'
import { downloadFile } from '../../lib/save.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'

const endings: Record<ExportFormat, string> = {
  package: '.topology.zip',
  text: '.topology.yml',
  containerlab: '.clab.yml',
  mermaid: '.mmd',
}

/** A topology as a file for another platform, for an editor, for containerlab or for a document. */
export default function ExportDialog({ rows, onClose }: ActionDialogProps<Topology>) {
  const [format, choose] = useState<ExportFormat>('package')
  const [busy, setBusy] = useState(false)
  const ask = useAsk()
  const [row] = rows
  const run = async () => {
    if (!row) return
    setBusy(true)
    try {
      const options = { blob: true, as: 'upload' } as const
      const file = await ask<Blob>('GET /topologies/:id/export', { params: { id: row.id }, query: { format } }, options)
      downloadFile(file, `${row.name.replaceAll('/', ' ')}${endings[format]}`)
      onClose()
    } catch (e) {
      toast.problem(e)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('topology.export_title', { name: row?.name ?? '' })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button tone="primary" icon="download" busy={busy} onClick={() => void run()}>
            {t('topology.export')}
          </Button>
        </>
      }
    >
      <fieldset className="topology-formats">
        <legend className="mg-sr">{t('topology.format')}</legend>
        {exportFormats.map((f) => (
          <label key={f}>
            <input type="radio" name="format" value={f} checked={f === format} onChange={() => choose(f)} />
            <span>
              {t(`topology.format.${f}`)}
              <span className="mg-hint">{t(`topology.export_text.${f}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
