/** What a driver is told of the services that are put on the nodes of a drawing. One that did not come whole is not put anywhere. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { imageFile } from '#mock/world/image/store.ts'
import type { ServiceFacts } from '#mock/world/scene/driver.ts'

export async function servicesFor(
  q: Queryable,
  files: string,
  document: TopologyDocument,
): Promise<Record<string, ServiceFacts>> {
  const found = await documents('service').byIds(q, [...new Set(document.nodes.flatMap((n) => n.service_ids))])
  return Object.fromEntries(
    [...found]
      .filter(([, { data }]) => data.status === 'saved')
      .map(([id, { data }]): [string, ServiceFacts] => [
        id,
        {
          name: data.name ?? '',
          release: data.release ?? '',
          port: data.port ?? null,
          file: data.file_name ?? '',
          size: data.size ?? 0,
          sha256: data.sha256 ?? '',
          at: data.sha256 ? imageFile(files, id) : '',
        },
      ]),
  )
}
