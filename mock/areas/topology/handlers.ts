/** The drawing of a topology: reading, saving under a lock, copying, keeping one that was read from a file. */
import { signedRow } from '#mock/crud/signed.ts'
import { topologyLimits } from '#src/contract/topology/topology.ts'
import { check, saveRefusals } from '#src/contract/topology/check.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { Finding } from '#src/contract/topology/finding.ts'
import { freeRowName, isTaken } from '#mock/crud/freeName.ts'
import { type CallerContext, rowAuditState } from '#mock/crud/setting.ts'
import { area, type Ctx, Fail, type Platform } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import { usable } from '#mock/crud/ownership.ts'
import { existing, referencesTo } from '#mock/crud/references.ts'
import { documents, type DataOf } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { currentLicenceLimits } from '../license/limits.ts'
import { drawingOf, insertDrawing, saveDrawing, drawingColumns } from './drawing.ts'
import { topologyFiles } from './files.ts'
import { keepLock, lockOf, releaseLock, takeLock, worthTelling } from './lock.ts'
import { topology, topologySetting as s } from './topology.ts'

const users = documents('user')

const nodesAllowed = async (platform: Platform): Promise<number | null> =>
  (await currentLicenceLimits(platform)).editable_nodes

/** Its owner, and administrators, change what is locked in it. */
const owns = (who: CallerContext['who'], row: { owner_id?: string | undefined }): boolean =>
  who.is_admin || row.owner_id === who.id

/** What a drawing names that is not its drawer’s to use, by the finding that says so. */
const ofOthers: ReadonlySet<Finding['code']> = new Set(['image_unknown', 'service_unknown'])

/** @param withheld images and services that are not this caller’s to use */
function refuseBad(findings: readonly Finding[], withheld: ReadonlySet<string> = new Set()): void {
  const bad = [...saveRefusals(findings), ...findings.filter((f) => withheld.size > 0 && ofOthers.has(f.code))]
  if (bad.length) throw new Fail('validation', { reason: 'drawing', findings: bad.slice(0, 100) })
}

const servicesIn = (document: TopologyDocument): string[] => document.nodes.flatMap((n) => n.service_ids)

/** What of all that the drawing names outside of itself there is; images and services that it did not have before, when the caller may build on them. */
async function outsideOf(
  q: Queryable,
  document: TopologyDocument,
  who: CallerContext['who'],
  before?: TopologyDocument,
) {
  const there = async (of: 'image' | 'physical-device' | 'service', ids: readonly string[]) =>
    new Set((await existing(q, of, [...new Set(ids)])).keys())
  const withheld = new Set<string>()
  async function lent(of: 'image' | 'service', ids: readonly string[], had: readonly string[]) {
    const found = await there(of, ids)
    const [mine, kept] = [await usable(q, of, [...found], who), new Set(had)]
    for (const id of found) if (!kept.has(id) && !mine.has(id)) withheld.add(id)
    return new Set([...found].filter((id) => !withheld.has(id)))
  }
  const images = await lent(
    'image',
    drawingColumns(document).image_ids ?? [],
    before ? (drawingColumns(before).image_ids ?? []) : [],
  )
  const services = await lent('service', servicesIn(document), before ? servicesIn(before) : [])
  const devices = await there(
    'physical-device',
    document.nodes.flatMap((n) => n.device_id ?? []),
  )
  return { images, services, devices, withheld }
}

/** What the audit trail keeps of a drawing. */
const told = (document: TopologyDocument, version: number) => ({
  version,
  nodes: document.nodes.length,
  links: document.links.length,
  networks: document.networks.length,
  names: document.nodes
    .slice(0, 50)
    .map((n) => n.name)
    .join(', '),
})

type Making = Pick<Ctx<'POST /topologies/import'>, 'q' | 'who' | 'platform' | 'audit'>
async function make(
  c: Making,
  {
    name,
    description,
    document,
    text,
  }: { name: string; description: string; document: TopologyDocument; text?: string },
  details: Record<string, unknown>,
) {
  const hand = { at: c.platform.now(), by: c.who.id }
  const data: DataOf<'topology'> = { name, description, ...drawingColumns(document), creator_id: c.who.id }
  const made = await s.docs.insert(c.q, { id: c.platform.newId(), data, open: false }, hand)
  await insertDrawing(c.q, made.id, document, hand, text)
  const { outline: _outline, ...shown } = rowAuditState(made)
  c.audit({ entity: 'topology', id: made.id, after: shown, details })
  return s.rows.one(made, s.at(c))
}

