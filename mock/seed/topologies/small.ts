/** Five topologies a lesson or a challenge is made of. */
import type { Pen } from './draw.ts'
import { modelPath } from '../../world/scene/shell/model.ts'
import { target, workplace } from '../scenarios/scenario.ts'
import type { TopologyEntry } from './entry.ts'

const motd = (text: string) => `${text}\n\nEverything you do in this scene is recorded for your own review.\n`

export const small: readonly TopologyEntry[] = [
  {
    key: 'flat',
    name: '入门实验网 First lab',
    description:
      '一台交换机、四台主机，交换机将全部流量镜像到 kali，用于学习地址、ping 与抓包。One switch, four hosts; kali gets a copy of all packets.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 41,
    draw(p: Pen) {
      p.network('实验网', '192.168.56.0/24', '', true)
      p.node('sw1', 'switch', 0, 0)
      p.node('kali', 'machine', -240, -150, {
        ...workplace,
        note: '学员操作机',
        // the switch gives it a copy of everything
        files: [...workplace.files, [modelPath, '{"mirror":true}', '600']],
      })
      p.node('ubuntu-a', 'machine', 240, -150, {
        image: 'Debian 12 server',
        console: 'leaders',
        files: target({
          people: [{ name: 'student', password: 'student' }],
          services: [
            { kind: 'ssh', port: 22 },
            { kind: 'http', port: 443, user: 'www-data' },
          ],
          files: [
            ['/etc/motd', motd('Lab host A')],
            ['/var/www/html/index.html', '<h1>Lab host A</h1>\n'],
          ],
        }),
      })
      p.node('ubuntu-b', 'machine', 240, 150, { image: 'Debian 12 server', console: 'everybody' })
      p.node('win10', 'machine', -240, 150, { image: 'Windows 10 办公终端', cpu: 2, memory: 4096, disk: 60 })
      p.cable('kali', 'sw1', { network: '实验网', from: '192.168.56.10' })
      p.cable('ubuntu-a', 'sw1', { network: '实验网', from: '192.168.56.11' })
      p.cable('ubuntu-b', 'sw1', { network: '实验网' })
      p.cable('win10', 'sw1', { network: '实验网' })
      p.note('ubuntu-b 与 win10 由 DHCP 获取地址', 0, 120)
    },
  },
  {
    key: 'dmz',
    name: 'DMZ 与边界防火墙',
    description: 'A firewall between the internet, a DMZ with a web shop and the office behind it. 三区边界防护实验。',
    isolation: 'platform',
    by: 'teacher_demo',
    days_ago: 33,
    draw(p: Pen) {
      p.network('Outside', '203.0.113.0/28', '203.0.113.1')
      p.network('DMZ', '172.16.10.0/24', '172.16.10.1')
      p.network('Office 办公区', '10.10.0.0/24', '10.10.0.1', true)
      p.box('DMZ', -330, 140, 260, 230, 'warn')
      p.box('Office 办公区', 40, 140, 420, 230, 'good')
      p.node('internet', 'internet', 0, -240)
      p.node('attacker', 'machine', -260, -120, { image: '黑岩攻击机 Blackrock 2025.3', memory: 4096 })
      p.node('edge-sw', 'switch', 0, -120)
      p.node('edge-fw', 'firewall', 0, 20, { image: '边界防火墙 Edge firewall', visibility: 'leaders', locked: true })
      p.node('dmz-sw', 'switch', -200, 200)
      p.node('web-shop', 'container', -270, 310, {
        image: 'harbour-shop',
        flags: [['Web shell', '/var/www/.flag', 100]],
      })
      p.node('mail', 'container', -130, 310, { image: 'paper-crane-mail' })
      p.node('office-sw', 'switch', 250, 200)
      p.node('files', 'machine', 110, 310, {
        image: 'Debian 12 server',
        files: [['/srv/share/readme.txt', 'Quarterly figures are in the safe, not here.\n']],
        flags: [['Office share', '/srv/share/.flag', 200]],
      })
      p.node('pc-anna', 'machine', 250, 310, { image: 'Windows 10 办公终端', memory: 4096 })
      p.node('pc-boris', 'machine', 390, 310, { image: 'Windows 10 办公终端', memory: 4096 })
      p.cable('internet', 'edge-sw', { network: 'Outside', from: '203.0.113.1' })
      p.cable('attacker', 'edge-sw', { network: 'Outside', from: '203.0.113.10' })
      p.cable('edge-fw', 'edge-sw', { network: 'Outside', from: '203.0.113.2' })
      p.cable('edge-fw', 'dmz-sw', { network: 'DMZ', from: '172.16.10.1' })
      p.cable('edge-fw', 'office-sw', { network: 'Office 办公区', from: '10.10.0.1' })
      p.cable('web-shop', 'dmz-sw', { network: 'DMZ', from: '172.16.10.20' })
      p.cable('mail', 'dmz-sw', { network: 'DMZ', from: '172.16.10.25' })
      p.cable('files', 'office-sw', { network: 'Office 办公区', from: '10.10.0.20' })
      p.cable('pc-anna', 'office-sw', { network: 'Office 办公区' })
      p.cable('pc-boris', 'office-sw', { network: 'Office 办公区' })
    },
  },
  {
    key: 'box-pair',
    name: '夺旗靶机 双机',
    description:
      'A capture-the-flag pair: what the web host gives away opens the database behind it. 先拿下前台，再进入后台。',
    isolation: 'isolated',
    by: 'admin_demo',
    days_ago: 12,
    draw(p: Pen) {
      p.network('front', '10.66.1.0/24')
      p.network('back', '10.66.2.0/24')
      p.node('kali', 'machine', -300, 0, workplace)
      p.node('web', 'container', 0, 0, {
        image: 'lotus-blog',
        console: 'leaders',
        files: target({
          people: [{ name: 'deploy', password: 'sunshine' }],
          services: [
            { kind: 'ssh', port: 22 },
            { kind: 'http', port: 80, user: 'www-data' },
          ],
          files: [
            ['/var/www/html/index.html', '<h1>Lotus blog</h1>\n<p>Kept by deploy@lotus.</p>\n'],
            ['/home/deploy/.pgpass', '10.66.2.20:3306:*:report:winter-harbour\n', '600'],
            ['/usr/bin/find', '', '4755'],
          ],
        }),
        flags: [['Root', '/root/root.txt', 200]],
      })
      p.node('db', 'container', 300, 0, {
        image: 'mysql-8.0',
        visibility: 'nobody',
        console: 'nobody',
        files: target({
          services: [
            {
              kind: 'mysql',
              port: 3306,
              user: 'report',
              password: 'winter-harbour',
              tables: { secrets: [{ id: 1, note: 'what the web host gives away opens the database behind it' }] },
            },
          ],
        }),
      })
      p.cable('kali', 'web', { network: 'front', from: '10.66.1.5', to: '10.66.1.20' })
      p.cable('web', 'db', { network: 'back', from: '10.66.2.10', to: '10.66.2.20' })
    },
  },
  {
    key: 'ics',
    name: '水厂工控网 Water plant',
    description:
      'PLC、HMI 与历史数据库，办公网经防火墙进入控制区。A control network with PLC and HMI behind the office.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 20,
    draw(p: Pen) {
      p.network('Control 控制网', '10.80.1.0/24', '10.80.1.1')
      p.network('Supervision 监控网', '10.80.2.0/24', '10.80.2.1')
      p.network('Office', '10.80.10.0/24', '10.80.10.1', true)
      p.box('Level 1 控制层', -360, 160, 440, 200, 'bad')
      p.box('Level 2 监控层', -360, -110, 440, 200, 'warn')
      p.box('Level 4 办公', 180, -110, 260, 200)
      p.node('ics-fw', 'firewall', 150, 140, { image: '边界防火墙 Edge firewall', locked: true })
      p.node('sw-control', 'switch', -140, 210)
      p.node('plc-intake', 'machine', -290, 300, {
        image: '水处理控制器 Water plant PLC',
        console: 'leaders',
        cpu: 1,
        memory: 512,
        note: 'Siemens S7-1200，取水泵',
      })
      p.node('plc-chlorine', 'machine', -140, 300, {
        image: '水处理控制器 Water plant PLC',
        console: 'leaders',
        cpu: 1,
        memory: 512,
        note: '加氯控制',
      })
      p.node('plc-filter', 'machine', 10, 300, {
        image: '水处理控制器 Water plant PLC',
        console: 'leaders',
        cpu: 1,
        memory: 512,
        note: 'Filter back-wash',
      })
      p.node('sw-scada', 'switch', -140, 50)
      p.node('hmi', 'machine', -290, -40, {
        image: '操作员站 Operator station',
        memory: 4096,
        note: '操作员站',
        console: 'leaders',
      })
      const modbus = (to: string, after: number, asks: string, answers: string) => ({
        from: 'hmi',
        to,
        port: 502,
        after,
        says: [
          ['>', asks, 'hex'],
          ['<', answers, 'hex'],
        ],
      })
      const read = (to: string, after: number) =>
        modbus(to, after, '000100000006010300100001', '00010000000501030200c8')
      p.node('historian', 'machine', -140, -40, {
        image: 'Debian 12 server',
        console: 'leaders',
        files: target({
          services: [{ kind: 'ftp', port: 21, anonymous: true, root: '/srv/ftp' }],
          captures: [
            {
              path: '/srv/ftp/night.pcap',
              talks: [
                read('plc-intake', 1),
                read('plc-chlorine', 3),
                read('plc-filter', 2),
                // function 6: one holding register is written
                modbus('plc-chlorine', 41, '00020000000601060010055f', '00020000000601060010055f'),
                read('plc-intake', 2),
                read('plc-chlorine', 3),
              ],
            },
          ],
          files: [['/srv/ftp/README', 'Captures of the control network, one a night.\n']],
        }),
      })
      p.node('engineering', 'machine', 10, -40, {
        image: 'Windows 10 办公终端',
        memory: 4096,
        console: 'leaders',
        flags: [['Engineering', '', 250]],
        files: target({
          services: [
            {
              kind: 'lines',
              port: 2455,
              banner: 'CODESYS maintenance',
              greeting: 'Maintenance console. Which value was written?\n',
              answers: [
                ['1375', 'Confirmed. {flag:Engineering}\n'],
                ['*', 'No such command in the log.\n'],
              ],
            },
          ],
        }),
      })
      p.node('sw-office', 'switch', 310, 50)
      p.node('pc-shift', 'machine', 250, -40, { image: 'Windows 10 办公终端', memory: 4096, console: 'leaders' })
      p.node('kali', 'machine', 380, -40, workplace)
      p.cable('ics-fw', 'sw-control', { network: 'Control 控制网', from: '10.80.1.1' })
      p.cable('ics-fw', 'sw-scada', { network: 'Supervision 监控网', from: '10.80.2.1' })
      p.cable('ics-fw', 'sw-office', { network: 'Office', from: '10.80.10.1' })
      p.cable('plc-intake', 'sw-control', { network: 'Control 控制网', from: '10.80.1.11' })
      p.cable('plc-chlorine', 'sw-control', { network: 'Control 控制网', from: '10.80.1.12' })
      p.cable('plc-filter', 'sw-control', { network: 'Control 控制网', from: '10.80.1.13' })
      p.cable('hmi', 'sw-scada', { network: 'Supervision 监控网', from: '10.80.2.20' })
      p.cable('historian', 'sw-scada', { network: 'Supervision 监控网', from: '10.80.2.30' })
      p.cable('engineering', 'sw-scada', { network: 'Supervision 监控网', from: '10.80.2.40' })
      p.cable('pc-shift', 'sw-office', { network: 'Office' })
      p.cable('kali', 'sw-office', { network: 'Office' })
    },
  },
  {
    key: 'bench',
    name: '实物联调台 PLC on the bench',
    description:
      '接入一台真实控制器：在操作员站上读写它，从抓包里看清协议。A real controller on a simulated network: drive it, then read the protocol.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 6,
    draw(p: Pen) {
      p.network('Bench 联调网', '10.84.1.0/24')
      p.box('实物 Hardware', 150, -100, 240, 200, 'warn')
      p.node('sw-bench', 'switch', 0, 0)
      p.node('hmi', 'machine', -260, -130, { image: '操作员站 Operator station', memory: 4096 })
      p.node('engineer', 'machine', -260, 130, { image: 'Debian 12 server', note: '抓包与脚本' })
      p.node('plc-2', 'device', 270, 0, { device: '水处理 PLC-2', note: 'Modicon M221' })
      p.cable('hmi', 'sw-bench', { network: 'Bench 联调网', from: '10.84.1.20' })
      p.cable('engineer', 'sw-bench', { network: 'Bench 联调网', from: '10.84.1.30' })
      p.cable('plc-2', 'sw-bench', { network: 'Bench 联调网', from: '10.84.1.2' })
    },
  },
]
