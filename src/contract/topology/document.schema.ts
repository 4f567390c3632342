import '../lib/jitless.ts'
import { z } from 'zod'
import {
  documentLimits as most,
  drawingKinds,
  drawingTones,
  isolations,
  nodeKinds,
  portAccesses,
  portTypes,
  type TopologyDocument as Document,
  visibilities,
} from './document.ts'

/** Whether names, addresses and networks make sense is `check.ts`'s to say: an unfinished drawing may be kept. */
const Key = z.string().min(1).max(64)
const Name = z.string().max(most.name)
const Place = z.number().min(-most.reach).max(most.reach)
const figure = (min: number, max: number) => z.number().int().min(min).max(max)

const Port = z.strictObject({
  id: Key,
  name: Name,
  type: z.enum(portTypes),
  access: z.enum(portAccesses),
  network_id: Key.nullable(),
  address: z.string().max(64),
  mac: z.string().max(17),
})
const NodeFile = z.strictObject({
  path: z.string().max(1024),
  text: z.string().max(most.file),
  mode: z.string().max(4),
})
const NodeFlag = z.strictObject({
  id: Key,
  name: Name,
  path: z.string().max(1024),
  value: z.string().max(128),
  points: figure(0, 100_000),
})
const Node = z.strictObject({
  id: Key,
  name: Name,
  kind: z.enum(nodeKinds),
  x: Place,
  y: Place,
  image_id: Key.nullable(),
  device_id: Key.nullable(),
  cpu: figure(1, most.cpu),
  memory: figure(16, most.memory),
  disk: figure(0, most.disk),
  ports: z.array(Port).max(most.ports),
  service_ids: z.array(Key).max(most.services),
  files: z.array(NodeFile).max(most.files),
  flags: z.array(NodeFlag).max(most.flags),
  visibility: z.enum(visibilities),
  console: z.enum(visibilities).optional(),
  locked: z.boolean(),
  note: z.string().max(most.note),
})
const Network = z.strictObject({
  id: Key,
  name: Name,
  cidr: z.string().max(64),
  gateway: z.string().max(64),
  dhcp: z.boolean(),
  visibility: z.enum(visibilities),
  colour: figure(0, most.colours - 1).optional(),
})
const End = z.strictObject({ node: Key, port: Key })
const Link = z.strictObject({
  id: Key,
  from: End,
  to: End,
  bends: z.array(z.strictObject({ x: Place, y: Place })).max(most.bends),
  label: z.string().max(120),
})
const Drawing = z.strictObject({
  id: Key,
  kind: z.enum(drawingKinds),
  text: z.string().max(2000),
  x: Place,
  y: Place,
  width: z.number().min(1).max(most.reach),
  height: z.number().min(1).max(most.reach),
  tone: z.enum(drawingTones),
})

export const TopologyDocument: z.ZodType<Document, Document> = z.strictObject({
  isolation: z.enum(isolations),
  networks: z.array(Network).max(most.networks),
  nodes: z.array(Node).max(most.nodes),
  links: z.array(Link).max(most.links),
  drawings: z.array(Drawing).max(most.drawings),
})
