/** Machines of labs in courses, and the way through them. */
import { type Scenario, target, workplace } from './scenario.ts'

export const doors: Scenario = {
  titles: [],
  kind: 'services',
  topology: 'lab-doors',
  lab: {
    section: 'Close the doors',
    flags: { 'Who lets anybody in?': 'service', 'Sign in': 'flag' },
  },
  draws: {
    key: 'lab-doors',
    name: '服务器加固实验 Close the doors',
    description:
      '课程“服务器加固”的实验环境：一台敞开大门的商店服务器。A shop with too many doors, for a lab of a course.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 40,
    draw(p) {
      p.network('Shop', '10.69.1.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('desk', 'machine', -220, 120, workplace)
      p.node('shop', 'container', 220, 120, {
        image: 'lotus-blog',
        console: 'leaders',
        flags: [['Owner', '/home/ops/owner.txt', 0]],
        files: target({
          people: [{ name: 'ops', password: 'harbour-nine' }],
          sudo: ['ops ALL=(ALL:ALL) NOPASSWD: ALL'],
          services: [
            { kind: 'ssh', port: 22 },
            { kind: 'http', port: 80, user: 'www-data' },
            { kind: 'ftp', port: 21, anonymous: true, root: '/srv/ftp' },
          ],
          files: [
            ['/etc/ssh/sshd_config', 'Port 22\nPermitRootLogin yes\nPasswordAuthentication yes\n'],
            ['/var/www/html/index.html', '<h1>Lantern shop</h1>\n'],
            ['/srv/ftp/handover.txt', 'To the night shift: sign in as ops, harbour-nine. Please clean this up.\n'],
          ],
        }),
      })
      p.cable('desk', 'sw', { network: 'Shop', from: '10.69.1.5' })
      p.cable('shop', 'sw', { network: 'Shop', from: '10.69.1.20' })
    },
  },
  walkthrough: [
    { type: 'nmap shop', wants: /21\/tcp +open +(?<service>ftp)/ },
    { type: 'curl -s ftp://shop/', wants: /handover\.txt/ },
    { type: 'curl -s ftp://shop/handover.txt', wants: /as ops, (?<password>[\w-]+)/ },
    { type: 'ssh ops@shop', wants: /fingerprint\]\)\? $/ },
    { type: 'yes', wants: /password: $/ },
    { type: '{password}', wants: /ops@shop:~\$ $/ },
    { type: 'cat owner.txt', wants: /(?<flag>flag\{[^}]+\})/ },
    { type: 'sudo systemctl stop vsftpd; systemctl is-active vsftpd', wants: /inactive/ },
    {
      type: "sudo sed -i 's/PermitRootLogin yes/PermitRootLogin no/' /etc/ssh/sshd_config; grep Root /etc/ssh/sshd_config",
      wants: /PermitRootLogin no/,
    },
    { type: 'exit', wants: /desk:~[#$] $/ },
    { type: 'nmap -p 21 shop', wants: /21\/tcp closed ftp/ },
  ],
  refused: ['curl -s http://shop/../../home/ops/owner.txt --path-as-is', 'curl -s ftp://shop/../../home/ops/owner.txt'],
}
