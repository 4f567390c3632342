/** What is wrong with a node by itself, whatever else is drawn. */
import { type Ip, parseIp } from '../lib/ip.ts'
import { hides } from '../lib/oneLine.ts'
import { bootedKinds, type Node, type Port } from './document.ts'
import type { Finding } from './finding.ts'
import { isLabel, isNodeName } from './name.ts'

interface PortFacts {
  port: Port
  ip: Ip | undefined
}
export interface NodeFacts {
  node: Node
  ports: readonly PortFacts[]
  findings: readonly Finding[]
}

const mac = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i
const mode = /^[0-7]{3,4}$/
/** On a machine: `/etc/motd` or `C:\flag.txt`, no `..`, nothing unprintable or unseen, and a name at its end. */
export const isFilePath = (path: string): boolean =>
  !hides(path) &&
  /^(?:\/|[A-Za-z]:[\\/])(?:[^\p{C}\\/]+[\\/])*[^\p{C}\\/]+$/u.test(path) &&
  !/(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path)

type Say = (level: Finding['level'], code: Finding['code'], field: string, params?: Finding['params']) => void

function portFindings(node: Node, out: Finding[]): PortFacts[] {
  const [ids, names] = [new Set<string>(), new Set<string>()]
  return node.ports.map((port) => {
    const say = (code: Finding['code'], field: string) =>
      out.push({ level: 'error', code, at: { kind: 'port', id: port.id, node: node.id, field } })
    if (ids.has(port.id)) say('port_id_taken', 'id')
    ids.add(port.id)
    const name = port.name.toLowerCase()
    if (name === '') say('port_incomplete', 'name')
    else if (!isLabel(port.name)) say('port_name_form', 'name')
    else if (names.has(name)) say('port_name_taken', 'name')
    names.add(name)
    const ip = port.address === '' ? undefined : parseIp(port.address)
    if (port.address !== '' && !ip) say('address_form', 'address')
    // the lowest bit of the first octet marks a group address (IEEE 802-2014 8.2)
    if (port.mac !== '' && (!mac.test(port.mac) || Number.parseInt(port.mac.slice(0, 2), 16) % 2))
      say('mac_form', 'mac')
    return { port, ip }
  })
}

function contentFindings(node: Node, say: Say): void {
  const paths = new Set<string>()
  for (const [i, file] of node.files.entries()) {
    const field = `files.${i}.path`
    if (!isFilePath(file.path)) say('error', 'file_path', field)
    else if (paths.has(file.path)) say('error', 'file_path_taken', field)
    paths.add(file.path)
    if (!mode.test(file.mode)) say('error', 'file_mode', `files.${i}.mode`)
  }
  const names = new Set<string>()
  for (const [i, flag] of node.flags.entries()) {
    const name = flag.name.trim().toLowerCase()
    if (name === '') say('error', 'flag_name_missing', `flags.${i}.name`)
    else if (names.has(name)) say('error', 'flag_name_taken', `flags.${i}.name`)
    names.add(name)
    if (flag.path === '') continue
    if (!isFilePath(flag.path)) say('error', 'flag_path', `flags.${i}.path`)
    else if (paths.has(flag.path)) say('error', 'flag_path_taken', `flags.${i}.path`)
    paths.add(flag.path)
  }
}

export function nodeFacts(node: Node): NodeFacts {
  const findings: Finding[] = []
  const say: Say = (level, code, field, params) => {
    const at = { kind: 'node', id: node.id, field } as const
    findings.push(params ? { level, code, at, params } : { level, code, at })
  }
  if (node.name === '') say('error', 'name_missing', 'name')
  else if (!isNodeName(node.name)) say('error', 'name_form', 'name')
  if (bootedKinds.has(node.kind) && node.image_id === null) say('warning', 'image_missing', 'image_id')
  if (node.kind === 'device' && node.device_id === null) say('warning', 'device_missing', 'device_id')
  const ports = portFindings(node, findings)
  contentFindings(node, say)
  return { node, ports, findings }
}
