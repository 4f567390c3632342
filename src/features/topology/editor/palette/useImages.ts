/** Images a machine or container can be made from, as the palette shows them: kept ones, by category and name. */
import { useMemo } from 'react'
import type { ImageCategory, ImageType } from '../../../../contract/image/image.ts'
import { useRead } from '../../../../kit/data/api.ts'

export interface ImageChoice {
  id: string
  name: string
  note: string
  type: ImageType
  category: ImageCategory
  cpu: number
  memory: number
  disk: number
}

const none: readonly ImageChoice[] = []

export function useImages() {
  const { data, loading, error, refetch } = useRead('GET /images', {
    query: { status: ['saved'], page_size: 200, sort: 'category' },
  })
  const items = useMemo(
    () =>
      data?.items
        .filter((i) => i.type !== 'installer')
        .map((i) => ({
          id: i.id,
          name: i.name,
          note: i.os_version,
          type: i.type,
          category: i.category,
          cpu: i.cpu,
          memory: i.memory,
          disk: i.disk,
        })) ?? none,
    [data],
  )
  return useMemo(
    () => ({ items, loading, failed: error !== undefined && !data, retry: refetch }),
    [items, loading, error, data, refetch],
  )
}
