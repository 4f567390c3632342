/** A list of people in a workbook, as the lines that somebody would have pasted. Nothing of it is kept. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { examLimits } from '#src/contract/exam/exam.ts'
import { peopleListBytes } from '#src/contract/system/peopleList.routes.ts'
import { Unreadable } from '#mock/import/formats/found.ts'
import { sheetRows } from '#mock/import/formats/read/xlsx.ts'
import { zipSources } from '#mock/import/formats/source.ts'
import { importLimits, type ZipLimits } from '#mock/import/zip/limits.ts'
import { openZip } from '#mock/import/zip/open.ts'
import { ZipProblem } from '#mock/import/zip/problem.ts'
import { readBodyBytes } from '#mock/http/request/body.ts'
import { area, Fail } from '#mock/http/request/handler.ts'

const limits: ZipLimits = {
  ...importLimits,
  file: peopleListBytes,
  entries: 200,
  total: 16 * peopleListBytes,
  entry: 8 * peopleListBytes,
}
const longest = 500

async function linesOf(bytes: Uint8Array): Promise<string[]> {
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

export const peopleListHandlers = area({
  'POST /people-lists/read': async ({ stream }) => {
    const bytes = await readBodyBytes(stream, peopleListBytes)
    try {
      return { lines: await linesOf(bytes) }
    } catch (e) {
      if (e instanceof ZipProblem) throw new Fail('archive_refused', { code: e.code, ...e.params })
      if (e instanceof Unreadable) throw new Fail('archive_refused', { code: e.code, ...e.params })
      throw e
    }
  },
})
