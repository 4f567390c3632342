/** Services, USB devices and physical devices of the demonstration. Packages are small archives made here, so that they can be looked at. */
import type { z } from 'zod'
import type { PhysicalDeviceBody } from '#src/contract/device/physical.schema.ts'
import type { ServicePlatform } from '#src/contract/device/service.ts'
import type { ServiceBody } from '#src/contract/device/service.schema.ts'
import type { UsbDeviceBody } from '#src/contract/device/usb.schema.ts'
import { documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import { plugOf } from '../areas/device/usbPlug.ts'
import { logSceneEvents } from '../areas/scene/write.ts'
import { breakThing } from '../world/faults.ts'
import { type IconFigure, layIcon } from './icons.ts'
import { type Package, demoPackageOf } from './packages.ts'
import type { Chance } from './random.ts'

type Look = readonly [IconFigure, number]
const day = 86_400_000

/** `waits`: its package has not been uploaded yet. */
const services: readonly (ServiceBody & {
  key: string
  release: string
  platform: ServicePlatform
  look: Look
  waits?: true
})[] = [
  {
    key: 'order-desk',
    name: '订单网站 Order desk',
    platform: 'docker',
    category: 'web',
    release: '2.4.1',
    port: 8080,
    description: '带后台的网上订单系统，用于业务逻辑漏洞练习。 Order desk with a back office.',
    look: ['cart', 210],
  },
  {
    key: 'mail-relay',
    name: '邮件服务 Mail relay',
    platform: 'docker',
    category: 'mail',
    release: '1.9',
    port: 25,
    description: '收发演练邮件，保留全部投递记录。 Sends and keeps the mails of an exercise.',
    look: ['letter', 35],
  },
  {
    key: 'postgres-orders',
    name: 'PostgreSQL orders',
    platform: 'docker',
    category: 'database',
    release: '16.4',
    port: 5432,
    description: '含三万条示例订单的数据库。 Database with thirty thousand sample orders.',
    look: ['drum', 220],
  },
  {
    key: 'share',
    name: '文件共享 Share',
    platform: 'windows',
    category: 'file',
    release: '3.0',
    port: 445,
    description: '部门共享目录，权限配置存在疏漏。 Department share with careless rights.',
    look: ['rack', 150],
  },
  {
    key: 'remote-help',
    name: '远程协助 Remote help',
    platform: 'windows',
    category: 'remote',
    release: '5.2',
    port: 3389,
    description: '批量开启远程桌面并限制来源地址。 Opens remote desktops to chosen addresses.',
    look: ['screen', 190],
  },
  {
    key: 'log-agent',
    name: '日志采集 Log agent',
    platform: 'windows',
    category: 'agent',
    release: '8.1',
    description: '采集系统与安全日志并转发到态势平台。 Forwards system and security logs.',
    look: ['eye', 280],
  },
  {
    key: 'linux-log-agent',
    name: 'Linux log agent',
    platform: 'docker',
    category: 'agent',
    release: '8.1',
    description: '容器环境的日志采集。 Collects logs of containers.',
    look: ['eye', 300],
  },
  {
    key: 'office-worker',
    name: '用户行为 Office worker',
    platform: 'windows',
    category: 'traffic',
    release: '1.3',
    description: '模拟收发邮件、浏览网页和编辑文档的员工。 Mails, browses and writes like an employee.',
    look: ['gear', 20],
  },
  {
    key: 'crowd',
    waits: true,
    name: '背景流量 Crowd',
    platform: 'docker',
    category: 'traffic',
    release: '0.9',
    description: '按时段生成网页与解析请求。 Makes web and name requests by the hour.',
    look: ['arrows', 170],
  },
  {
    key: 'directory',
    name: '目录服务 Directory',
    platform: 'docker',
    category: 'other',
    release: '2.6',
    port: 389,
    description: '轻量目录，含部门与账号。 Small directory with departments and accounts.',
    look: ['globe', 250],
  },
]

const sticks: readonly UsbDeviceBody[] = [
  {
    name: '失窃 U 盘 Found stick',
    device_class: 'storage',
    vendor_id: '0951',
    product_id: '1666',
    manufacturer: 'Kingston',
    serial: 'QM-2024-0007',
    description: '取证课程用，含被删除的文件。 For forensics: holds deleted files.',
  },
  {
    name: '投递 U 盘 Dropped stick',
    device_class: 'storage',
    vendor_id: '0781',
    product_id: '5581',
    manufacturer: 'SanDisk',
    serial: 'QM-2024-0012',
    description: '社会工程演练。 For an exercise in social engineering.',
  },
  {
    name: '按键注入器 Typing device',
    device_class: 'input',
    vendor_id: '05AC',
    product_id: '0267',
    manufacturer: 'Apple',
    serial: 'INJ-01',
    description: '伪装成键盘的注入设备。 Passes for a keyboard.',
  },
  {
    name: '串口调试线 Serial cable',
    device_class: 'serial',
    vendor_id: '0403',
    product_id: '6001',
    manufacturer: 'FTDI',
    serial: 'A50285BI',
    description: '连接控制器的调试口。 Reaches the console of a controller.',
  },
  {
    name: '电子钥匙 Smart card',
    device_class: 'smart-card',
    vendor_id: '096E',
    product_id: '0850',
    manufacturer: 'Feitian',
    serial: 'UK-7781',
    description: '双因素登录练习。 For signing in with two factors.',
  },
  {
    name: '会议摄像头 Camera',
    device_class: 'video',
    vendor_id: '046D',
    product_id: '0825',
    manufacturer: 'Logitech',
    serial: 'CAM-22',
    description: '隐私泄露案例。 For a case about privacy.',
  },
]

const ports = (type: 'ethernet' | 'fiber' | 'serial' | 'wireless', ...names: string[]) =>
  names.map((name) => ({ name, type }))
const racks: readonly (PhysicalDeviceBody &
  Pick<z.output<typeof PhysicalDeviceBody>, 'ports'> & { used?: string; silent?: true })[] = [
  {
    name: '水处理 PLC-1',
    model: 'SIMATIC S7-1214C',
    category: 'plc',
    address: '10.20.4.11',
    ports: ports('ethernet', 'X1 P1', 'X1 P2'),
    location: '工控实验室 A1',
    description: '水处理工艺控制器。 Controller of the water plant.',
    used: '工控安全实训 第 3 期',
  },
  {
    name: '水处理 PLC-2',
    model: 'Modicon M221',
    category: 'plc',
    address: '10.20.4.12',
    ports: [...ports('ethernet', 'ETH1'), ...ports('serial', 'SL1')],
    location: '工控实验室 A1',
    description: '备用控制器。 Spare controller.',
  },
  {
    name: 'Core switch 1',
    model: 'S5735-L24T4X',
    category: 'switch',
    address: '10.20.4.2',
    ports: [
      ...ports('ethernet', ...Array.from({ length: 24 }, (_, n) => `GE0/0/${n + 1}`)),
      ...ports('fiber', 'XGE0/0/1', 'XGE0/0/2', 'XGE0/0/3', 'XGE0/0/4'),
    ],
    location: 'Rack B, unit 20',
    description: '实训室核心交换机。 Core of the training room.',
    used: 'Red and blue, autumn',
  },
  {
    name: 'Edge router',
    model: 'AR6120',
    category: 'router',
    address: '10.20.4.1',
    ports: [...ports('ethernet', 'GE0/0/0', 'GE0/0/1', 'GE0/0/2'), ...ports('fiber', 'XGE0/0/0')],
    location: 'Rack B, unit 22',
    description: '对外出口路由。 Way out of the building.',
  },
  {
    name: '下一代防火墙 NGFW',
    model: 'USG6530E',
    category: 'firewall',
    address: '10.20.4.3',
    ports: ports('ethernet', ...Array.from({ length: 8 }, (_, n) => `GE0/0/${n}`)),
    location: 'Rack B, unit 24',
    description: '策略与入侵防御练习。 For policies and intrusion prevention.',
  },
  {
    name: '无线接入点 Lab AP',
    model: 'AP7060DN',
    category: 'wireless',
    address: '10.20.4.30',
    ports: [...ports('ethernet', 'GE0'), ...ports('wireless', '2.4G', '5G')],
    location: '无线实验室 C2',
    description: '无线安全课程。 For courses about wireless security.',
    silent: true,
  },
  {
    name: '门禁摄像头 Door camera',
    model: 'DS-2CD3T46',
    category: 'camera',
    address: '10.20.4.41',
    ports: ports('ethernet', 'LAN'),
    location: 'C2 入口',
    description: '物联网固件分析对象。 Object of firmware analysis.',
  },
  {
    name: '频谱仪 Analyser',
    model: 'RSA5065',
    category: 'instrument',
    address: '10.20.4.52',
    ports: ports('ethernet', 'LAN'),
    location: '无线实验室 C2',
    description: '',
    silent: true,
  },
]

/** The first stick is in a machine that runs: to be seen on the list, in its log and by `lsusb`. */
export async function layPlug(q: Queryable, { now, author }: DeviceGround): Promise<void> {
  const at = new Date(now.getTime() - 600_000).toISOString()
  const { rows } = await q.query<{ scene_id: string; node_id: string; name: string }>(
    `select n.scene_id, n.node_id, n.name from scene_node n join scene s on s.id = n.scene_id
     join sim_node m on m.scene = n.scene_id and m.node = n.node_id
     where n.status = 'on' and s.status = 'running' and n.system = 'linux' order by s.created_at, n.place limit 1`,
  )
  const { rows: found } = await q.query<{ id: string; data: UsbDeviceBody }>(
    `select id, data from r_usb_device where data ->> 'device_class' = 'storage' order by id limit 1`,
  )
  const [node, device] = [rows[0], found[0]]
  if (!node || !device) return
  await q.query(
    `insert into usb_plug (device_id, scene_id, node_id, state, at, by_id, by_name) values ($1, $2, $3, 'plugged', $4, $5, $6)`,
    [device.id, node.scene_id, node.node_id, at, author.id, author.name],
  )
  await q.query('insert into sim_usb (scene, node, device, about, at) values ($1, $2, $3, $4::jsonb, $5)', [
    node.scene_id,
    node.node_id,
    device.id,
    JSON.stringify(plugOf(device, '')),
    at,
  ])
  await logSceneEvents(q, node.scene_id, new Date(at), [
    { code: 'usb_plugged', params: { name: device.data.name }, node, by: author },
  ])
}

export interface DeviceGround {
  now: Date
  author: { id: string; name: string }
}

/** @returns packages to be put into the store when all of it is written, and ids of the physical devices by name */
export async function layDevices(
  q: Queryable,
  c: Chance,
  { now, author }: DeviceGround,
): Promise<{ packages: readonly Package[]; devices: ReadonlyMap<string, string> }> {
  const ago = (days: number) => new Date(now.getTime() - days * day - c.between(0, day / 2))
  const hand = (at: Date) => ({ at, by: author.id })
  const nothing = { reason: null, reason_details: {}, file_name: '', size: 0, sha256: '' }
  const packages: Package[] = []
  for (const { look, key, waits, ...body } of services) {
    const at = ago(c.between(5, 90))
    const id = c.id(at)
    const icon = await layIcon(q, { id: c.id(at), holder: `service:${id}:icon`, by: author.id, at }, look)
    const { bytes, facts } = demoPackageOf({ ...body, key })
    const file = waits ? { status: 'uploading' as const } : { status: 'saved' as const, ...facts }
    if (!waits) packages.push({ id, bytes })
    const data = { port: null, ...body, icon, ...nothing, ...file }
    await documents('service').insert(q, { id, data }, hand(at))
  }
  for (const body of sticks) {
    const at = ago(c.between(5, 60))
    const data = { ...body, file_name: '', size: 0, sha256: '' }
    await documents('usb-device').insert(q, { id: c.id(at), data }, hand(at))
  }
  const devices = new Map<string, string>()
  for (const { used, silent, ...body } of racks) {
    const at = ago(c.between(60, 200))
    const id = c.id(at)
    const usage = used
      ? { usage: 'used' as const, used_for: used, used_by: author.name, used_at: ago(4).toISOString() }
      : { usage: 'free' as const, used_for: '', used_by: '', used_at: null }
    await documents('physical-device').insert(q, { id, data: { ...body, ...usage } }, hand(at))
    devices.set(body.name, id)
    if (silent) await breakThing(q, 'device', id, ago(1))
  }
  return { packages, devices }
}
