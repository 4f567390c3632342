import { z } from 'zod'
import { FileName } from '../lib/oneLine.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { TopologyDocument } from './document.schema.ts'
import { findingCodes } from './finding.ts'
import { changeCodes, leftCodes } from './import/report.ts'
import { exportFormats, importFormats, topologyLimits } from './topology.ts'
import { Topology, TopologyName } from './topology.schema.ts'

/** A tab of an editor: the lock is a person's in one of his tabs. */
const Tab = z.string().min(8).max(64)

export const Lock = z.object({
  by: z.object({ id: Id, name: z.string() }),
  /** This caller has it, in this tab or in another one. */
  mine: z.boolean(),
  since: Timestamp,
  until: Timestamp,
})
export type Lock = z.output<typeof Lock>

const Params = z.record(z.string(), z.union([z.string(), z.number()]))

const Finding = z.object({
  level: z.enum(['error', 'warning']),
  code: z.enum(findingCodes),
  at: z.object({
    kind: z.enum(['document', 'node', 'port', 'network', 'link', 'drawing']),
    id: z.string(),
    node: z.string().optional(),
    field: z.string().optional(),
  }),
  params: Params.optional(),
})

const ImportReport = z.object({
  format: z.enum(importFormats),
  name: z.string(),
  taken: z.object({
    nodes: z.number().int(),
    links: z.number().int(),
    networks: z.number().int(),
    drawings: z.number().int(),
    files: z.number().int(),
  }),
  lines: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('changed'), code: z.enum(changeCodes), place: z.string(), params: Params.optional() }),
      z.object({ kind: z.literal('left_out'), code: z.enum(leftCodes), place: z.string(), params: Params.optional() }),
    ]),
  ),
  more: z.number().int(),
})

const screens = ['topology-manage', 'topology-edit'] as const
const description = sized(z.string(), 0, limits.description.max)

export const topologyRoutes = routes({
  'GET /topologies/:id/document': {
    summary: 'The drawing, who is editing it and what the caller may do with it',
    screens,
    reply: z.object({
      id: Id,
      name: z.string(),
      document: TopologyDocument,
      /** The text people wrote of it, with their comments; empty where nobody did. It may say an earlier state. */
      text: z.string(),
      /** Of the drawing: it counts saves, while the version of the row counts changes of name and description. */
      version: z.number().int(),
      updated_at: Timestamp,
      updated_by_name: z.string(),
      lock: Lock.nullable(),
      /** Questions whose scenes are made of it: how many, and the names of the first that the caller may see. Null where there are none. */
      used_by: z.object({ n: z.number().int(), names: z.array(z.string()) }).nullable(),
      can: z.object({
        save: z.boolean(),
        /** Change nodes that are locked, and lock others. */
        unlock: z.boolean(),
        /** Start a scene of it. */
        start: z.boolean(),
      }),
      /** Nodes a drawing may have under the licence; null is no limit. */
      editable_nodes: z.number().int().nullable(),
    }),
  },
  'PUT /topologies/:id/document': {
    summary: 'Save the drawing: by the tab that holds the lock, against the version it was read at',
    screens: ['topology-edit', 'topology-manage'],
    body: z.strictObject({
      version: z.number().int(),
      tab: Tab,
      document: TopologyDocument,
      /** Left out, the text before stays. */
      text: z.string().max(topologyLimits.text).optional(),
    }),
    most: topologyLimits.document,
    reply: z.object({
      version: z.number().int(),
      updated_at: Timestamp,
      nodes: z.number().int(),
      until: Timestamp,
      /** What stands in the way of a start. */
      findings: z.array(Finding),
    }),
    problems: ['locked', 'stale_version', 'version_required', 'validation', 'too_large'],
    audit: 'topology.draw',
  },
  'POST /topologies/:id/lock': {
    summary: 'Start editing: nobody else can save until editing stops, or for a minute after the last heartbeat',
    screens,
    body: z.strictObject({
      tab: Tab,
      /** Although somebody has it. */
      take_over: z.boolean().default(false),
    }),
    reply: Lock,
    problems: ['locked'],
    audit: 'topology.lock',
  },
  'POST /topologies/:id/lock/keep': {
    summary: 'Heartbeat of the tab that is editing',
    screens,
    body: z.strictObject({ tab: Tab }),
    reply: Lock,
    problems: ['locked'],
    // it says that somebody is still there, and changes nothing that anybody made
    safe: true,
  },
  'POST /topologies/:id/lock/release': {
    summary: 'Stop editing',
    screens,
    body: z.strictObject({ tab: Tab }),
    reply: z.object({ released: z.boolean() }),
    audit: 'topology.unlock',
  },
  'POST /topologies/:id/copy': {
    summary: 'A copy under a name of its own',
    screens,
    body: z.strictObject({ name: TopologyName.optional() }),
    reply: Topology,
    problems: ['name_taken'],
    audit: 'topology.copy',
  },
  'POST /topologies/read': {
    summary:
      'Read a file of any known format as a topology: the drawing and a report of what was taken; nothing is kept',
    screens,
    query: z.strictObject({ name: FileName }),
    stream: 'upload',
    most: topologyLimits.file,
    rate: 'upload',
    reply: z.object({ document: TopologyDocument, report: ImportReport }),
    problems: ['topology_refused', 'archive_refused', 'too_large'],
    safe: true,
  },
  'GET /topologies/:id/export': {
    summary: 'A topology as a file: the own package, its text, containerlab or Mermaid',
    screens,
    query: z.strictObject({ format: z.enum(exportFormats).default('package') }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'topology.export',
    problems: ['topology_refused'],
  },
  'POST /topologies/import': {
    summary: 'Save a drawing that was read from a file or written elsewhere',
    screens,
    body: z.strictObject({
      name: TopologyName,
      description: description.default(''),
      document: TopologyDocument,
      /** Where it comes from, for the audit trail. */
      format: z.enum(importFormats).optional(),
      file: z.string().max(255).optional(),
    }),
    most: topologyLimits.document,
    reply: Topology,
    problems: ['name_taken', 'validation', 'too_large'],
    audit: 'topology.import',
  },
})
