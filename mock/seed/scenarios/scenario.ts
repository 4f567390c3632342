/** A scenario of the demonstration: a drawing with its machines, what is asked about it, and the way that leads to the answer. */
import { crypt } from '../../world/scene/shell/crypt.ts'
import { modelPath, type Model } from '../../world/scene/shell/model.ts'
import type { DrawnNodeOptions } from '../topologies/draw.ts'
import type { TopologyEntry } from '../topologies/entry.ts'

/** A line typed at a terminal, and what has to come; what a named group of it finds is `{name}` in later lines. */
export interface ScenarioStep {
  /** Name of the workplace; the first one's where nothing is said. */
  at?: string
  type: string
  wants?: RegExp
  /** Seconds that pass before. */
  wait?: number
  /** Others are typed while this one still runs. */
  runs?: true
}
export interface Scenario {
  /** Titles of the challenge or the exercises that it is for. */
  titles: readonly string[]
  /** The section of a course whose machines they are: its title, and by the titles of its steps which group of the walkthrough is handed in. */
  lab?: { section: string; flags: Readonly<Record<string, string>> }
  kind:
    | 'web'
    | 'password'
    | 'privileges'
    | 'traffic'
    | 'forensics'
    | 'pivoting'
    | 'services'
    | 'share'
    | 'host'
    | 'network'
  /** Key of its topology: one of its own, or one that is there. */
  topology: string
  draws?: TopologyEntry
  walkthrough: readonly ScenarioStep[]
  /** Lines of the first workplace that look like a way and must not show a flag. */
  refused?: readonly string[]
}

type Files = NonNullable<DrawnNodeOptions['files']>
interface Person {
  name: string
  /** None: he does not sign in with one. */
  password?: string
  groups?: readonly string[]
}
type Served = Partial<Omit<Model['services'][number], 'kind' | 'port' | 'unit' | 'routes' | 'shares'>> &
  Pick<Model['services'][number], 'kind' | 'port'> & {
    unit?: string
    routes?: readonly object[]
    shares?: readonly object[]
  }
export interface ScenarioFacts {
  people?: readonly Person[]
  sudo?: readonly string[]
  services?: readonly Served[]
  traffic?: readonly object[]
  captures?: readonly { path: string; talks: readonly object[] }[]
  archives?: readonly { path: string; files: Readonly<Record<string, string>> }[]
  mirror?: true
  files?: Files
}
const units = {
  http: 'nginx',
  ssh: 'ssh',
  ftp: 'vsftpd',
  smb: 'smbd',
  dns: 'named',
  redis: 'redis-server',
  mysql: 'mariadb',
  lines: 'maintd',
}
const banners = {
  http: 'nginx/1.24.0',
  ssh: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3',
  ftp: 'vsFTPd 3.0.3',
  smb: 'Samba smbd 4.17.12',
  dns: 'ISC BIND 9.18.24',
  redis: 'Redis key-value store 7.4.0',
  mysql: 'MariaDB 10.11.6',
  lines: 'maintenance console',
}

/** Files of a target: its people with real hashes, what they may do, and what it serves. Nobody has a password that was not given. */
export function target({ people = [], sudo = [], services = [], files = [], ...more }: ScenarioFacts): Files {
  const logins = people.map((p, i) => ({ ...p, uid: 1000 + i }))
  const groups = [...new Set(people.flatMap((p) => p.groups ?? []))]
  const served = services.map((s) => ({ unit: units[s.kind], banner: banners[s.kind], ...s }))
  return [
    [
      '/etc/passwd',
      [
        'root:x:0:0:root:/root:/bin/bash',
        'www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin',
        'ftp:x:110:110:ftp:/srv/ftp:/usr/sbin/nologin',
        ...logins.map((p) => `${p.name}:x:${p.uid}:${p.uid}:${p.name}:/home/${p.name}:/bin/bash`),
        '',
      ].join('\n'),
    ],
    [
      '/etc/shadow',
      [
        'root:!:20400:0:99999:7:::',
        'www-data:*:20400:0:99999:7:::',
        'ftp:*:20400:0:99999:7:::',
        ...logins.map(
          (p) =>
            `${p.name}:${p.password === undefined ? '!' : crypt(p.password, `$6$rounds=1000$${p.name}salt`)}:20400:0:99999:7:::`,
        ),
        '',
      ].join('\n'),
      '600',
    ],
    [
      '/etc/group',
      [
        ...logins.map((p) => `${p.name}:x:${p.uid}:`),
        ...groups.map(
          (g, i) =>
            `${g}:x:${2000 + i}:${people
              .filter((p) => p.groups?.includes(g))
              .map((p) => p.name)
              .join(',')}`,
        ),
        '',
      ].join('\n'),
    ],
    [
      '/etc/sudoers',
      ['Defaults\tsecure_path="/usr/sbin:/usr/bin:/sbin:/bin"', 'root ALL=(ALL:ALL) ALL', ...sudo, ''].join('\n'),
      '440',
    ],
    [modelPath, JSON.stringify({ services: served, ...more }), '600'],
    ...files,
  ]
}

/** Passwords that people choose, the usual ones first. */
const common =
  `123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football monkey letmein
696969 shadow master 666666 qwertyuiop 123321 mustang 1234567890 michael 654321 superman 1qaz2wsx 7777777 121212 000000 qazwsx 123qwe killer
trustno1 jordan jennifer zxcvbnm asdfgh hunter buster soccer harley batman andrew tigger sunshine iloveyou 2000 charlie robert thomas hockey
ranger daniel starwars klaster 112233 george computer michelle jessica pepper 1111 zxcvbn 555555 11111111 131313 freedom 777777 pass maggie
159753 aaaaaa ginger princess joshua cheese amanda summer love ashley nicole chelsea biteme matthew access yankees 987654321 dallas austin`
    .split(/\s+/)
    .join('\n')
/** Paths that sites have, the usual ones first. */
const paths =
  `admin administrator api app assets backup backups bin blog cart check cgi-bin config console contact css dashboard data db debug dev docs
download downloads editor error favourites feed files forum guest help home icons images img inc include index index.html index.php info install
join js lib list log login logout logs mail manage media menu monitor news old orders pages panel phpinfo.php phpmyadmin ping portal private
profile public readme register report robots.txt root scripts search secret secure server-status settings setup shop signup site sitemap.xml
sql src staff static stats status store support system temp templates test tmp tools upload uploads user users vendor version web webadmin
wp-admin wp-content wp-login.php xml`
    .split(/\s+/)
    .join('\n')
/** What the attacker's machine has: tools are everywhere, lists here. */
export const workplace = {
  image: '黑岩攻击机 Blackrock 2025.3',
  memory: 2048,
  console: 'everybody',
  files: [
    ['/usr/share/wordlists/common.txt', `${common}\n`],
    ['/usr/share/wordlists/dirs.txt', `${paths}\n`],
    [
      '/etc/motd',
      'Tools: nmap gobuster ffuf sqlmap hydra john curl nc tcpdump smbclient redis-cli mysql; lists in /usr/share/wordlists. `tools` says more.\n',
    ],
    ['/usr/share/wordlists/users.txt', 'root\nadmin\ntest\nguest\nbackup\ndeploy\nops\n'],
  ],
} as const satisfies DrawnNodeOptions
