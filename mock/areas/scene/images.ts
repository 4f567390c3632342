/** What a driver is told of the images of a drawing. A node without one boots what its kind stands for. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { System } from '#src/contract/scene/node.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ImageFacts } from '#mock/world/scene/driver.ts'

interface Stored {
  name?: string
  type?: string
  category?: string
  format?: string
  system_info?: string
  virtual_type?: string
}

/** A table that another part of the platform makes: absent, there are no images. */
async function stored(q: Queryable, ids: readonly string[]): Promise<Map<string, Stored>> {
  const { rows: there } = await q.query<{ there: boolean }>(`select to_regclass('r_image') is not null as there`)
  if (!there[0]?.there || !ids.length) return new Map()
  const { rows } = await q.query<{ id: string; data: Stored }>(
    'select id, data from r_image where id = any($1::text[])',
    [[...ids]],
  )
  return new Map(rows.map((r) => [r.id, r.data]))
}

function systemOf(text: string): System {
  if (/windows|win ?\d|server 20/i.test(text)) return 'windows'
  return /router|switch|vyos|cisco|huawei|firewall|network/i.test(text) ? 'network' : 'linux'
}

export async function imagesOf(q: Queryable, document: TopologyDocument): Promise<Record<string, ImageFacts>> {
  const ids = [...new Set(document.nodes.flatMap((n) => (n.image_id === null ? [] : [n.image_id])))]
  const found = await stored(q, ids)
  return Object.fromEntries(
    [...found].map(([id, d]): [string, ImageFacts] => {
      const container = /docker|container/i.test(`${d.type} ${d.virtual_type} ${d.format}`)
      return [
        id,
        {
          id,
          name: d.name ?? '',
          os: systemOf(`${d.name} ${d.system_info} ${d.category} ${d.type}`),
          desktop: !container,
          file: '',
          format: d.format ?? '',
        },
      ]
    }),
  )
}
