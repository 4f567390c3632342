/** Four topologies of whole organisations. */
import type { Pen } from './draw.ts'
import type { TopologyEntry } from './entry.ts'

const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

export const large: readonly TopologyEntry[] = [
  {
    key: 'enterprise',
    name: '企业三区网络 Enterprise',
    description:
      'Office, servers and DMZ behind a pair of firewalls, a domain controller and a log host. 综合演练主场景。',
    isolation: 'platform',
    by: 'admin_demo',
    days_ago: 55,
    draw(p: Pen) {
      p.network('Transit 互联', '10.0.0.0/29')
      p.network('DMZ', '10.0.10.0/24', '10.0.10.1')
      p.network('Servers 服务器区', '10.0.20.0/24', '10.0.20.1')
      p.network('Office 办公区', '10.0.30.0/23', '10.0.30.1', true)
      p.network('Uplink', '198.51.100.0/29', '198.51.100.1')
      p.box('DMZ', -610, -60, 420, 240, 'warn')
      p.box('Servers 服务器区', -180, 240, 520, 230, 'bad')
      p.box('Office 办公区', 380, -60, 460, 320, 'good')
      p.node('internet', 'internet', 0, -340)
      p.node('fw-outer', 'firewall', 0, -210, { image: '边界防火墙 Edge firewall', locked: true })
      p.node('core-sw', 'switch', 0, -60)
      p.node('fw-inner', 'firewall', 0, 90, { image: '边界防火墙 Edge firewall', locked: true })
      p.node('dmz-sw', 'switch', -400, 0)
      p.node('www', 'container', -530, 110, {
        image: 'harbour-shop',
        flags: [['Public site', '/var/www/flag.txt', 100]],
      })
      p.node('vpn', 'machine', -400, 110, { image: 'Debian 12 server' })
      p.node('mx', 'machine', -270, 110, { image: 'Debian 12 server' })
      p.node('srv-sw', 'switch', 80, 290)
      p.node('dc01', 'machine', -110, 410, {
        image: 'Windows Server 2019 域控',
        cpu: 4,
        memory: 8192,
        disk: 80,
        flags: [['Domain', 'C:\\Users\\Administrator\\Desktop\\flag.txt', 500]],
      })
      p.node('files01', 'machine', 20, 410, { image: 'Windows Server 2019 域控', memory: 4096, disk: 200 })
      p.node('erp-db', 'machine', 150, 410, {
        image: 'Debian 12 server',
        cpu: 4,
        memory: 8192,
        flags: [['Salaries', '/var/lib/erp/flag.txt', 400]],
      })
      p.node('siem', 'machine', 280, 410, {
        image: 'Debian 12 server',
        cpu: 4,
        memory: 16_384,
        disk: 400,
        visibility: 'leaders',
        note: '蓝队日志平台',
      })
      p.node('office-sw1', 'switch', 535, 0)
      p.node('office-sw2', 'switch', 760, 0)
      for (const n of range(6))
        p.node(
          `pc-${String(n).padStart(2, '0')}`,
          'machine',
          460 + ((n - 1) % 3) * 150,
          110 + Math.floor((n - 1) / 3) * 100,
          {
            image: 'Windows 10 办公终端',
            memory: 4096,
            ...(n === 1 ? { files: [['C:\\Users\\liwei\\Desktop\\待办.txt', '周五前改掉默认口令。\n']] as const } : {}),
          },
        )
      p.cable('internet', 'fw-outer', { network: 'Uplink', from: '198.51.100.1', to: '198.51.100.2', type: 'fiber' })
      p.cable('fw-outer', 'core-sw', { network: 'Transit 互联', from: '10.0.0.1' })
      p.cable('fw-inner', 'core-sw', { network: 'Transit 互联', from: '10.0.0.2' })
      p.cable('fw-outer', 'dmz-sw', { network: 'DMZ', from: '10.0.10.1', bends: [[-400, -210]] })
      p.cable('fw-inner', 'srv-sw', { network: 'Servers 服务器区', from: '10.0.20.1' })
      p.cable('fw-inner', 'office-sw1', { network: 'Office 办公区', from: '10.0.30.1' })
      p.cable('office-sw1', 'office-sw2', { type: 'fiber' })
      for (const [name, n] of [
        ['www', 20],
        ['vpn', 30],
        ['mx', 25],
      ] as const)
        p.cable(name, 'dmz-sw', { network: 'DMZ', from: `10.0.10.${n}` })
      for (const [name, n] of [
        ['dc01', 10],
        ['files01', 20],
        ['erp-db', 30],
        ['siem', 40],
      ] as const)
        p.cable(name, 'srv-sw', { network: 'Servers 服务器区', from: `10.0.20.${n}` })
      for (const n of range(6))
        p.cable(`pc-${String(n).padStart(2, '0')}`, n % 3 === 0 ? 'office-sw2' : 'office-sw1', {
          network: 'Office 办公区',
        })
    },
  },
  {
    key: 'campus',
    name: '校园网 Campus',
    description: '教学楼、宿舍与数据中心，VLAN 经主干交换机汇聚。VLANs over trunks, three buildings and a data centre.',
    isolation: 'internet',
    by: 'teacher_demo',
    days_ago: 27,
    draw(p: Pen) {
      p.network('Teaching 教学', '10.21.0.0/22', '10.21.0.1', true)
      p.network('Dormitory 宿舍', '10.22.0.0/20', '10.22.0.1', true)
      p.network('Data centre', '10.23.0.0/24', '10.23.0.1')
      p.network('Campus uplink', '192.0.2.0/30', '192.0.2.1')
      p.network('Campus v6', '2001:db8:21::/64', '2001:db8:21::1')
      p.node('internet', 'internet', 0, -330)
      p.node('border', 'router', 0, -210, { image: '软路由 Branch router' })
      p.node('core', 'switch', 0, -80, { note: '核心交换机' })
      p.cable('internet', 'border', { network: 'Campus uplink', from: '192.0.2.1', to: '192.0.2.2', type: 'fiber' })
      p.cable('border', 'core', { network: 'Teaching 教学', from: '10.21.0.1', tagged: true })
      p.cable('border', 'core', { network: 'Dormitory 宿舍', from: '10.22.0.1', tagged: true })
      p.cable('border', 'core', { network: 'Data centre', from: '10.23.0.1', tagged: true })
      p.cable('border', 'core', { network: 'Campus v6', from: '2001:db8:21::1', tagged: true })
      const buildings = [
        ['dist-a', 'A 教学楼', -560, 'Teaching 教学'],
        ['dist-b', 'B 实验楼', 0, 'Teaching 教学'],
        ['dist-c', 'C 宿舍楼', 560, 'Dormitory 宿舍'],
      ] as const
      for (const [dist, title, x, network] of buildings) {
        p.box(title, x - 260, 20, 520, 300)
        p.node(dist, 'switch', x, 70)
        p.cable('core', dist, { access: 'trunk', type: 'fiber' })
        for (const n of range(2)) {
          const access = `${dist.replace('dist', 'acc')}${n}`
          p.node(access, 'switch', x - 125 + (n - 1) * 250, 160)
          p.cable(dist, access, { access: 'trunk', type: 'fiber' })
          for (const m of range(2)) {
            const pc = `${access.replace('acc', 'pc')}-${m}`
            p.node(pc, 'machine', x - 188 + (n - 1) * 250 + (m - 1) * 126, 260, {
              image: 'Ubuntu 22.04 桌面',
              memory: 4096,
            })
            p.cable(pc, access, { network, tagged: true })
          }
        }
      }
      p.box('Data centre 数据中心', 840, 20, 420, 300, 'info')
      p.node('dc-sw', 'switch', 1050, 70)
      p.cable('core', 'dc-sw', { access: 'trunk', type: 'fiber' })
      for (const [name, n, x] of [
        ['www', 10, 920],
        ['dns', 53, 1050],
        ['grades', 80, 1180],
      ] as const) {
        p.node(name, 'machine', x, 220, {
          image: 'Debian 12 server',
          ...(name === 'grades' ? { flags: [['成绩库', '/opt/grades/flag.txt', 300]] as const } : {}),
        })
        p.cable(name, 'dc-sw', { network: 'Data centre', from: `10.23.0.${n}`, tagged: true })
      }
      p.cable('www', 'dc-sw', { network: 'Campus v6', from: '2001:db8:21::10', tagged: true })
    },
  },
  {
    key: 'attack-defense',
    name: '四队攻防 Attack and defence',
    description:
      'Four teams with a vulnerable service host and a workstation each, one referee behind the game router. 攻防赛赛场。',
    isolation: 'isolated',
    by: 'admin_demo',
    days_ago: 8,
    kept: true,
    draw(p: Pen) {
      p.network('Referee 裁判', '10.99.0.0/24', '10.99.0.1')
      p.node('game-router', 'router', 0, 0, { image: '软路由 Branch router', visibility: 'nobody', locked: true })
      p.node('referee-sw', 'switch', 0, -130)
      p.node('checker', 'machine', -90, -230, { image: 'Debian 12 server', visibility: 'nobody', locked: true })
      p.node('scoreboard', 'machine', 90, -230, { image: 'Debian 12 server', visibility: 'leaders' })
      p.cable('game-router', 'referee-sw', { network: 'Referee 裁判', from: '10.99.0.1' })
      p.cable('checker', 'referee-sw', { network: 'Referee 裁判', from: '10.99.0.10' })
      p.cable('scoreboard', 'referee-sw', { network: 'Referee 裁判', from: '10.99.0.20' })
      for (const n of range(4)) {
        const [x, y] = [(n - 2.5) * 330, 170]
        const network = `Team ${n} 战队`
        p.network(network, `10.60.${n}.0/24`, `10.60.${n}.1`)
        p.box(network, x - 140, y - 40, 280, 250, (['info', 'good', 'warn', 'bad'] as const)[n - 1] ?? 'plain')
        p.node(`team${n}-sw`, 'switch', x, y + 20)
        p.node(`team${n}-service`, 'container', x - 70, y + 130, {
          image: 'harbour-shop',
          cpu: 2,
          memory: 2048,
          flags: [['Round flag', '/srv/service/flag.txt', 10]],
        })
        p.node(`team${n}-kali`, 'machine', x + 70, y + 130, { image: '黑岩攻击机 Blackrock 2025.3', memory: 4096 })
        p.cable('game-router', `team${n}-sw`, { network, from: `10.60.${n}.1` })
        p.cable(`team${n}-service`, `team${n}-sw`, { network, from: `10.60.${n}.3` })
        p.cable(`team${n}-kali`, `team${n}-sw`, { network, from: `10.60.${n}.100` })
      }
    },
  },
  {
    key: 'wan',
    name: '三地广域网 WAN, three sites',
    description: '北京、成都与 Rotterdam 经专线互联，路由与加密隧道实验。Leased lines between three sites.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 15,
    draw(p: Pen) {
      const sites = [
        ['beijing', '北京', 0, -220, 1],
        ['chengdu', '成都', -420, 160, 2],
        ['rotterdam', 'Rotterdam', 420, 160, 3],
      ] as const
      p.network('Line 北京–成都', '10.255.12.0/30')
      p.network('Line 北京–Rotterdam', '10.255.13.0/30')
      p.network('Line 成都–Rotterdam', '10.255.23.0/30')
      for (const [key, title, x, y, n] of sites) {
        p.network(`${title} LAN`, `172.2${n}.0.0/16`, `172.2${n}.0.1`, true)
        p.box(title, x - 150, y - 50, 300, 310)
        p.node(`${key}-r`, 'router', x, y, { image: '软路由 Branch router' })
        p.node(`${key}-sw`, 'switch', x, y + 100)
        p.node(`${key}-app`, 'container', x - 80, y + 200, { image: 'lotus-blog' })
        p.node(`${key}-pc`, 'machine', x + 80, y + 200, { image: 'Ubuntu 22.04 桌面', memory: 4096 })
        p.cable(`${key}-r`, `${key}-sw`, { network: `${title} LAN`, from: `172.2${n}.0.1` })
        p.cable(`${key}-app`, `${key}-sw`, { network: `${title} LAN`, from: `172.2${n}.0.20` })
        p.cable(`${key}-pc`, `${key}-sw`, { network: `${title} LAN` })
      }
      const line = (a: string, b: string, network: string, net: number, label: string) =>
        p.cable(a, b, {
          network,
          from: `10.255.${net}.1`,
          to: `10.255.${net}.2`,
          type: 'serial',
          label,
        })
      line('beijing-r', 'chengdu-r', 'Line 北京–成都', 12, '1 Gbit/s')
      line('beijing-r', 'rotterdam-r', 'Line 北京–Rotterdam', 13, '200 Mbit/s')
      line('chengdu-r', 'rotterdam-r', 'Line 成都–Rotterdam', 23, '50 Mbit/s, backup')
    },
  },
]
