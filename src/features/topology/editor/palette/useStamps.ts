/** The viewer's own stamps: pieces of drawings he keeps to set down again. */
import { useMemo } from 'react'
import { useRead, useWrite } from '../../../../kit/data/api.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { Fragment } from '../model/fragment.ts'

export interface PaletteStamp {
  id: string
  name: string
  fragment: Fragment
}
const none: readonly PaletteStamp[] = []

export function useStamps() {
  const { data } = useRead('GET /stamps', undefined)
  const [create, { busy }] = useWrite('POST /stamps')
  const [drop] = useWrite('DELETE /stamps/:id')
  const items = useMemo(
    () => data?.items.map((s) => ({ id: s.id, name: s.name, fragment: s.document })) ?? none,
    [data],
  )
  return useMemo(
    () => ({
      items,
      busy,
      keep: (name: string, fragment: Fragment) =>
        create({ body: { name, document: { isolation: 'isolated', ...fragment } } }),
      remove: (id: string) => void drop({ params: { id } }).catch(toast.problem),
    }),
    [items, busy, create, drop],
  )
}
