/** A kept topology as a file. The text that people wrote of it is read for that, and it is theirs: runs in the reading thread. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { containerlab } from '#src/contract/topology/export/containerlab.ts'
import { mermaid } from '#src/contract/topology/export/mermaid.ts'
import { packedTopology } from '#src/contract/topology/export/package.ts'
import { writeText } from '#src/contract/topology/text/write.ts'
import type { ExportFormat } from '#src/contract/topology/topology.ts'

export interface TopologyExport {
  format: ExportFormat
  name: string
  description: string
  document: TopologyDocument
  /** As somebody wrote it. */
  text: string
  /** Names of images by id. */
  images: ReadonlyMap<string, string>
}

export function exportTopology({ format, name, description, document, text, images }: TopologyExport): Uint8Array {
  switch (format) {
    case 'package':
      return packedTopology({ name, description }, document, images)
    case 'text':
      return Buffer.from(writeText(document, { names: { images }, previous: text }))
    case 'containerlab':
      return Buffer.from(containerlab(name, document, images))
    case 'mermaid':
      return Buffer.from(mermaid(document))
  }
}
