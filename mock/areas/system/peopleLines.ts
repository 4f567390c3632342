/** A workbook of people as lines. It runs in the thread for foreign files: whatever a workbook makes its reader do, calls are answered meanwhile. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { examLimits } from '#src/contract/exam/exam.ts'
import { peopleListBytes } from '#src/contract/system/peopleList.routes.ts'
import { sheetRows } from '#mock/import/formats/read/xlsx.ts'
import { zipSources } from '#mock/import/formats/source.ts'
import { importLimits, type ZipLimits } from '#mock/import/zip/limits.ts'
import { openZip } from '#mock/import/zip/open.ts'

const limits: ZipLimits = {
  ...importLimits,
  file: peopleListBytes,
  entries: 200,
  total: 16 * peopleListBytes,
  entry: 8 * peopleListBytes,
}
const longest = 500

export async function peopleLines(bytes: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'people-'))
  try {
    const file = path.join(folder, 'list.xlsx')
    await writeFile(file, bytes)
    const zip = await openZip(file, limits)
    try {
      const lines: string[] = []
      for await (const { cells } of sheetRows(zipSources(zip))) {
        // one more than may be resolved at once: whoever reads them says that it is too long
        if (lines.length > examLimits.list) break
        const line = cells
          .map((c) => c.replace(/\s+/gu, ' ').trim())
          .filter(Boolean)
          .join(', ')
        if (line) lines.push(line.slice(0, longest))
      }
      return lines
    } finally {
      zip.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
