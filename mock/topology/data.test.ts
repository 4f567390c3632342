/** Every file of ../shared/data/topologies is read with a report, or refused with a place. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { deepEqual } from '#src/contract/lib/equal.ts'
import { check } from '#src/contract/topology/check.ts'
import { TopologyDocument } from '#src/contract/topology/document.schema.ts'
import { readTopology } from '#src/contract/topology/import/read.ts'
import { TopologyFileRefusal } from '#src/contract/topology/import/report.ts'
import { containerlab } from '#src/contract/topology/export/containerlab.ts'
import { readTopologyText } from '#src/contract/topology/text/read.ts'
import { writeText } from '#src/contract/topology/text/write.ts'

const data = path.resolve(import.meta.dirname, '../../../shared/data/topologies')
const there = existsSync(data)
function* files(folder: string): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) yield* files(file)
    else yield file
  }
}
const read = (file: string) => readTopology(readFileSync(path.join(data, file)), { name: path.basename(file) })

describe.skipIf(!there)('topologies of others (skipped when ../shared/data is not there)', () => {
  it('are read with a report or refused with a reason: 116 files', () => {
    const found: Record<string, number> = {}
    for (const file of files(data)) {
      const name = path.relative(data, file)
      const count = (what: string) => {
        found[what] = (found[what] ?? 0) + 1
      }
      try {
        const { document, report } = read(name)
        count(report.format)
        expect(TopologyDocument.safeParse(document).error, name).toBeUndefined()
        expect(
          check(document).filter((f) => f.level === 'error'),
          name,
        ).toEqual([])
        expect(report.taken.nodes, name).toBe(document.nodes.length)
        const places = new Set(document.nodes.map((n) => `${n.x} ${n.y}`))
        if (report.format !== 'drawio') expect(places.size, name).toBe(document.nodes.length)
        expect(JSON.stringify(document), name).not.toMatch(/<svg|<script|<div|<span/i)
        // whatever came in can be written as text and read again
        expect(readTopologyText(writeText(document), { before: document }).document, name).toEqual(document)
        const again = readTopology(Buffer.from(containerlab('again', document, new Map())))
        expect([again.report.taken.nodes, again.report.taken.links], name).toEqual([
          document.nodes.length,
          document.links.length,
        ])
      } catch (e) {
        if (!(e instanceof TopologyFileRefusal)) throw e
        count(`refused ${e.code}`)
      }
    }
    expect(found).toEqual({
      containerlab: 23,
      crczp: 3,
      drawio: 13,
      eve: 2,
      gns3: 22,
      'refused appliance': 40,
      'refused ludus': 1,
      'refused schema': 2,
      'refused training': 2,
      'refused unknown_format': 9,
      'refused variables': 1,
    })
  })

  const pairs = there ? readdirSync(path.join(data, 'gns3-server/topologies')) : []
  it.each(pairs)('GNS3 upgrades %s to the same drawing', (pair) => {
    const at = (when: string) => {
      const folder = `gns3-server/topologies/${pair}/${when}`
      const [name = ''] = readdirSync(path.join(data, folder)).filter((n) => n.endsWith('.gns3'))
      return read(`${folder}/${name}`)
    }
    const [before, after] = [at('before'), at('after')]
    expect(before.document).toEqual(after.document)
    expect(deepEqual(before.document, after.document)).toBe(true)
    expect(before.report.taken).toEqual(after.report.taken)
  })

  it('of a real workshop comes with its forty nodes where they were, and its cables in the right ports', () => {
    const { document } = read('nsrc-gns3/nmm/project.gns3')
    const border = document.nodes.find((n) => n.name.toLowerCase().includes('transit'))
    expect([document.nodes.length, document.links.length]).toEqual([40, 44])
    expect(border?.ports.length).toBeGreaterThan(1)
    expect(new Set(document.nodes.map((n) => n.kind))).toEqual(new Set(['internet', 'machine', 'router', 'switch']))
  })

  it('of CyberRangeCZ keep their addresses, and their machines reach each other', async () => {
    const { reachOf } = await import('#src/contract/topology/reach.ts')
    const { document } = read('crczp/library-junior-hacker/topology.yml')
    const id = document.nodes.find((n) => n.name === 'attacker')?.id ?? ''
    expect(reachOf(document).ping(id, '10.1.26.9')).toMatchObject({ ok: true })
    expect(
      reachOf(document)
        .interfaces(id)
        .map((i) => i.address),
    ).toEqual(['10.1.27.23'])
  })
})
