/** Files of a question by name and size; each is fetched with the reader's own rights when it is asked for. */
import { useState } from 'react'
import type { Attached } from '../../contract/bank/question.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useAsk } from '../../kit/resource/calls.ts'
import { downloadFile } from '../../lib/save.ts'
import { Button, IconButton } from '../../ui/input/Button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { z } from 'zod'
import './question.css'

interface FileLinksProps {
  files: readonly z.output<typeof Attached>[]
  onRemove?: (file: string) => void
}

export function FileLinks({ files, onRemove }: FileLinksProps) {
  const ask = useAsk()
  const [busy, setBusy] = useState<string>()
  if (!files.length) return null
  const load = async (file: string, name: string) => {
    setBusy(file)
    try {
      downloadFile(
        await ask<Blob>('GET /attachments/:id', { params: { id: file } }, { blob: true, as: 'upload' }),
        name,
      )
    } catch (e) {
      toast.problem(e)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <ul className="part-question-files" aria-label={t('bank.files')}>
      {files.map(({ file, name, size }) => (
        <li key={file}>
          <Button size="small" tone="quiet" icon="file" busy={busy === file} onClick={() => void load(file, name)}>
            {name}
          </Button>
          <span className="mg-faint mg-num">{format.size(size)}</span>
          {onRemove && (
            <IconButton
              size="small"
              icon="close"
              label={t('bank.files_drop', { name })}
              onClick={() => onRemove(file)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
