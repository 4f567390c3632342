/** Images of the demonstration: what the simulation knows how to run, so few of them have a file behind them. */
import type { ImageBody } from '#src/contract/image/image.schema.ts'
import type { ImageReason } from '#src/contract/image/status.ts'
import { noFile } from '../areas/image/image.ts'
import { writeAudience } from '../crud/audience.ts'
import { documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import { type IconFigure, layIcon } from './icons.ts'
import { containerOf, type Package } from './packages.ts'
import type { Chance } from './random.ts'
import type { z } from 'zod'

type Whole = z.output<typeof ImageBody>
type Of = Partial<Whole> & Pick<Whole, 'name' | 'category' | 'description'>
const container = {
  type: 'container',
  format: 'docker',
  virtual_type: 'docker',
  video_driver: 'none',
  disk: 2,
} as const
const windows = {
  os: 'windows',
  desktop: true,
  disk_controller: 'sata',
  network_card: 'e1000',
  video_driver: 'qxl',
} as const
const appliance = { os: 'network', cpu: 1, memory: 512, disk: 4, video_driver: 'vga' } as const
const login = (user: string, note: string) => [{ name: 'login.user', value: user, note }]

/** `open`: everybody may see it; else administrators and whoever is named. */
export interface ImageEntry extends Of {
  look: readonly [IconFigure, number]
  shown?: { orgs?: readonly string[]; roles?: readonly string[] }
  days_ago: number
  /** Names and notes of snapshots of a file made here, the oldest first. */
  snapshots?: readonly (readonly [name: string, note: string])[]
  /** Where it stands when it is not saved. */
  stands?:
    | { status: 'creating' | 'to-edit' }
    | { status: 'error'; file: string; reason: ImageReason; details: Record<string, string> }
}

export const imageEntries: readonly ImageEntry[] = [
  {
    name: '黑岩攻击机 Blackrock 2025.3',
    look: ['blade', 0],
    category: 'attack',
    description:
      '预装信息收集、漏洞利用与密码恢复工具的攻击机，带图形桌面。 Attack machine with a desktop and the usual tools.',
    os_version: 'Debian 12 derivative',
    desktop: true,
    cpu: 4,
    memory: 4096,
    disk: 40,
    parameters: login('student', '密码随场景生成 Password made per scene'),
    days_ago: 62,
  },
  {
    name: '轻量攻击终端 Field kit',
    look: ['blade', 18],
    category: 'attack',
    description: '只有命令行的攻击终端，启动快、占用少。 Command-line attack terminal that starts in seconds.',
    os_version: 'Alpine 3.20',
    cpu: 1,
    memory: 512,
    disk: 4,
    days_ago: 41,
  },
  {
    name: 'Debian 12 server',
    look: ['rack', 335],
    category: 'server',
    description: '最小化安装的服务器，可作为各类服务的底座。 Minimal server to put services on.',
    os_version: 'Debian 12.8',
    days_ago: 200,
  },
  {
    name: 'Ubuntu 22.04 桌面',
    look: ['screen', 20],
    category: 'desktop',
    description: '办公终端，含浏览器、邮件客户端和文档工具。 Office desktop with browser, mail and documents.',
    os_version: 'Ubuntu 22.04.5',
    desktop: true,
    memory: 4096,
    disk: 30,
    days_ago: 180,
  },
  {
    name: 'Windows Server 2019 域控',
    look: ['rack', 205],
    category: 'server',
    description:
      '预装域服务的服务器，域名 range.local，含 40 个演练账号。 Domain controller of range.local with forty accounts.',
    os_version: 'Windows Server 2019',
    cpu: 4,
    memory: 8192,
    disk: 60,
    parameters: [
      { name: 'domain.name', value: 'range.local', note: '域名 Domain' },
      { name: 'domain.users', value: '40', note: '演练账号数 Accounts' },
    ],
    ...windows,
    days_ago: 150,
  },
  {
    name: 'Windows 10 办公终端',
    look: ['window', 205],
    category: 'desktop',
    description:
      '加入域的办公终端，开启远程桌面，含模拟用户行为脚本。 Domain member with remote desktop and a scripted user.',
    os_version: 'Windows 10 22H2',
    memory: 4096,
    disk: 40,
    ...windows,
    days_ago: 149,
  },
  {
    name: '边界防火墙 Edge firewall',
    look: ['shield', 10],
    category: 'security',
    description:
      '带网页管理界面的防火墙，默认放行出站、拒绝入站。 Firewall with a web console: out is allowed, in is refused.',
    os_version: 'FreeBSD 14',
    ...appliance,
    memory: 1024,
    parameters: [{ name: 'web.port', value: '8443', note: '管理端口 Console port' }],
    days_ago: 120,
  },
  {
    name: '软路由 Branch router',
    look: ['arrows', 190],
    category: 'network',
    description: '支持静态路由、OSPF、BGP 与 NAT 的软件路由器。 Software router: static routes, OSPF, BGP and NAT.',
    os_version: 'Debian 12 router',
    ...appliance,
    days_ago: 120,
  },
  {
    name: '虚拟交换机 Virtual switch',
    look: ['switch', 170],
    category: 'network',
    description: '支持 VLAN、端口镜像和流表的二层交换机。 Layer-2 switch with VLANs, mirror ports and flow tables.',
    os_version: 'Alpine 3.20',
    ...appliance,
    memory: 256,
    disk: 1,
    days_ago: 118,
  },
  {
    name: '入侵检测 Sensor',
    look: ['eye', 265],
    category: 'security',
    description:
      '旁路部署的入侵检测节点，规则每周更新，告警可导出。 Intrusion sensor for a mirror port, with weekly rules.',
    os_version: 'Ubuntu 22.04.5',
    memory: 4096,
    disk: 80,
    days_ago: 75,
  },
  {
    name: 'harbour-shop',
    look: ['cart', 225],
    category: 'target',
    description:
      '含 SQL 注入、越权和文件上传漏洞的网上商店靶标。 Web shop with injection, broken access and unsafe uploads.',
    os_version: 'PHP 8.1, Apache 2.4',
    ...container,
    cpu: 1,
    memory: 512,
    parameters: [{ name: 'http.port', value: '80', note: '访问端口 Port' }],
    days_ago: 30,
  },
  {
    name: 'lotus-blog',
    look: ['leaf', 130],
    category: 'target',
    description:
      '评论区存在跨站脚本、后台可弱口令登录的博客靶标。 Blog with cross-site scripting and a weak administrator.',
    os_version: 'Node.js 20',
    ...container,
    cpu: 1,
    memory: 256,
    days_ago: 29,
  },
  {
    name: 'paper-crane-mail',
    look: ['letter', 40],
    category: 'target',
    description:
      '钓鱼演练用邮件系统，自带网页邮箱与投递记录。 Mail system for phishing exercises, with web mail and records.',
    os_version: 'Debian 12.8',
    ...container,
    cpu: 2,
    memory: 1024,
    days_ago: 26,
  },
  {
    name: 'mysql-8.0',
    look: ['drum', 200],
    category: 'database',
    description: '示例订单库，可用于取证、审计和备份恢复练习。 Orders database for forensics, auditing and recovery.',
    os_version: 'MySQL 8.0.40',
    ...container,
    cpu: 2,
    memory: 1024,
    disk: 10,
    days_ago: 55,
  },
  {
    name: 'redis-7.4',
    look: ['drum', 0],
    category: 'database',
    description: '默认配置的缓存服务，用于未授权访问加固练习。 Cache with factory settings, to be hardened.',
    os_version: 'Redis 7.4',
    ...container,
    cpu: 1,
    memory: 256,
    days_ago: 55,
    snapshots: [
      ['出厂设置 Factory', '未加固，课前恢复到此。 Not hardened: where each lesson begins.'],
      ['加固后 Hardened', '参考答案，讲评时使用。 The reference solution.'],
    ],
  },
  {
    name: '水处理控制器 Water plant PLC',
    look: ['gear', 160],
    category: 'industrial',
    description:
      '模拟水处理工艺的控制器，支持 Modbus TCP 与 S7 协议。 Controller of a water plant over Modbus TCP and S7.',
    os: 'other',
    os_version: 'Soft PLC 3.5',
    virtual_type: 'qemu',
    network_card: 'rtl8139',
    video_driver: 'vga',
    cpu: 1,
    memory: 512,
    disk: 2,
    parameters: [
      { name: 'modbus.port', value: '502', note: 'Modbus TCP' },
      { name: 's7.rack', value: '0', note: 'S7' },
    ],
    shown: { orgs: ['yunling-cs'], roles: ['teacher'] },
    days_ago: 18,
  },
  {
    name: '操作员站 Operator station',
    look: ['screen', 150],
    category: 'industrial',
    description:
      '配套水处理控制器的人机界面，可查看趋势与告警。 Human-machine interface of the water plant, with trends.',
    os_version: 'Windows 10 LTSC',
    memory: 4096,
    disk: 40,
    ...windows,
    shown: { orgs: ['yunling-cs'], roles: ['teacher'] },
    days_ago: 18,
  },
  {
    name: 'ARM 物联网网关 IoT gateway',
    look: ['chip', 290],
    category: 'other',
    description:
      '运行 MQTT 代理的嵌入式网关，用于固件分析课程。 Embedded gateway with an MQTT broker, for firmware courses.',
    os_version: 'Buildroot 2024.02',
    arch: 'aarch64',
    virtual_type: 'qemu',
    format: 'raw',
    cpu: 1,
    memory: 256,
    disk: 1,
    shown: { roles: ['teacher'] },
    days_ago: 9,
  },
  {
    name: '应急取证工作站 Forensics desk',
    look: ['screen', 200],
    category: 'security',
    description: '取证工具尚在安装。 Tools for forensics are still being put on it.',
    os_version: 'Ubuntu 24.04',
    desktop: true,
    memory: 4096,
    disk: 40,
    shown: { roles: ['teacher'] },
    days_ago: 2,
    stands: { status: 'to-edit' },
  },
  {
    name: '旧版邮件系统 Legacy mail',
    look: ['drum', 120],
    category: 'target',
    description: '等待从旧机房迁移过来的磁盘。 Waits for its disk from the old machine room.',
    os_version: 'CentOS 6',
    shown: { roles: ['teacher'] },
    days_ago: 1,
    stands: { status: 'creating' },
  },
  {
    name: '进销存系统 Stock keeping',
    look: ['drum', 320],
    category: 'target',
    description:
      '上传的磁盘依赖另一个文件，需要合并后重新上传。 Its disk rests on another file and has to come flattened.',
    os_version: 'Windows Server 2012',
    ...windows,
    shown: { roles: ['teacher'] },
    days_ago: 3,
    stands: { status: 'error', file: 'stock-overlay.qcow2', reason: 'backing_file', details: {} },
  },
]

const plain = {
  type: 'machine',
  icon: '',
  format: 'qcow2',
  os: 'linux',
  os_version: '',
  arch: 'x86_64',
  desktop: false,
  virtual_type: 'kvm',
  disk_controller: 'virtio',
  network_card: 'virtio',
  video_driver: 'virtio',
  cpu: 2,
  memory: 2048,
  disk: 20,
  parameters: [],
} as const

const standing = (stands: ImageEntry['stands']) =>
  stands?.status === 'error'
    ? { status: stands.status, file_name: stands.file, reason: stands.reason, reason_details: stands.details }
    : { status: stands?.status ?? ('saved' as const) }

/** What a container of the demonstration has inside. */
const inside = (e: ImageEntry) => [['etc/motd', `${e.name}\n${e.description}\n`]] as const

export interface ImageGround {
  now: Date
  author: { id: string; name: string }
  orgs: ReadonlyMap<string, string>
  roles: Readonly<Record<string, string>>
}

/** @param image its id, what it is, its file, and when it was made */
async function laySnapshots(
  q: Queryable,
  c: Chance,
  image: { id: string; entry: ImageEntry; facts: { size: number; sha256: string }; made: Date },
  by: ImageGround['author'],
): Promise<string[]> {
  const ids: string[] = []
  for (const [n, [name, note]] of (image.entry.snapshots ?? []).entries()) {
    const at = new Date(image.made.getTime() + (n + 1) * 9 * 86_400_000)
    const id = c.id(at)
    ids.push(id)
    await q.query(
      `insert into image_snapshot (id, image_id, name, note, state, size, virtual_size, sha256, created_at, created_by, created_by_name)
       values ($1, $2, $3, $4, 'ready', $5, 0, $6, $7, $8, $9)`,
      [id, image.id, name, note, image.facts.size, image.facts.sha256, at.toISOString(), by.id, by.name],
    )
  }
  return ids
}

/** @returns ids of the images by name, for whatever is drawn with them, and files to be put into the store when all of it is written */
export async function layImages(
  q: Queryable,
  c: Chance,
  { now, author, orgs, roles }: ImageGround,
): Promise<{ ids: ReadonlyMap<string, string>; packages: readonly Package[] }> {
  const made = []
  const packages: Package[] = []
  for (const whole of imageEntries) {
    const { shown, days_ago, look, stands, snapshots, ...entry } = whole
    const at = new Date(now.getTime() - days_ago * 86_400_000 - c.between(0, 40_000_000))
    const id = c.id(at)
    const icon = await layIcon(q, { id: c.id(at), holder: `image:${id}:icon`, by: author.id, at }, look)
    const file = snapshots && containerOf(entry.name, inside(whole))
    const data = {
      ...plain,
      ...entry,
      icon,
      ...noFile,
      ...standing(stands),
      ...file?.facts,
      parameters: entry.parameters ?? [],
    }
    const hand = { at, by: author.id }
    if (file) {
      const image = { id, entry: whole, facts: file.facts, made: at }
      packages.push({ id, bytes: file.bytes, snapshots: await laySnapshots(q, c, image, author) })
    }
    made.push({ id, data, open: !shown, hand, shown, name: entry.name })
  }
  await documents('image').insertMany(q, made, { at: now, by: author.id })
  for (const { id, shown } of made)
    if (shown)
      await writeAudience(q, 'image', id, {
        all: false,
        users: [],
        teams: [],
        orgs: (shown.orgs ?? []).map((k) => orgs.get(k) ?? ''),
        roles: (shown.roles ?? []).map((k) => roles[k] ?? ''),
      })
  return { ids: new Map(made.map((m) => [m.name, m.id])), packages }
}
