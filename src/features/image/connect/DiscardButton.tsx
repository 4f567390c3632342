import { useState } from 'react'
import type { Image } from '../../../contract/image/image.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'

/** Throws away what was done at the machine, after a question; there for whoever has it and for administrators. */
export function DiscardButton({ row }: { row: Image }) {
  const [open, setOpen] = useState(false)
  const [discard] = useWrite('POST /images/:id/bench/discard')
  if (!row.can.includes('discard')) return null
  return (
    <>
      <Button size="small" icon="trash" onClick={() => setOpen(true)}>
        {t('image.discard')}
      </Button>
      <Confirm
        open={open}
        danger
        title={t('image.discard_title', { name: row.name })}
        confirm={t('image.discard')}
        onConfirm={() => discard({ params: { id: row.id } })}
        onClose={() => setOpen(false)}
      >
        <p>{t('image.discard_text')}</p>
      </Confirm>
    </>
  )
}
