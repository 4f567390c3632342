import { type ComponentType, useState } from 'react'
import { type MessageKey, t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { Select } from '../../../kit/resource/input/Select.tsx'
import { WordsInput } from '../../../kit/resource/input/WordsInput.tsx'
import type { AnyResource, Row } from '../../../kit/resource/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { useBulk } from './useBulk.ts'

const fields = ['keywords', 'knowledge', 'skills'] as const

export function tagDialog<R extends AnyResource>(resource: R): ComponentType<ActionDialogProps<Row<R>>> {
  return function TagDialog({ rows, onClose }) {
    const [field, setField] = useState<string>(fields[0])
    const [add, setAdd] = useState<readonly string[]>([])
    const [remove, setRemove] = useState<readonly string[]>([])
    const { busy, problem, summary, send } = useBulk(rows, onClose)
    return (
      <Dialog
        open
        title={t('bank.tag_title', { n: rows.length })}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t('kit.cancel')}</Button>
            <Button
              tone="primary"
              busy={busy}
              disabled={add.length + remove.length === 0}
              onClick={() => void send(`POST ${resource.path}/tag`, { field, add, remove })}
            >
              {t('bank.apply')}
            </Button>
          </>
        }
      >
        {problem && <ProblemView compact problem={problem} />}
        {summary && <BulkResult summary={summary} onClose={onClose} />}
        <div className="mg-form">
          <Select
            aria-label={t('bank.tag_field')}
            value={field}
            options={fields.map((f) => ({ value: f, label: t(`${resource.name}.field.${f}` as MessageKey) }))}
            onChange={setField}
          />
          <label className="mg-label" htmlFor="bank-tag-add">
            {t('bank.tag_add')}
          </label>
          <WordsInput id="bank-tag-add" value={add} onChange={setAdd} />
          <label className="mg-label" htmlFor="bank-tag-remove">
            {t('bank.tag_remove')}
          </label>
          <WordsInput id="bank-tag-remove" value={remove} onChange={setRemove} />
        </div>
      </Dialog>
    )
  }
}
