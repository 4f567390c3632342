import { type ComponentType, useState } from 'react'
import { t, tMade } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { Select } from '../../../ui/input/Select.tsx'
import { WordsInput } from '../../../kit/resource/input/WordsInput.tsx'
import type { AnyResource, Row } from '../../../kit/resource/words.ts'
import { QuestionBulkDialog } from './BulkDialog.tsx'

const fields = ['keywords', 'knowledge', 'skills'] as const

export function tagDialog<R extends AnyResource>(resource: R): ComponentType<ActionDialogProps<Row<R>>> {
  return function TagDialog({ rows, onClose }) {
    const [field, setField] = useState<string>(fields[0])
    const [add, setAdd] = useState<readonly string[]>([])
    const [remove, setRemove] = useState<readonly string[]>([])
    return (
      <QuestionBulkDialog
        title={t('bank.tag_title', { n: rows.length })}
        rows={rows}
        route={`POST ${resource.path}/tag`}
        body={add.length + remove.length ? { field, add, remove } : undefined}
        onClose={onClose}
      >
        <div className="mg-form">
          <Select
            aria-label={t('bank.tag_field')}
            value={field}
            options={fields.map((f) => ({ value: f, label: tMade(`${resource.name}.field.${f}`) }))}
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
      </QuestionBulkDialog>
    )
  }
}
