/** What listens on simulated nodes. */
import type { Node } from '#src/contract/topology/document.ts'
import { nodeNameOf } from '#src/contract/topology/name.ts'
import type { ServiceFacts } from '../driver.ts'
import { bytesOf, type Disk, diskText } from './disk.ts'
import type { Host } from './image.ts'
import { nodeModelOf, type Served } from './model.ts'
import { siteNow } from './serve/http.ts'

export interface ListeningService {
  port: number
  name: string
  banner: string
  /** Its unit, where it is not one every system has. */
  unit?: string
  /** What it does, where its drawing says it. */
  served?: Served
  /** Somebody listens with `nc -l`. */
  listener?: boolean
}

/** Where what was put on a node stands. */
export const serviceFolderOf = (s: Pick<ServiceFacts, 'name'>): string => `/opt/${slug(s.name)}`
const slug = (name: string): string => nodeNameOf(name).toLowerCase() || 'service'

/** What listens on a node, by what it is called and what it runs: the same for everybody who knocks. */
const nameOf: Readonly<Record<Served['kind'], string>> = {
  http: 'http',
  ssh: 'ssh',
  ftp: 'ftp',
  smb: 'microsoft-ds',
  dns: 'domain',
  redis: 'redis',
  mysql: 'mysql',
  lines: 'unknown',
}
interface Listening {
  node: Pick<Node, 'name' | 'kind' | 'files'>
  system: string
  image: string
  services: readonly ServiceFacts[]
}
export function nodeServicesOf({ node, system, image, services }: Listening): ListeningService[] {
  const model = nodeModelOf(node)
  if (model)
    return model.services
      .map(
        (served): ListeningService => ({
          port: served.port,
          name: nameOf[served.kind],
          banner: served.banner,
          unit: served.unit,
          served,
        }),
      )
      .sort((a, b) => a.port - b.port)
  const text = `${node.name} ${image}`.toLowerCase()
  const has = (...words: string[]) => words.some((w) => text.includes(w))
  const out: ListeningService[] = []
  if (system === 'windows')
    out.push(
      { port: 135, name: 'msrpc', banner: 'Microsoft Windows RPC' },
      { port: 139, name: 'netbios-ssn', banner: 'Microsoft Windows netbios-ssn' },
      { port: 445, name: 'microsoft-ds', banner: 'Microsoft Windows Server' },
      { port: 3389, name: 'ms-wbt-server', banner: 'Microsoft Terminal Services' },
    )
  else
    out.push({ port: 22, name: 'ssh', banner: system === 'network' ? 'SSH-2.0-vty' : 'SSH-2.0-OpenSSH_9.2p1 Debian-2' })
  if (system === 'network') out.push({ port: 23, name: 'telnet', banner: 'telnetd' })
  if (has('web', 'www', 'shop', 'http', 'nginx', 'apache', 'portal', 'app', 'dvwa'))
    out.push({ port: 80, name: 'http', banner: 'nginx 1.24.0' })
  if (has('db', 'sql', 'maria')) out.push({ port: 3306, name: 'mysql', banner: 'MariaDB 10.11.6' })
  if (has('postgres', 'pg')) out.push({ port: 5432, name: 'postgresql', banner: 'PostgreSQL 15' })
  if (has('redis', 'cache')) out.push({ port: 6379, name: 'redis', banner: 'Redis 7.0' })
  if (has('mail', 'smtp', 'mx')) out.push({ port: 25, name: 'smtp', banner: 'Postfix smtpd' })
  if (has('dns', 'dc0', 'domain')) out.push({ port: 53, name: 'domain', banner: 'ISC BIND 9.18' })
  if (has('ftp', 'file', 'nas')) out.push({ port: 21, name: 'ftp', banner: 'vsftpd 3.0.3' })
  if (has('plc', 'scada', 'modbus', 'hmi')) out.push({ port: 502, name: 'modbus', banner: 'Modbus TCP' })
  for (const s of services) {
    if (s.port === null) continue
    const [port, unit] = [s.port, slug(s.name)]
    const own: ListeningService = { port, name: unit, banner: `${serviceFolderOf(s)}/bin/${unit} --port ${port}`, unit }
    const there = out.findIndex((o) => o.port === port)
    if (there < 0) out.push(own)
    else out[there] = own
  }
  return out.sort((a, b) => a.port - b.port)
}

/** Which units people stopped: a line of the disk, so that everybody who knocks finds them stopped, until the node boots again. */
const stoppedFile = '/run/stopped'
export function stoppedOn(disk: Disk, { since, node }: Pick<Host, 'since' | 'node'>): Set<string> {
  const down = () => new Set(nodeModelOf(node)?.services.flatMap((s) => (s.down ? [s.unit] : [])))
  if (!disk.stat(stoppedFile)) return down()
  const [boot, ...units] = diskText(disk.read(stoppedFile, 'root')).split('\n')
  return boot === since.toISOString() ? new Set(units.filter(Boolean)) : down()
}
export const setStopped = (disk: Disk, { since }: Pick<Host, 'since'>, units: ReadonlySet<string>): void =>
  disk.write(stoppedFile, bytesOf([since.toISOString(), ...units].join('\n')), 'root')

/** Names of the units of services every system has; of others their own. */
const unitNames: Readonly<Record<string, string>> = {
  http: 'nginx',
  mysql: 'mariadb',
  redis: 'redis-server',
  smtp: 'postfix',
  domain: 'named',
  ftp: 'vsftpd',
  modbus: 'modbusd',
}
export const serviceUnitOf = (s: ListeningService): string => s.unit ?? unitNames[s.name] ?? s.name

/** What listens now. */
export function listeningServices(host: Host, disk: Disk): ListeningService[] {
  const stopped = stoppedOn(disk, host)
  return nodeServicesOf(host).flatMap((s): ListeningService[] => {
    if (stopped.has(serviceUnitOf(s))) return []
    if (s.served?.kind === 'http') {
      // its own file says where it listens
      const site = siteNow(s.served, disk)
      return site ? [{ ...s, port: site.port }] : []
    }
    return [s]
  })
}
