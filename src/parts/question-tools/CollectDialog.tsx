import { useId, useState } from 'react'
import { keepLimits } from '../../contract/practice/keep.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import './tools.css'

interface CollectProps {
  question: string
  title?: string
  /** Where it is now; undefined where it is not collected yet. */
  folder: string | undefined
  folders: readonly string[]
  onClose: () => void
}

/** Into which folder a collected question goes, or that it goes. */
export function CollectDialog({ question, title = t('keep.collect_title'), folder, folders, onClose }: CollectProps) {
  const [name, setName] = useState(folder ?? '')
  const [write, { busy }] = useWrite('PUT /question-tools/:id/collected')
  const list = useId()
  const send = async (collected: boolean) => {
    try {
      await write({ params: { id: question }, body: { collected, folder: collected ? name.trim() : '' } })
      onClose()
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      actions={
        <>
          {folder !== undefined && (
            <Button tone="quiet" disabled={busy} onClick={() => void send(false)}>
              {t('keep.let_go')}
            </Button>
          )}
          <Button tone="primary" busy={busy} onClick={() => void send(true)}>
            {t('keep.save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(e) => {
          e.preventDefault()
          void send(true)
        }}
      >
        <TextField
          data-autofocus
          label={t('keep.folder')}
          hint={t('keep.folder_hint')}
          value={name}
          maxLength={keepLimits.folder}
          list={list}
          autoComplete="off"
          onChange={setName}
        />
        <datalist id={list}>
          {folders.map((f) => (
            <option key={f} value={f} />
          ))}
        </datalist>
      </form>
    </Dialog>
  )
}
