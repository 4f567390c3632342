import type { ComponentType } from 'react'
import type { FilterControlProps } from '../list/search/FilterField.tsx'
import { PickRows } from '../pick/Pick.tsx'
import type { AnyResource } from '../resource/words.ts'
import { keepersOf } from './owning.ts'

/** The filter by owner: of all people only those who can own such content. */
export function keeperFilter(resource: AnyResource): ComponentType<FilterControlProps> {
  const keepers = keepersOf(resource)
  return function KeeperFilter({ value, onChange, ...aria }) {
    return <PickRows many resource={keepers} value={value} onChange={onChange} {...aria} />
  }
}
