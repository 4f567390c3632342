/** Images: described by people, filled by an upload, looked through before they are kept. */
import { adminOnly, editable, imageMachine } from '#src/contract/image/status.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { crud } from '#mock/crud/crud.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import { Fail } from '#mock/http/handler.ts'

/** Where a new image stands before its file has come. */
export const noFile = {
  reason: null,
  reason_details: {},
  file_name: '',
  size: 0,
  virtual_size: 0,
  sha256: '',
  snapshots: 0,
} as const

export const imageHooks: Hooks<'image', Labels> = {
  facts: (docs, at) =>
    labelsOf(
      at,
      'user',
      docs.map((d) => d.created_by),
    ),
  columns: (doc, names) => ({ created_by_name: names.get(doc.created_by) ?? '' }),
  starts: () => ({ status: 'creating', ...noFile }),
  moves: { field: 'status', table: imageMachine },
  refuse(action, row, _facts, { who }) {
    if (adminOnly.has(action) && !who.is_admin) return 'no_operation_permission'
    return action === 'update' && !editable.has(row.status) ? 'not_allowed_in_state' : undefined
  },
  /** Of an image that only the simulation knows there is nothing to look through. */
  acts: (action, _reason, before) => (action === 'save' && !before.data.sha256 ? { status: 'saved' } : {}),
  /** A file that stands says what the image is. */
  check(data, before) {
    if (!before?.data.file_name) return
    const fields = (['type', 'format'] as const)
      .filter((path) => data[path] !== before.data[path])
      .map((path): FieldProblem => ({ path, rule: 'file_decides' }))
    if (fields.length) throw new Fail('validation', { fields })
  },
  audience: 'nobody',
  hint: (doc) => doc.data.os_version || undefined,
}

export const image = crud('image', imageHooks)
