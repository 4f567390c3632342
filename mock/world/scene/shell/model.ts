/**
 * What a simulated node serves and sends, where its drawing says more than names do: one file of the node, readable for its root only. What people
 * mend is not here but in the services' own files (`sshd_config`, the site of nginx), which lie on the node's disk.
 */
import { z } from 'zod'
import type { Node } from '#src/contract/topology/document.ts'

/** Where it stands on the node. */
export const modelPath = '/etc/range/services.json'

const Text = z.string().max(16_384)
const Short = z.string().max(256)
const Row = z.record(Short, z.union([Text, z.number()]))
/** Templates take `{q.name}` of the query or form, `{user}` of the session, `{out}`, `{rows}`, and `{flag:Name}` of the node's flags. */
const Route = z.strictObject({
  path: Short,
  method: z.enum(['GET', 'POST']).default('GET'),
  /** Says 401 to whoever has no session, 403 to one of another role. */
  needs: z.strictObject({ role: Short.optional() }).optional(),
  page: Text.default(''),
  type: Short.default('text/html'),
  /** A file that is handed out, as the service's user reads it. */
  file: Short.optional(),
  /** A line that the service's user runs. */
  exec: Short.optional(),
  /** A question to the tables. */
  query: z.string().max(1024).optional(),
  /** Makes a session: of one of these, or of whoever asks. */
  login: z
    .strictObject({
      users: z.record(Short, z.strictObject({ password: Short, role: Short.default('user') })).optional(),
      sign: z.enum(['md5', 'hmac']).default('hmac'),
    })
    .optional(),
  /** Shows its page only while another node's web server answers so. */
  check: z.strictObject({ host: Short, port: z.number().int(), path: Short, wants: Short, otherwise: Text }).optional(),
})
const Service = z.strictObject({
  kind: z.enum(['http', 'ssh', 'ftp', 'smb', 'dns', 'redis', 'mysql', 'lines']),
  port: z.number().int().min(1).max(65_535),
  /** Of systemd. */
  unit: Short,
  banner: Short,
  user: Short.default('root'),
  /** Does not run when the node boots. */
  down: z.boolean().default(false),
  /** Its file: a site of nginx says its port, its folder and whether it lists it. */
  config: Short.optional(),
  root: Short.default('/var/www/html'),
  routes: z.array(Route).max(30).default([]),
  tables: z.record(Short, z.array(Row).max(100)).default({}),
  /** Who may sign in, where it is not the system's accounts. */
  password: Short.optional(),
  /** Whether anybody may, without a password. */
  anonymous: z.boolean().default(false),
  shares: z
    .array(
      z.strictObject({
        name: Short,
        path: Short,
        about: Short.default(''),
        guests: z.boolean().default(false),
        users: z.array(Short).default([]),
      }),
    )
    .max(10)
    .default([]),
  records: z
    .array(z.tuple([Short, Short, Text]))
    .max(100)
    .default([]),
  /** Whom it gives the whole zone to. */
  transfer: z.boolean().default(false),
  keys: z.record(Short, Text).default({}),
  /** What a line is answered with; the last one answers all others. */
  answers: z
    .array(z.tuple([Short, Text]))
    .max(50)
    .default([]),
  greeting: Text.default(''),
})
const Talk = z.strictObject({
  /** Nodes by name; a multicast or broadcast address is heard by the whole segment. */
  from: Short,
  to: Short,
  port: z.number().int().min(1).max(65_535),
  proto: z.enum(['tcp', 'udp']).default('tcp'),
  /** `>` says the one that asks, `<` the one that answers; bytes in hex. */
  says: z.array(z.tuple([z.enum(['>', '<']), Text, z.literal('hex').optional()])).max(60),
  /** Seconds after the one before. */
  after: z.number().min(0).max(3600).default(1),
})
const Model = z.strictObject({
  services: z.array(Service).max(20).default([]),
  /** What it sends again and again while it is on. */
  traffic: z.array(Talk).max(20).default([]),
  /** A port that is given a copy of all packets of its segment. */
  mirror: z.boolean().default(false),
  /** Captures that lie on its disk. */
  captures: z
    .array(z.strictObject({ path: Short, talks: z.array(Talk).max(60) }))
    .max(5)
    .default([]),
  /** Archives that lie on its disk, of texts. */
  archives: z
    .array(z.strictObject({ path: Short, files: z.record(Short, Text) }))
    .max(5)
    .default([]),
})
export type Model = z.output<typeof Model>
export type Served = z.output<typeof Service>
export type WebRoute = z.output<typeof Route>
export type TrafficConversation = z.output<typeof Talk>

const known = new WeakMap<Pick<Node, 'files'>, Model | undefined>()
/** Undefined where the drawing says nothing, or nothing that can be read. */
export function nodeModelOf(node: Pick<Node, 'files'>): Model | undefined {
  if (known.has(node)) return known.get(node)
  const text = node.files.find((f) => f.path === modelPath)?.text
  const made = text === undefined ? undefined : Model.safeParse(jsonOf(text)).data
  known.set(node, made)
  return made
}
/** Why a node's file cannot be read, in words for whoever draws; undefined where it can. */
export function modelFault(text: string): string | undefined {
  const read = Model.safeParse(jsonOf(text))
  return read.success ? undefined : z.prettifyError(read.error)
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
