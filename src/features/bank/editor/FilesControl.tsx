/** Files of a question as fields of its form. */
import type { z } from 'zod'
import type { Attached } from '../../../contract/bank/question.schema.ts'
import { mostAttached } from '../../../contract/bank/question.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { AttachFiles } from '../../../parts/question/AttachFiles.tsx'
import { heldAs } from '../../../kit/form/declare.ts'

type File_ = z.output<typeof Attached>

export function FilesControl({ value, disabled, problems, onChange }: ControlProps) {
  const list = Array.isArray(value) ? (value as readonly File_[]) : []
  return <AttachFiles list={list} most={mostAttached} disabled={disabled} problems={problems} onChange={onChange} />
}
export function FileControl({ value, disabled, problems, onChange }: ControlProps) {
  const list = value ? [heldAs<File_>(value)] : []
  return (
    <AttachFiles
      list={list}
      most={1}
      disabled={disabled}
      problems={problems}
      onChange={([one]) => onChange(one ?? null)}
    />
  )
}
