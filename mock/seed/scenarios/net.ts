/** Networks: what goes over the wire, what lies behind a first host, shares, services that have to run again, zones and ways. */
import { type Scenario, target, workplace } from './scenario.ts'

export const printer: Scenario = {
  titles: ['A quiet capture'],
  kind: 'traffic',
  topology: 'printer',
  draws: {
    key: 'printer',
    name: 'Office with a printer 办公网抓包',
    description: 'A printer that says to everybody who it is. 打印机在网段里不停地介绍自己。',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 9,
    draw(p) {
      p.network('Office', '10.60.9.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('kali', 'machine', -220, 120, workplace)
      p.node('printer', 'machine', 220, 120, {
        image: 'Debian 12 server',
        memory: 512,
        console: 'leaders',
        files: target({
          services: [
            {
              kind: 'lines',
              port: 9100,
              unit: 'jetdirect',
              banner: 'JetDirect',
              greeting: '@PJL READY\n',
              answers: [],
            },
          ],
          traffic: [
            {
              from: 'printer',
              to: '224.0.0.251',
              port: 5353,
              proto: 'udp',
              after: 1,
              says: [['>', '_ipp._tcp.local PTR Lobby printer._ipp._tcp.local']],
            },
            {
              from: 'printer',
              to: '224.0.0.251',
              port: 5353,
              proto: 'udp',
              after: 2,
              says: [['>', 'Lobby printer._ipp._tcp.local TXT ty=Lobby note=build PRN-4711 duplex=T']],
            },
          ],
        }),
      })
      p.cable('kali', 'sw', { network: 'Office', from: '10.60.9.5' })
      p.cable('printer', 'sw', { network: 'Office', from: '10.60.9.30' })
    },
  },
  walkthrough: [
    { type: 'nmap -sn 10.60.9.0/24', wants: /printer \(10\.60\.9\.30\)/ },
    { type: 'tcpdump -n -A -c 4 udp port 5353', wants: /build (?<flag>PRN-\d{4})/ },
  ],
  refused: ['nmap -sV -sC -p- printer', 'echo | nc printer 9100'],
}

export const waterworks: Scenario = {
  titles: ['水厂里的异常指令'],
  kind: 'traffic',
  topology: 'ics',
  walkthrough: [
    { type: 'nmap -p 21,80,2455 historian engineering', wants: /21\/tcp +open[\s\S]*2455\/tcp +open/ },
    { type: 'curl -s ftp://historian/', wants: /night\.pcap/ },
    { type: 'curl -s -o night.pcap ftp://historian/night.pcap; file night.pcap', wants: /night\.pcap/ },
    { type: 'tcpdump -n -r night.pcap tcp port 502 | grep -c Flags', wants: /\d\d/ },
    {
      type: 'tcpdump -n -X -r night.pcap src host 10.80.2.20 and dst port 502 | grep 0106',
      wants: /0106 0010 (?<value>[0-9a-f]{4})/,
    },
    { type: 'echo value $((0x{value}))', wants: /value (?<number>\d+)/ },
    { type: 'echo {number} | nc engineering 2455', wants: /(?<flag>flag\{modbus_[^}]+\})/ },
  ],
  refused: ['echo 0 | nc engineering 2455', 'curl -s ftp://historian/../../var/lib/historian/flag.txt --path-as-is'],
}