export const topologyHandlers = {
  ...topology,
  ...topologyFiles,
  ...area({
    async 'GET /topologies/:id/document'(c) {
      const doc = await s.see(c, c.params.id)
      const drawing = await drawingOf(c.q, doc.id)
      if (!drawing) throw new Fail('not_found')
      const row = await s.rows.one(doc, s.at(c))
      const by = await users.get(c.q, drawing.updated_by)
      const uses = (await referencesTo(c.q, s.line, [doc.id], c.who)).get(doc.id)
      return {
        id: doc.id,
        name: doc.data.name ?? '',
        document: drawing.document,
        text: drawing.text,
        version: drawing.version,
        updated_at: drawing.updated_at,
        updated_by_name: signedRow(by),
        lock: await lockOf(c.q, doc.id, c.platform.now(), c.who.id),
        used_by: uses ? { n: uses.n, names: uses.names } : null,
        can: {
          save: row.can.includes('update'),
          unlock: owns(c.who, doc) && mayCall(c.who, 'POST /topologies/:id/lock'),
          start: row.can.includes('use') && mayCall(c.who, 'POST /scenes'),
        },
        editable_nodes: await nodesAllowed(c.platform),
      }
    },

    async 'PUT /topologies/:id/document'(c) {
      const { version, tab, document, text } = c.body
      const row = await s.see(c, c.params.id, 'lock')
      await s.rows.allow('update', row, s.at(c))
      const now = c.platform.now()
      const lock = await keepLock(c.q, row.id, { user: c.who.id, tab }, now)
      const before = await drawingOf(c.q, row.id, ' for update')
      if (!before) throw new Fail('not_found')
      if (before.version !== version)
        throw new Fail('stale_version', { version: before.version, updated_at: before.updated_at })
      const outside = await outsideOf(c.q, document, c.who, before.document)
      const findings = check(document, {
        before: owns(c.who, row) ? undefined : before.document,
        editableNodes: await nodesAllowed(c.platform),
        ...outside,
      })
      refuseBad(findings, outside.withheld)
      const next = await saveDrawing(c.q, row.id, document, { at: now, by: c.who.id }, text)
      c.audit({
        entity: 'topology',
        id: row.id,
        before: told(before.document, before.version),
        after: told(document, next),
      })
      return {
        version: next,
        updated_at: now.toISOString(),
        nodes: document.nodes.length,
        until: lock.until,
        findings,
      }
    },

    async 'POST /topologies/:id/lock'(c) {
      const row = await s.see(c, c.params.id, 'lock')
      await s.rows.allow('update', row, s.at(c))
      const holder = { user: c.who.id, tab: c.body.tab }
      const { take_over } = c.body
      const now = c.platform.now()
      const lock = await takeLock(c.q, row.id, holder, now, take_over)
      const again = !take_over && !(await worthTelling(c.q, row.id, c.who.id, now, 'lock'))
      c.audit({ entity: 'topology', id: row.id, details: { take_over }, again })
      return lock
    },

    async 'POST /topologies/:id/lock/keep'(c) {
      await s.see(c, c.params.id)
      return keepLock(c.q, c.params.id, { user: c.who.id, tab: c.body.tab }, c.platform.now())
    },

    async 'POST /topologies/:id/lock/release'(c) {
      await s.see(c, c.params.id)
      const { id } = c.params
      const released = await releaseLock(c.q, id, { user: c.who.id, tab: c.body.tab })
      const again = !(await worthTelling(c.q, id, c.who.id, c.platform.now(), 'unlock'))
      c.audit({ entity: 'topology', id, again })
      return { released }
    },

    async 'POST /topologies/:id/copy'(c) {
      const row = await s.see(c, c.params.id, 'lock')
      await s.rows.allow('copy', row, s.at(c))
      const drawing = await drawingOf(c.q, row.id)
      if (!drawing) throw new Fail('not_found')
      const name =
        c.body.name ?? (await freeRowName(isTaken(s.docs, c.q), row.data.name ?? '', topologyLimits.name.max, true))
      const description = row.data.description ?? ''
      return make(c, { name, description, document: drawing.document, text: drawing.text }, { of: row.id })
    },

    async 'POST /topologies/import'(c) {
      const { name, description, document, format, file } = c.body
      const { images, services, withheld } = await outsideOf(c.q, document, c.who)
      refuseBad(check(document, { images, services }), withheld)
      return make(c, { name, description, document }, { format, file })
    },
  }),
}
