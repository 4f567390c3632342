/** What the disk of a simulated node has from its image: made of the drawing, the same for everybody who looks. */
import { inCidr, parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import type { Node } from '#src/contract/topology/document.ts'
import { seededFraction, seededInteger } from '../../service/chance.ts'
import type { UsbPlug, ServiceFacts } from '../driver.ts'
import { bytesOf, type DiskEntry } from './disk.ts'
import { type TrafficConversation, nodeModelOf } from './model.ts'
import { facesOf, type SceneNetwork } from './reach.ts'
import { gzip, packTar, zip } from './serve/archive.ts'
import { type Packet, packetsOf, pcap } from './serve/packets.ts'
import { serviceFolderOf, nodeServicesOf } from './services.ts'
import { portNames } from './wellKnown.ts'

export interface Host {
  scene: string
  node: Node
  system: 'linux' | 'windows' | 'network' | 'other'
  image: string
  /** What is over the image where somebody worked on it; empty: nothing. */
  layer: string
  /** What is plugged in. */
  usb: readonly UsbPlug[]
  ground: SceneNetwork
  /** By flag id. */
  flags: Readonly<Record<string, string>>
  /** What was put on it beside its image. */
  services: readonly ServiceFacts[]
  /** When it was switched on. */
  since: Date
}

export interface PasswdEntry {
  name: string
  uid: number
  home: string
  shell: string
}

const fileOf = (h: Pick<Host, 'node'>, at: string): string | undefined => h.node.files.find((f) => f.path === at)?.text

/** Of its drawing's /etc/passwd, where it has one. */
export function accountsOf(h: Host): PasswdEntry[] {
  const own = fileOf(h, '/etc/passwd')
  if (own === undefined) return usualAccounts(h)
  return own.split('\n').flatMap((l): PasswdEntry[] => {
    const [name = '', , uid = '', , , home = '/', shell = '/bin/bash'] = l.split(':')
    return name === '' ? [] : [{ name, uid: Number(uid) || 0, home, shell }]
  })
}
const usualAccounts = (h: Host): PasswdEntry[] => [
  { name: 'root', uid: 0, home: '/root', shell: '/bin/bash' },
  { name: 'daemon', uid: 1, home: '/usr/sbin', shell: '/usr/sbin/nologin' },
  { name: 'www-data', uid: 33, home: '/var/www', shell: '/usr/sbin/nologin' },
  { name: 'sshd', uid: 105, home: '/run/sshd', shell: '/usr/sbin/nologin' },
  ...(h.node.kind === 'container' ? [] : [{ name: 'student', uid: 1000, home: '/home/student', shell: '/bin/bash' }]),
]

/** A line of a log, some minutes before it was switched on or after. */
function logLines(h: Host, what: string, forms: readonly string[], n: number): string {
  return Array.from({ length: n }, (_, i) => {
    const at = new Date(h.since.getTime() + i * 7000 + seededInteger(0, 5000, h.node.id, what, i))
    const stamp =
      at.toUTCString().slice(8, 11) + at.toUTCString().slice(5, 7) + at.toISOString().slice(10, 19).replace('T', ' ')
    const form = forms[seededInteger(0, forms.length - 1, h.scene, h.node.id, what, i)] ?? ''
    return `${stamp} ${h.node.name} ${form.replace('{pid}', String(seededInteger(300, 900, h.node.id, i)))}`
  }).join('\n')
}

function texts(h: Host): Record<string, string | [text: string, mode: number, owner?: string]> {
  const name = h.node.name
  const faces = facesOf(h.ground)
  const own = faces.filter((f) => f.node.id === h.node.id)
  const near = faces.filter((f) => own.some((o) => o.network === f.network))
  const accounts = accountsOf(h)
  const services = nodeServicesOf(h)
  const web = services.some((s) => s.port === 80)
  return {
    '/etc/hostname': `${name}\n`,
    '/etc/hosts': `127.0.0.1\tlocalhost\n${near.map((f) => `${f.address}\t${f.node.name}\n`).join('')}`,
    '/etc/os-release': `PRETTY_NAME="${h.image || 'Debian GNU/Linux 12 (bookworm)'}"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n`,
    '/etc/issue': `${h.image || 'Debian GNU/Linux 12'} \\n \\l\n`,
    '/etc/passwd': accounts.map((a) => `${a.name}:x:${a.uid}:${a.uid}:${a.name}:${a.home}:${a.shell}\n`).join(''),
    '/etc/group': accounts.map((a) => `${a.name}:x:${a.uid}:\n`).join(''),
    '/etc/shadow': [
      accounts
        .map(
          (a) =>
            `${a.name}:${a.uid === 0 || a.uid >= 1000 ? `$6$${Math.floor(seededFraction(h.scene, a.name) * 1e9).toString(36)}$locked` : '*'}:20000:0:99999:7:::\n`,
        )
        .join(''),
      0o640,
    ],
    '/etc/resolv.conf': `nameserver ${gatewaysOf(h)[0] ?? '127.0.0.1'}\n`,
    '/etc/network/interfaces': [
      'auto lo\niface lo inet loopback\n',
      ...own.map((f) => `\nauto ${f.name}\niface ${f.name} inet static\n  address ${f.address}\n`),
    ].join(''),
    '/etc/sudoers': ['root ALL=(ALL:ALL) ALL\n%sudo ALL=(ALL:ALL) ALL\nstudent ALL=(ALL:ALL) NOPASSWD: ALL\n', 0o440],
    '/etc/ssh/sshd_config': 'Port 22\nPermitRootLogin yes\nPasswordAuthentication yes\n',
    '/etc/crontab': '17 *\t* * *\troot\tcd / && run-parts --report /etc/cron.hourly\n',
    '/etc/motd': `Welcome to ${name}.\n`,
    '/etc/services': [
      ...new Map([
        ...Object.entries(portNames).map(([port, name]) => [Number(port), name] as const),
        ...services.map((s) => [s.port, s.name] as const),
      ]),
    ]
      .sort(([a], [b]) => a - b)
      .map(([port, name]) => `${name.padEnd(16)}${port}/${port === 5353 ? 'udp' : 'tcp'}\n`)
      .join(''),
    '/root/.bashrc': ["export PS1='\\u@\\h:\\w\\$ '\n", 0o600],
    '/var/log/syslog': `${logLines(h, 'syslog', ['systemd[1]: Started Daily apt upgrade and clean activities.', 'kernel: [    2.4] e1000 0000:00:03.0 eth0: link up', 'cron[{pid}]: (root) CMD (run-parts /etc/cron.hourly)', 'systemd[1]: Reached target Multi-User System.'], 24)}\n`,
    '/var/log/auth.log': [
      `${logLines(h, 'auth', ['sshd[{pid}]: Server listening on 0.0.0.0 port 22.', 'sshd[{pid}]: Failed password for invalid user admin from 10.9.8.7 port 50122 ssh2', 'CRON[{pid}]: pam_unix(cron:session): session opened for user root'], 18)}\n`,
      0o640,
    ],
    ...(web
      ? {
          '/var/www/html/index.html': `<!doctype html>\n<html><head><title>${name}</title></head>\n<body><h1>It works on ${name}</h1></body></html>\n`,
          '/var/log/nginx/access.log': `${near[0]?.address ?? '127.0.0.1'} - - "GET / HTTP/1.1" 200 118 "-" "curl/7.88.1"\n`,
          '/etc/nginx/nginx.conf':
            'user www-data;\nworker_processes auto;\nevents { worker_connections 768; }\nhttp { include /etc/nginx/sites-enabled/*; }\n',
        }
      : {}),
    ...(h.node.kind === 'container'
      ? {}
      : {
          '/home/student/notes.txt': [
            `Things to look at on ${name}:\n - who listens: ss -lnt\n - who is near: arp -a\n`,
            0o644,
            'student',
          ] as [string, number, string],
        }),
    '/proc/cpuinfo': Array.from(
      { length: h.node.cpu },
      (_, i) => `processor\t: ${i}\nmodel name\t: QEMU Virtual CPU version 2.5+\n`,
    ).join('\n'),
    '/proc/version': 'Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org) #1 SMP Debian 6.1.76-1\n',
  }
}

/** Gateways of its networks that somebody holds, in the order of its ports. */
export function gatewaysOf(h: Host): string[] {
  const own = facesOf(h.ground).filter((f) => f.node.id === h.node.id)
  return own.flatMap((f) => {
    const n = h.ground.document.networks.find((x) => x.id === f.network)
    const [gw, net] = [parseIp(n?.gateway ?? ''), parseCidr(n?.cidr ?? '')]
    return gw && net && inCidr(gw, net) && n?.gateway !== f.address ? [n?.gateway ?? ''] : []
  })
}

/** Run with root's rights, and give nobody any: who may do what they see to themselves. */
export const trusted: readonly string[] = [
  'su',
  'sudo',
  'passwd',
  'mount',
  'umount',
  'chsh',
  'chfn',
  'newgrp',
  'gpasswd',
]

const folders = [
  '/',
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/home',
  '/lib',
  '/mnt',
  '/opt',
  '/proc',
  '/root',
  '/run',
  '/sbin',
  '/srv',
  '/sys',
  '/tmp',
  '/usr',
  '/usr/bin',
  '/usr/local',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/share',
  '/var',
  '/var/cache',
  '/var/lib',
  '/var/log',
  '/var/tmp',
  '/var/www',
]

/** Everything on the disk when it boots for the first time. */
export function imageDisk(h: Host, programs: readonly string[]): Map<string, DiskEntry> {
  const out = new Map<string, DiskEntry>()
  const changed = new Date('2026-02-03T04:05:06Z')
  const folder = (at: string, owner = 'root', mode = 0o755) => {
    if (!out.has(at)) out.set(at, { kind: 'folder', mode, owner, size: 4096, changed })
  }
  for (const f of folders) folder(f, 'root', f === '/tmp' || f === '/var/tmp' ? 0o1777 : f === '/root' ? 0o700 : 0o755)
  for (const a of accountsOf(h)) if (a.uid >= 1000) folder(a.home, a.name)
  const put = (at: string, body: Uint8Array, mode: number, owner: string, size = body.length) => {
    const parts = at.split('/').slice(1, -1)
    parts.forEach((_, i) => folder(`/${parts.slice(0, i + 1).join('/')}`))
    out.set(at, { kind: 'file', mode, owner, size, body, changed })
  }
  for (const [at, v] of Object.entries(texts(h))) {
    const [body, mode = 0o644, owner = 'root'] = typeof v === 'string' ? [v] : v
    put(at, bytesOf(body), mode, owner)
  }
  for (const p of programs)
    put(`/usr/bin/${p}`, bytesOf('\x7fELF\x02\x01\x01'), 0o755, 'root', seededInteger(18_000, 220_000, p, 'size'))
  // as Debian ships them: programs that check by themselves who may do what
  for (const at of trusted.map((n) => `/usr/bin/${n}`)) {
    const e = out.get(at)
    if (e) out.set(at, { ...e, mode: 0o4755 })
  }
  put('/usr/lib/openssh/ssh-keysign', bytesOf('\x7fELF\x02\x01\x01'), 0o4755, 'root', 653_888)
  for (const at of ['/proc/uptime', '/proc/loadavg', '/proc/meminfo']) put(at, new Uint8Array(), 0o444, 'root')
  for (const s of h.services) {
    const at = serviceFolderOf(s)
    put(`${at}/RELEASE`, bytesOf(`${s.name} ${s.release}\n`), 0o644, 'root')
    if (s.file) put(`${at}/${s.file}`, bytesOf('PK\x03\x04'), 0o644, 'root', s.size)
  }
  // what lies in somebody's home is his
  const homes = accountsOf(h).filter((a) => a.uid >= 1000)
  const ownerOf = (at: string) => homes.find((a) => at.startsWith(`${a.home}/`))?.name ?? 'root'
  const filled = (text: string) => withFlags(h, text)
  for (const f of h.node.files) {
    if (!f.path.startsWith('/')) continue
    const mode = Number.parseInt(f.mode || '644', 8) || 0o644
    const had = out.get(f.path)
    // a path that ends so is a folder, a text of nothing but this a program of the system with another mode
    if (f.path.endsWith('/'))
      out.set(f.path.slice(0, -1), { kind: 'folder', mode, owner: ownerOf(f.path), size: 4096, changed })
    else if (f.text === '' && had?.body) out.set(f.path, { ...had, mode })
    else put(f.path, bytesOf(filled(f.text)), mode, ownerOf(f.path))
  }
  for (const f of h.node.flags)
    if (f.path.startsWith('/')) put(f.path, bytesOf(`${h.flags[f.id] ?? f.value}\n`), 0o644, 'root')
  const model = nodeModelOf(h.node)
  for (const { path: at, talks } of model?.captures ?? [])
    put(at, pcap(packetsIn(h, talks), new Date(h.since.getTime() - 9 * 3_600_000)), 0o644, ownerOf(at))
  for (const { path: at, files } of model?.archives ?? []) {
    const members = Object.entries(files).map(([name, text]) => ({ name, body: Buffer.from(filled(text)) }))
    const made = at.endsWith('.zip') ? zip(members) : packTar(members, changed)
    put(at, /\.(tgz|gz)$/.test(at) ? gzip(made) : made, 0o644, ownerOf(at))
  }
  return out
}

/** A text of the drawing with the node's flags in their places: `{flag:Name}`, `{flag64:Name}` in base64. */
export const withFlags = (h: Pick<Host, 'node' | 'flags'>, text: string): string =>
  text.replace(/\{flag(64)?:([^{}]{1,63})\}/g, (whole, coded: string | undefined, name: string) => {
    const f = h.node.flags.find((x) => x.name === name)
    const value = f && (h.flags[f.id] ?? f.value)
    return value === undefined ? whole : coded ? Buffer.from(value).toString('base64') : value
  })

/** Packets of conversations one after the other; names are those of nodes. */
export function packetsIn(h: Host, talks: readonly TrafficConversation[]): Packet[] {
  const faces = facesOf(h.ground)
  const addressOf = (name: string) => faces.find((f) => f.node.name === name)?.address ?? name
  let at = 0
  return talks.flatMap((t, i) => {
    at += t.after
    const says = t.says.map(([who, text, hex]): TrafficConversation['says'][number] => [who, withFlags(h, text), hex])
    return packetsOf({ ...t, says }, addressOf(t.from), addressOf(t.to), at, 40_000 + ((i * 7919 + t.port) % 20_000))
  })
}