/** Left in a backup by those who run the first host, and made for that: it opens nothing but a simulated node. */
export const leftKey = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIPX93Yv0X00jwsBeMEJ/5kZghUiKXPhSmVPTgIKIs+jz
-----END PRIVATE KEY-----
`
const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYKqT4JdvRo4RGeYPI5WLUgmDjePmSQuVzRGvNVCy8A ops@jump\n'

export const secondHop: Scenario = {
  titles: ['内网的第二跳'],
  kind: 'pivoting',
  topology: 'second-hop',
  draws: {
    key: 'second-hop',
    name: '两跳内网 Second hop',
    description: '只有第一台主机通向第二个网络。A second network that only the first host is in.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 6,
    draw(p) {
      p.network('front', '10.67.1.0/24')
      p.network('back', '10.67.2.0/24')
      p.node('kali', 'machine', -300, 0, workplace)
      p.node('jump', 'container', 0, 0, {
        image: 'lotus-blog',
        console: 'leaders',
        files: target({
          people: [{ name: 'ops' }],
          services: [
            { kind: 'ssh', port: 22 },
            { kind: 'http', port: 80, user: 'www-data', config: '/etc/nginx/sites-enabled/default' },
          ],
          files: [
            ['/etc/ssh/sshd_config', 'Port 22\nPermitRootLogin no\nPasswordAuthentication no\n'],
            ['/etc/nginx/sites-enabled/default', 'server {\n  listen 80;\n  root /var/www/html;\n  autoindex on;\n}\n'],
            [
              '/var/www/html/index.html',
              '<h1>jump</h1>\n<p>Maintained by ops. See <a href="/backup/">/backup/</a>.</p>\n',
            ],
            ['/var/www/html/backup/id_ed25519', leftKey],
            ['/var/www/html/backup/README', 'old keys, to be removed\n'],
            ['/home/ops/.ssh/authorized_keys', publicKey, '600'],
            ['/home/ops/notes.txt', 'the store of the back network still has no password\n'],
          ],
        }),
      })
      p.node('vault', 'container', 300, 0, {
        image: 'redis-7.4',
        // to be found by who gets to the second network
        visibility: 'leaders',
        console: 'leaders',
        flags: [['Vault', '', 300]],
        files: target({
          services: [{ kind: 'redis', port: 6379, keys: { 'cache:users': '128', 'secret:flag': '{flag:Vault}' } }],
        }),
      })
      p.cable('kali', 'jump', { network: 'front', from: '10.67.1.5', to: '10.67.1.20' })
      p.cable('jump', 'vault', { network: 'back', from: '10.67.2.10', to: '10.67.2.20' })
    },
  },
  walkthrough: [
    { type: 'nmap jump', wants: /22\/tcp +open[\s\S]*80\/tcp +open/ },
    { type: 'curl -s http://jump/backup/', wants: /id_ed25519/ },
    {
      type: 'curl -s -o key http://jump/backup/id_ed25519; chmod 600 key; ssh-keygen -y -f key',
      wants: /ssh-ed25519 /,
    },
    { type: 'redis-cli -h 10.67.2.20 ping', wants: /Could not connect/ },
    { type: 'ssh -i key ops@jump', wants: /fingerprint\]\)\? $/ },
    { type: 'yes', wants: /ops@jump:~\$ $/ },
    { type: 'ip -br addr', wants: /10\.67\.2\.10/ },
    { type: 'nmap -p 22,80,6379 10.67.2.0/24', wants: /6379\/tcp +open/ },
    { type: 'redis-cli -h 10.67.2.20 KEYS "*"', wants: /secret:flag/ },
    { type: 'redis-cli -h 10.67.2.20 GET secret:flag', wants: /(?<flag>flag\{[^}]+\})/ },
  ],
  refused: [
    'redis-cli -h 10.67.2.20 GET secret:flag',
    'redis-cli -h vault GET secret:flag',
    'curl -s http://jump/../../root/ --path-as-is',
  ],
}

export const officeShare: Scenario = {
  titles: ['Figures on the wrong share'],
  kind: 'share',
  topology: 'file-share',
  draws: {
    key: 'file-share',
    name: 'Office shares 办公共享',
    description:
      'A Windows file server with a share for everybody and one for accounting. 一台共享目录管理松散的文件服务器。',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 3,
    draw(p) {
      p.network('Office', '10.66.9.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('kali', 'machine', -220, 120, workplace)
      p.node('filesrv', 'machine', 220, 120, {
        image: 'Windows Server 2019 域控',
        memory: 4096,
        console: 'leaders',
        flags: [['Figures', '', 150]],
        files: target({
          people: [
            { name: 'anna', password: 'Welcome2026' },
            { name: 'boris', password: 'Kestrel-77-quay' },
          ],
          services: [
            {
              kind: 'smb',
              port: 445,
              banner: 'Windows Server 2019 Standard 17763 microsoft-ds',
              shares: [
                { name: 'Public', path: '/Shares/Public', about: 'For everybody', guests: true },
                { name: 'Accounts', path: '/Shares/Accounts', about: 'Accounting', users: ['anna'] },
              ],
            },
          ],
          files: [
            [
              '/Shares/Public/onboarding.txt',
              'Accounts of this month: anna (accounting), boris (sales).\nFirst password: Welcome2026 - change it on the first day.\n',
            ],
            ['/Shares/Public/canteen.txt', 'Monday: soup\n'],
          ],
          archives: [
            { path: '/Shares/Accounts/figures.zip', files: { 'q3.csv': 'quarter,profit\nQ3,{flag:Figures}\n' } },
          ],
        }),
      })
      p.cable('kali', 'sw', { network: 'Office', from: '10.66.9.5' })
      p.cable('filesrv', 'sw', { network: 'Office', from: '10.66.9.20' })
    },
  },
  walkthrough: [
    { type: 'nmap -sV filesrv', wants: /445\/tcp +open/ },
    { type: 'smbclient -L //filesrv -N', wants: /Public[\s\S]*Accounts/ },
    { type: "smbclient //filesrv/Public -N -c 'ls; get onboarding.txt'", wants: /getting file/ },
    { type: 'cat onboarding.txt', wants: /First password: (?<password>\S+)/ },
    { type: "smbclient //filesrv/Accounts -U 'anna%{password}' -c 'get figures.zip'", wants: /getting file/ },
    { type: 'unzip figures.zip; cat q3.csv', wants: /(?<flag>flag\{[^}]+\})/ },
  ],
  refused: [
    "smbclient //filesrv/Accounts -N -c 'get figures.zip'; unzip -p figures.zip",
    "smbclient //filesrv/Public -N -c 'more ../Accounts/figures.zip'",
  ],
}

export const orderDesk: Scenario = {
  titles: ['让订单台恢复'],
  kind: 'services',
  topology: 'order-desk',
  draws: {
    key: 'order-desk',
    name: '故障服务 Order desk',
    description: '一台起不来的网站和盯着它的监控。A site that does not start, and the monitor that watches it.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 2,
    draw(p) {
      p.network('Servers', '10.69.1.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('desk', 'machine', -240, 120, workplace)
      p.node('app', 'container', 0, 160, {
        image: 'harbour-shop',
        console: 'leaders',
        files: target({
          people: [{ name: 'ops', password: 'night-shift-7' }],
          sudo: ['ops ALL=(root) NOPASSWD: /usr/bin/systemctl', 'ops ALL=(root) NOPASSWD: /usr/sbin/nginx -t'],
          services: [
            { kind: 'ssh', port: 22 },
            { kind: 'http', port: 80, user: 'www-data', config: '/etc/nginx/sites-enabled/desk', down: true },
          ],
          files: [
            ['/etc/nginx/sites-enabled/desk', 'server {\n  listen 8080\n  root /srv/desk;\n}\n', '666'],
            ['/srv/desk/index.html', '<h1>Order desk</h1>\n'],
          ],
        }),
      })
      p.node('monitor', 'container', 240, 120, {
        image: 'lotus-blog',
        console: 'leaders',
        flags: [['Green', '', 120]],
        files: target({
          services: [
            {
              kind: 'http',
              port: 80,
              user: 'www-data',
              routes: [
                {
                  path: '/check',
                  check: { host: 'app', port: 80, path: '/', wants: 'Order desk', otherwise: '<p>RED: {state}</p>\n' },
                  page: '<p>GREEN: {flag:Green}</p>\n',
                },
              ],
            },
          ],
        }),
      })
      p.cable('desk', 'sw', { network: 'Servers', from: '10.69.1.5' })
      p.cable('app', 'sw', { network: 'Servers', from: '10.69.1.20' })
      p.cable('monitor', 'sw', { network: 'Servers', from: '10.69.1.30' })
    },
  },
  walkthrough: [
    { type: 'curl -s http://monitor/check', wants: /RED: app:80 connection refused/ },
    { type: 'ssh ops@app', wants: /fingerprint\]\)\? $/ },
    { type: 'yes', wants: /password: $/ },
    { type: 'night-shift-7', wants: /ops@app:~\$ $/ },
    { type: 'sudo systemctl start nginx', wants: /failed/ },
    { type: 'sudo nginx -t', wants: /not terminated by ";"/ },
    {
      type: "sed -i 's/listen 8080/listen 80;/' /etc/nginx/sites-enabled/desk; sudo nginx -t",
      wants: /test is successful/,
    },
    { type: 'sudo systemctl start nginx; ss -lnt', wants: /:80 / },
    { type: 'exit', wants: /desk:~[#$] $/ },
    { type: 'curl -s http://monitor/check', wants: /GREEN: (?<flag>flag\{[^}]+\})/ },
  ],
  refused: ['curl -s http://monitor/check'],
}

export const zones: Scenario = {
  titles: ['配置边界防火墙', '划分三区并验证隔离'],
  kind: 'network',
  topology: 'zones',
  draws: {
    key: 'zones',
    name: '三区网络 Three zones',
    description:
      '办公区、服务器区与管理区，边界尚未加规则。Office, servers and management behind a firewall without rules.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 11,
    draw(p) {
      p.network('Office', '10.70.1.0/24', '10.70.1.1')
      p.network('Servers', '10.70.2.0/24', '10.70.2.1')
      p.network('Management', '10.70.3.0/24', '10.70.3.1')
      p.node('fw', 'firewall', 0, 0, { image: '边界防火墙 Edge firewall', console: 'leaders' })
      p.node('pc', 'machine', -300, 120, workplace)
      p.node('admin-pc', 'machine', 0, 180, workplace)
      p.node('srv', 'container', 300, 120, {
        image: 'lotus-blog',
        console: 'leaders',
        files: target({
          services: [
            { kind: 'ssh', port: 22 },
            { kind: 'http', port: 80, user: 'www-data' },
            { kind: 'mysql', port: 3306, user: 'app', password: 'not-for-the-office' },
          ],
        }),
      })
      p.cable('pc', 'fw', { network: 'Office', from: '10.70.1.5', to: '10.70.1.1' })
      p.cable('srv', 'fw', { network: 'Servers', from: '10.70.2.20', to: '10.70.2.1' })
      p.cable('admin-pc', 'fw', { network: 'Management', from: '10.70.3.5', to: '10.70.3.1' })
    },
  },
  walkthrough: [
    { at: 'pc', type: 'nmap srv', wants: /22\/tcp[\s\S]*80\/tcp[\s\S]*3306\/tcp/ },
    { at: 'pc', type: 'traceroute 10.70.3.5', wants: /10\.70\.1\.1[\s\S]*10\.70\.3\.5/ },
    { at: 'admin-pc', type: 'nc -z 10.70.2.20 22', wants: /succeeded/ },
    {
      at: 'pc',
      type: "printf 'allow 10.70.1.0/24 10.70.2.0/24 tcp 80,443\\ndeny any any\\n' > border.rules; cat border.rules",
      wants: /deny any any/,
    },
  ],
}

export const wan: Scenario = {
  titles: ['Trace a route that moved'],
  kind: 'network',
  topology: 'wan',
  walkthrough: [
    { at: 'beijing-pc', type: 'traceroute rotterdam-app', wants: /172\.21\.0\.1[\s\S]*172\.23\.0\.20/ },
    { at: 'chengdu-pc', type: 'traceroute rotterdam-app', wants: /172\.22\.0\.1[\s\S]*172\.23\.0\.20/ },
    { at: 'beijing-pc', type: 'ping -c 1 172.22.0.20', wants: /1 received/ },
  ],
}

export const handshake: Scenario = {
  titles: ['Capture and explain a TLS handshake'],
  kind: 'traffic',
  topology: 'flat',
  walkthrough: [
    { at: 'kali', type: 'nmap -p 443 ubuntu-a', wants: /443\/tcp +open/ },
    { at: 'kali', type: 'tcpdump -n -c 12 -w handshake.pcap tcp port 443', runs: true, wants: /listening on/ },
    { at: 'ubuntu-b', type: 'curl -s -k https://ubuntu-a/; echo fetched', wants: /fetched\n/ },
    { at: 'kali', type: '', wants: /12 packets captured/ },
    {
      at: 'kali',
      type: 'tcpdump -n -X -r handshake.pcap | grep 0x0000:',
      wants: /1603 03[\s\S]*1703 03/,
    },
  ],
}
