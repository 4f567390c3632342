/** What a row of the trail shows of a change, and where the thing it is about can be looked at. */
import type { AuditEntry } from '../../../contract/system/audit.schema.ts'
import type { ResourceSpec } from '../../../contract/lib/resource.ts'
import { resourceSpecs } from '../../../contract/lines.ts'
import { href, hrefOfRow, type ScreenName } from '../../../contract/screens/index.ts'
import { isOneOf, keysOf } from '../../../contract/lib/typed.ts'

/** Values the trail does not keep: secrets, and what makes a person findable. */
export const isRedacted = (v: unknown): boolean => v === '[redacted]' || v === '[personal]'

export interface AuditFieldChange {
  field: string
  before: unknown
  after: unknown
}

/** Field by field: of a change what differs, of something new or gone all that was kept. */
export function auditChangesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditFieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].sort().map((field) => ({ field, before: before?.[field], after: after?.[field] }))
}

/** A value as one text; undefined where there is none. */
export function changedValueText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((v) => typeof v === 'string' || typeof v === 'number'))
    return value.length ? value.join(', ') : undefined
  return JSON.stringify(value)
}

/** Address of the thing, when there is a screen for it that this viewer may see. */
export function hrefOfEntity(
  { entity, entity_id }: Pick<AuditEntry, 'entity' | 'entity_id'>,
  may: (screen: ScreenName) => boolean,
): string | undefined {
  if (!entity_id) return undefined
  if (entity === 'import')
    return may('resource-import') ? href('resource-import', undefined, { import: entity_id }) : undefined
  const spec: ResourceSpec | undefined = isOneOf(keysOf(resourceSpecs), entity) ? resourceSpecs[entity] : undefined
  const page = spec?.page
  return page && may(page) ? hrefOfRow(page, entity_id) : undefined
}
