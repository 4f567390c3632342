/** What an image is taken to be, from its file alone: its content says the format, its name the rest. Everything can be changed afterwards. */
import type { ImageBody } from '../../contract/image/image.schema.ts'
import type { ImageCategory, ImageFormat, OsFamily } from '../../contract/image/image.ts'
import { typeOfFormat } from '../../contract/image/header/recognise.ts'
import type { RecognisedImage } from '../../contract/image/header/found.ts'
import { guessName, storeNames } from '../../contract/image/name.ts'

const systems: readonly (readonly [RegExp, OsFamily])[] = [
  [/win(?:dows|server|xp|7|8|10|11)?(?![a-z])/i, 'windows'],
  [/pfsense|opnsense|vyos|routeros|ios-?xe|openwrt|mikrotik|asav|fortios/i, 'network'],
  [/debian|ubuntu|kali|centos|rocky|alma|fedora|alpine|arch|suse|linux|rhel|parrot/i, 'linux'],
]
const groups: readonly (readonly [RegExp, ImageCategory])[] = [
  [/kali|parrot|attack|blackarch/i, 'attack'],
  [/dvwa|juice|vuln|metasploitable|webgoat|target/i, 'target'],
  [/mysql|maria|postgres|redis|mongo|oracle|mssql/i, 'database'],
  [/pfsense|opnsense|firewall|waf|snort|suricata|asav|fortios/i, 'security'],
  [/vyos|router|switch|openwrt|ovs|mikrotik/i, 'network'],
  [/plc|scada|modbus|hmi|s7/i, 'industrial'],
  [/desktop|win(?:dows)?[-_ ]?(?:7|8|10|11)/i, 'desktop'],
]
const virtual: Record<ImageFormat, NonNullable<ImageBody['virtual_type']>> = {
  qcow2: 'kvm',
  raw: 'kvm',
  iso: 'kvm',
  vmdk: 'vmware',
  ova: 'vmware',
  vdi: 'virtualbox',
  vhd: 'hyperv',
  vhdx: 'hyperv',
  docker: 'docker',
  oci: 'docker',
}
const gib = 2 ** 30

export function guess(found: RecognisedImage, file: string, description: string): ImageBody {
  const type = typeOfFormat(found.format)
  const container = type === 'container'
  const label = found.labels[0] ?? ''
  const names = container ? storeNames(label) : []
  const words = `${file} ${label}`
  const os = systems.find(([r]) => r.test(words))?.[1] ?? (type === 'machine' ? 'other' : 'linux')
  const windows = os === 'windows'
  const kvm = ['qcow2', 'raw', 'iso'].includes(found.format)
  return {
    name: names.find((n) => n.length >= 4) ?? guessName(file, type),
    type,
    format: found.format,
    category: groups.find(([r]) => r.test(words))?.[1] ?? (type === 'machine' ? 'server' : 'other'),
    description,
    os,
    os_version: container ? label.slice(0, 60) : '',
    arch: /aarch64|arm64/i.test(words) ? 'aarch64' : /i[36]86|x86(?![_-]?64)/i.test(words) ? 'i386' : 'x86_64',
    desktop: !container && (windows || /desktop|gnome|kde|xfce/i.test(words)),
    virtual_type: virtual[found.format],
    disk_controller: windows || !kvm ? 'sata' : 'virtio',
    network_card: windows || !kvm ? 'e1000' : 'virtio',
    video_driver: container ? 'none' : windows ? 'qxl' : 'virtio',
    cpu: container ? 1 : 2,
    memory: container ? 512 : windows ? 4096 : 2048,
    disk: type === 'machine' ? Math.min(4096, Math.max(1, Math.ceil(found.virtual_size / gib))) : container ? 2 : 20,
    parameters: [],
  }
}
