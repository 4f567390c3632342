/** What programs take by options: nothing that somebody gave is passed over in silence, and what is taken does something. */
import { beforeEach, describe, expect, it, test } from 'vitest'
import { lan, node } from '#tests/support/scene.ts'
import { bash, shellFor } from './bash.ts'
import { bytesOf, makeDisk, diskText } from './disk.ts'
import { type Host, imageDisk } from './image.ts'
import { makePacketNetworkHub } from '../simulated/wires.ts'
import { modelPath } from './model.ts'
import { declaration, parseOptions } from './options.ts'
import { programNames, programs, toolKinds } from './programs.ts'

const now = () => new Date('2026-05-06T07:08:09Z')
const page = (path: string, text: string, more: object = {}) => ({ path, page: text, ...more })
const services = [
  {
    kind: 'http',
    port: 80,
    unit: 'nginx',
    banner: 'nginx/1.24.0',
    routes: [
      page('/', '<h1>Menu</h1>\n'),
      page('/join', '<p>Welcome, {user}.</p>\n', { method: 'POST', login: {} }),
      page('/mine', '<p>{user}</p>\n', { needs: {} }),
      page('/echo', '<p>{q.a}</p>\n'),
      page('/dishes', '<pre>\n{rows}</pre>\n', { query: "SELECT dish FROM dishes WHERE dish LIKE '%{q.name}%'" }),
    ],
    tables: { dishes: [{ dish: 'risotto' }, { dish: 'soup' }], guests: [{ id: 1, word: 'hidden' }] },
  },
  { kind: 'ssh', port: 22, unit: 'ssh', banner: 'SSH-2.0-OpenSSH_9.2p1' },
  {
    kind: 'dns',
    port: 53,
    unit: 'named',
    banner: 'ISC BIND 9.18',
    records: [
      ['www.lan', 'A', '10.1.1.9'],
      ['www.lan', 'TXT', 'hello'],
    ],
  },
  { kind: 'redis', port: 6380, unit: 'redis-server', banner: 'Redis', password: 'pw', keys: { a: 'b' } },
  {
    kind: 'mysql',
    port: 3307,
    unit: 'mariadb',
    banner: 'MariaDB',
    user: 'app',
    password: 'pw',
    tables: { t: [{ a: 1 }] },
  },
]
const files: Readonly<Record<string, string>> = {
  '/t/f': 'b Apple 2\na banana 10\n\n\nA banana 10\nb Apple 2\tx\nlast 3K\n',
  '/t/g': 'b Apple 2\nother\nab  cd\n',
  '/t/G': 'B Apple 2\nother\nab cd\n',
  '/t/same': 'x\nx\nX\ny\n',
  '/t/csv': 'one:two:three\nnone\n',
  '/t/folder/in.conf': 'banana\n',
  '/t/folder/in.txt': 'banana\n',
  '/t/.hidden': 'x\n',
  '/t/sums': `${'0'.repeat(32)}  /t/f\n`,
  '/t/b64': 'aGVs*bG8=\n',
  '/t/jar': 'menu\tFALSE\t/\tFALSE\t0\ta\tb\n',
  '/t/binary': '\x01\x02abcdefgh\x03xyz\x04\n',
  '/t/other': 'alpha\n',
  '/t/paths': 'join\nnone\nmine\nindex\n',
  '/t/mix': 'b\nB\nA\na\nC\n',
  '/t/versions': 'v10\nv9\n',
  '/t/blanks': 'a  x\nb w\n',
  '/t/colons': 'z:1\na:2\n',
  '/etc/sudoers': 'root ALL=(ALL:ALL) ALL\nstudent ALL=(ALL:ALL) ALL\n',
  '/usr/share/wordlists/common.txt': 'alpha\nletmein\n',
  '/var/log/auth.log': 'May  6 07:00:00 web-1 sshd[1]: Accepted password for student from 10.1.1.1 port 1\n',
  '/t/hash': '0d107d09f5bbe40cade3de5c71e9e9b7\n',
}

const drawing = lan(
  node('web-1'),
  node('menu', 'machine', { files: [{ path: modelPath, text: JSON.stringify({ services }), mode: '600' }] }),
)
const ground = {
  document: drawing,
  addresses: { 'web-1/p1': '10.1.1.10', 'menu/p1': '10.1.1.20' },
  on: new Set(['web-1', 'menu', 'sw']),
}
const usb = [
  {
    vendor_id: '0781',
    product_id: '5567',
    class_code: '08',
    name: 'Cruzer',
    manufacturer: 'SanDisk',
    serial: '1',
    bytes: 4096,
  },
]
const hostOf = (name: string): Host => ({
  scene: 's',
  node: drawing.nodes.find((n) => n.name === name) as Host['node'],
  system: 'linux',
  image: 'Debian 12',
  layer: '',
  usb: name === 'web-1' ? (usb as never) : [],
  ground,
  flags: {},
  services: [],
  since: now(),
})
const [host, menu] = [hostOf('web-1'), hostOf('menu')]
/** Made once: a disk keeps what is changed apart from its image. */
const [image, menuImage] = [imageDisk(host, programNames), imageDisk(menu, programNames)]

let said = ''
let slept = 0
let keyboard: string[] = []
let here: ReturnType<typeof bash>
let shell: ReturnType<typeof shellFor>
let entered = 0
let sent = 0
function begin(user = 'root'): void {
  ;[said, slept, entered, sent] = ['', 0, 0, 0]
  const wires = makePacketNetworkHub().of('s')
  const disk = makeDisk(image, [], now)
  const other = makeDisk(menuImage, [], now)
  for (const folder of ['/t', '/t/folder']) disk.folder(folder, 'root')
  disk.folder('/usr/share/wordlists', 'root')
  for (const [at, text] of Object.entries(files)) disk.write(at, bytesOf(text), 'root', 0o644)
  disk.chmod('/t/folder/in.txt', 0o755, undefined, 'root')
  shell = shellFor(host, user, disk, now)
  shell.cwd = '/t'
  here = bash(shell, {
    out: (t) => (said += t),
    // what waits for ever is ended by ^C
    sleep: async (ms) => (slept += ms) < 3_600_000,
    tick: async () => true,
    ask: async (prompt, hidden) => ((said += hidden ? `${prompt}(hidden)` : prompt), keyboard.shift()),
    // whoever takes it hears a key that ends it
    terminal: {
      write: (t) => (said += t),
      take(o) {
        queueMicrotask(() => o.keys('q'))
        return () => {}
      },
      turn: async () => true,
      flush: async () => {},
    },
    enter: async () => (entered++, true),
    on: async () => ({ status: 0, out: 'done there\n' }),
    keep: () => {},
    hosts: () => [host, menu],
    wire: {
      ...wires,
      send: (s) => (sent += s.packets.reduce((n, p) => n + p.body.length, 1)),
    },
    leave: () => {},
    find: (n) =>
      n === 'menu' || n === '10.1.1.20'
        ? { host: menu, address: '10.1.1.20' }
        : n === 'web-1' || n === '10.1.1.10'
          ? { host, address: '10.1.1.10' }
          : undefined,
    diskOf: async (h) => (h === menu ? other : disk),
    shutdown: async () => {},
  })
}
beforeEach(() => {
  keyboard = []
  begin()
})
const type = async (...lines: string[]): Promise<string> => {
  for (const line of lines) {
    said = ''
    shell.history.push(line)
    await here.run(line)
  }
  return said
}

describe('an option that no program has', () => {
  /** What they are given are words, whatever they look like. */
  const words = new Set(['echo', 'printf', 'test', '[', '[[', 'expr', 'true', 'false', ':'])
  test.each(Object.keys(programs).filter((n) => !words.has(n)))('is refused by %s', async (name) => {
    for (const made of ['--made-up', '-Ø']) {
      begin()
      said = ''
      const status = await here.run(`${name} ${made}`)
      expect(said).toContain(made)
      expect(status).not.toBe(0)
    }
  })
  it('is refused by what the shell does itself', async () => {
    for (const line of ['set -q', 'local -q A=1', 'declare -Z A=1']) expect(await type(line)).toContain('not supported')
  })
})

/** What a line does: what it says, how it ends, what it writes, how long it waits, whom it becomes. */
async function effect(line: string): Promise<string> {
  keyboard = ['y', 'student', 'y', 'y']
  // lines before the last one make ready
  const [last = '', ...before] = line.split(' ;; ').toReversed()
  begin(line.startsWith('as student ') ? 'student' : 'root')
  for (const l of before.toReversed()) await here.run(l.replace('as student ', ''))
  ;[said, slept, sent] = ['', 0, 0]
  shell.disk.taken()
  shell.history.push(last)
  const status = await here.run(last.replace('as student ', ''))
  const written = shell.disk.taken().map((c) => [c.path, c.gone, c.mode, c.owner, diskText(c.body)])
  return JSON.stringify([said, status, slept, entered, sent, written, [...shell.aliases].length, shell.history.length])
}

/** A line, and options that make it another one; `@` is where they stand, else behind the name. */
const shows: readonly (readonly [line: string, ...options: string[]])[] = [
  [
    'grep banana f',
    '-i -e BANANA',
    '-v',
    '-n',
    '-c',
    '-l',
    '-o',
    '-H',
    '-q',
    '-m 1',
    '-A 1',
    '-B 1',
    '-C 1',
    '-1',
    '-x',
    '-F -e x',
    '--color=always -w',
  ],
  ['grep nothing f', '-L'],
  ['grep an f', '-w'],
  ['grep "a|x" f', '-E', '-P'],
  ['grep "a.a" f', '-F'],
  ['grep BANANA f', '-i'],
  ['grep banana f g', '-h'],
  ['grep banana none', '-s'],
  ['grep banana folder', '-r', '-R'],
  ['grep -r banana folder', '--include=*.conf'],
  ['sort f', '-r', '-u', '-o out', '-k 3', '-c', '-n -k 3'],
  ['sort -k 3 f', '-n', '-h'],
  ['sort mix', '-f'],
  ['sort versions', '-V'],
  ['sort -k 2 blanks', '-b'],
  ['sort colons', '-t : -k 2'],
  ['uniq same', '-c', '-d', '-u', '-i'],
  ['cut csv', '-f 1', '-c 1', '-b 1'],
  ['cut -f 1 csv', '-d :', '-s'],
  ['cut -d : -f 2 csv', '--complement'],
  ['cut -d : -f 1,2 csv', '--output-delimiter=+'],
  ['cat f | tr a b', '-c', '-C'],
  ['cat f | tr a', '-d', '-s'],
  ['head f', '-n 2', '-c 4', '-v', '-1'],
  ['tail f', '-f', '-F', '-n 2', '-c 4', '-v', '-1'],
  ['head f g', '-q'],
  ['tail f g', '-q'],
  ['cat f', '-n', '-b', '-s', '-E', '-T', '-A'],
  ['wc f', '-l', '-w', '-c', '-m', '-L'],
  ['md5sum f', '-c'],
  ['md5sum -c sums', '--status'],
  ['md5sum f > ok ;; md5sum -c ok', '--quiet'],
  ['strings binary', '-n 3', '-3'],
  ['base64 f', '-d', '-D', '-w 4'],
  ['base64 -d b64', '-i'],
  ['echo x | tee g', '-a'],
  ['sed s/a/b/ f', '-n', '-e p', '-i', '-E -n', '-r -n', '--silent'],
  ['sed "s/(a)/b/" f', '-E', '-r'],
  ['sed 1d f g', '-s'],
  ['awk "{print \\$2}" csv', '-F :'],
  ['echo "a b,c" | xargs echo x', '-n 1', '-I x', '-d ,', '-0', '-t'],
  ['true | xargs echo x', '-r'],
  ['diff g G', '-q', '-u', '-i', '-w'],
  ['diff f f', '-s'],
  ['find f', ''],
  ['ls', '-a', '-A', '-l', '-d', '-R', '-1', '-F', '-S', '-r', '--color=never'],
  ['ls -l', '-h'],
  ['touch f ;; ls', '-t -r'],
  ['rm folder', '-r', '-R'],
  ['rm none', '-f'],
  ['rm f', '-v', '-i'],
  ['cp folder new', '-r', '-R', '-a'],
  ['cp f g', '-v', '-n'],
  ['mv f g', '-v', '-n'],
  ['mkdir a/b', '-p'],
  ['mkdir a', '-v', '-m 700'],
  ['touch none', '-c'],
  ['chmod 600 folder', '-R', '-v'],
  ['chown student folder', '-R', '-v'],
  ['file f', '-b'],
  ['xxd f', '-p', '-u', '-c 4', '-s 3', '-l 2', '-r'],
  ['hexdump f', '-C', '-s 2', '-n 3'],
  ['tar -f a.tar f', '-c', '-x', '-t'],
  ['tar -c -f a.tar f', '-z', '-v', '-C /etc', '--checkpoint-action=exec=id'],
  ['tar -c -f a.tar f ;; tar -x -f a.tar', '-O', '-t', '-v'],
  ['tar -c -f a.tar f ;; tar -t', '-f a.tar'],
  ['gzip f', '-k', '-d'],
  ['gzip f ;; gunzip f.gz', '-k'],
  ['less f', '-N', '-F'],
  ['id', '-u', '-g -n', '-G'],
  ['id -G', '-n'],
  ['su student', ''],
  ['as student sudo id', '-u daemon', '-l', '-n'],
  ['as student sudo', '-i', '-s'],
  ['john hash', '--wordlist=other', '--format=crypt', '--show'],
  ['ping -c 1 menu', '-q', '-n', '-s 9'],
  ['ping menu', '-c 2', '-w 2'],
  ['ping -c 2 menu', '-i 3'],
  ['traceroute 10.1.1.77', '-m 2'],
  ['traceroute menu', '-n', '-f 2', '-q 1'],
  ['ss', '-n', '-p', '-u', '-t -u'],
  ['ss -u', '-t'],
  ['nc menu 80', '-z', '-v', '-n', '-l', '-u', '-p 1 -z', '-k -z'],
  ['ps', '-e', '-A', '-a', '-x', '-f', '-p 1', '-u root', '-C cron', '-o pid'],
  ['ps -e', '--sort=-rss'],
  ['top -n 1', '-b'],
  ['top', '-n 2', '-d 9'],
  ['systemctl is-active cron', '-q'],
  ['pgrep cron', '-l', '-a', '-u nobody'],
  ['journalctl', '-r', '-k', '-u cron', '-n 2', '-t sshd'],
  ['last', '-n 1', '-1'],
  ['crontab', '-l', '-l -u daemon'],
  ['ssh-keygen -f k -N ""', '-q', '-t rsa', '-C me'],
  ['ssh-keygen -t rsa -f k -N ""', '-b 3072 -q'],
  ['ssh-keygen', '-f k', '-N word -f k', '-R menu'],
  ['ssh-keygen -q -f k -N "" ;; ssh-keygen -f k', '-y', '-l'],
  ['curl menu', '-i', '-I', '-v', '-X POST', '-d a=1', '-o out', '-O', '-w %{http_code}', '-c jar2'],
  [
    'curl -v menu',
    '-H A:b',
    '-b a=b',
    '-A me',
    '-e there',
    '-u me:pw',
    '--data-raw a=@b',
    '--data-binary a=@b',
    '--data-urlencode a=b',
  ],
  ['curl -v -d a=@b menu', '-G'],
  ['curl menu/none', '-f'],
  ['curl none', '-s'],
  ['curl -s none', '-S'],
  ['curl -v -b jar menu', '-j'],
  ['curl menu/files/../echo', '--path-as-is'],
  ['wget menu', '-q', '-O -', '-U me', '--header=Cookie:a', '--post-data=a'],
  ['dig @menu www.lan', '-t txt'],
  ['host www.lan menu', '-t txt'],
  ['man -k sort', ''],
  ['man sort', '-k'],
  ['export', ''],
  ['history', '-c'],
  ['unalias ll', '-a'],
  ['seq 1 10', '-s ,', '-w'],
  ['read A', '-s', '-p name'],
  ['uname', '-a', '-n', '-r', '-v', '-m', '-s -n'],
  ['hostname', '-I'],
  ['date', '-I', '-R'],
  ['df', '-h'],
  ['free', '-m', '-g', '-h'],
  ['lsusb', '-v'],
  ['redis-cli -h menu -p 6380 get a', '-a pw'],
  ['redis-cli get a', '-h menu', '-p 6380 -h menu'],
  ['mysql -h menu -P 3307 -u app -e "select a from t"', '-ppw'],
  ['mysql -ppw -h menu', '-P 3307', '-u app -P 3307', '-P 3307 -u app -e "show tables"'],
  ['mysql -ppw -P 3307 -u app -e "select a from t"', '-h menu'],
  ['nginx', '-t'],
  ['gobuster dir -u http://menu -w paths', '-x html', '-b 405', '-c a=b', '-o out', '-q'],
  ['ffuf -u http://menu/FUZZ -w paths', '-e .html', '--mc 200', '--fc 405', '--fs 0-2000', '-o out', '-s', '-X POST'],
  ['ffuf -u http://menu/mine?a=FUZZ -w paths', '-b session=x', '-H "Host: other"', '-d user=x'],
  ['ffuf -u http://menu/FUZZ', '-w paths'],
  ['ffuf -w paths', '-u menu/FUZZ'],
  ['gobuster dir -u http://menu', '-w paths'],
  ['gobuster dir -w paths', '-u menu'],
  [
    'sqlmap -u "http://menu/dishes?name=s"',
    '--dbs',
    '--tables',
    '--columns',
    '--dump',
    '--data=name=s',
    '-p x',
    '--cookie=a=b',
    '--second-url=http://menu/',
  ],
  ['sqlmap --dump -u "http://menu/dishes?name=s"', '-D none', '-T guests'],
  ['sqlmap', '-u menu'],
  ['sqlmap -u http://menu/join --data=user=x', '--batch'],
]
/** Those that a line of text does not show: they need another node, a key, a wire; their own tests do. */
const elsewhere: Readonly<Record<string, string>> = {
  hydra: '*',
  tcpdump: '*',
  tshark: '*',
  smbclient: '*',
  scp: '*',
  'ssh-copy-id': '*',
  killall: '*',
  pkill: '*',
  unzip: '*',
  export: 'p',
  curl: 'L max-redirs',
}
describe('an option that a program has', () => {
  const used = new Map<string, Set<string>>()
  const cases = shows.flatMap(([line, ...all]) => {
    const last = line.split(' ;; ').at(-1) ?? ''
    const run = last.split(' | ').at(-1) ?? ''
    const name = run.replace('as student ', '').split(' ')[0] ?? ''
    return all
      .filter((o) => o !== '')
      .map((o) => {
        const changed = `${line.slice(0, line.length - run.length)}${run.replace(name, () => `${name} ${o}`)}`
        const given = parseOptions(
          o.split(' ').map((w) => w.replaceAll('"', '')),
          programs[name]?.knows ?? '',
        )
        const keys = used.get(name) ?? used.set(name, new Set()).get(name)
        if ('order' in given) for (const [k] of given.order) keys?.add(k)
        return [changed, line] as const
      })
  })
  it.each(cases)('changes something: %s', async (changed, line) => {
    const [before, after] = [await effect(line), await effect(changed)]
    expect(after).not.toContain('is not supported')
    expect(after).not.toBe(before)
  })
  it('is shown above, for every program', () => {
    const hidden = Object.entries(programs).flatMap(([name, p]) =>
      declaration(p.knows ?? '').known.flatMap((k) => {
        const other = elsewhere[name] ?? ''
        // programs that are the same under two names are shown once
        const same = Object.entries(programs).some(([n, q]) => q.knows === p.knows && used.get(n)?.has(k.key))
        return k.idle || same || other === '*' || other.split(' ').includes(k.key) ? [] : [`${name} ${k.spelled[0]}`]
      }),
    )
    expect(hidden).toEqual([])
  })
})

describe('sqlmap', () => {
  it('reads a table through a query that takes what it is sent', async () => {
    const seen = await type('sqlmap -u "http://menu/dishes?name=s" --batch --dump -T guests')
    expect(seen).toContain('Parameter: name (GET)')
    expect(seen).toMatch(/\| id +\| word +\|\n\+[-+]+\n\| 1 +\| hidden \|/)
  })
  it('finds nothing where nothing is to be found', async () => {
    expect(await type('sqlmap -u "http://menu/echo?a=1" --batch --dump')).toContain('do not appear to be injectable')
  })
})
it('tools names programs that are there', async () => {
  expect(
    Object.values(toolKinds)
      .flat()
      .filter((n) => !Object.hasOwn(programs, n)),
  ).toEqual([])
  expect(await type('tools')).toMatch(/gobuster[^]*sqlmap[^]*common\.txt[^]*no interpreters/)
})

describe('cookies of curl', () => {
  it('stay in a jar and come out of it', async () => {
    expect(await type('curl -s -i -c j -d user=bob http://menu/join')).toContain('Set-Cookie: session=')
    const jar = diskText(shell.disk.read('/t/j', 'root'))
    expect(jar).toMatch(/^# Netscape HTTP Cookie File\n/)
    expect(jar).toMatch(/\n#HttpOnly_menu\tFALSE\t\/\tFALSE\t0\tsession\t\S+\n$/)
    expect(await type('curl -s -b j http://menu/mine')).toBe('<p>bob</p>\n')
    expect(await type('curl -s http://menu/mine')).toContain('401')
    const cookie = /session\t(\S+)/.exec(jar)?.[1]
    expect(await type(`curl -s -b "session=${cookie}" http://menu/mine`)).toBe('<p>bob</p>\n')
    expect(await type('curl -s --cookie j --cookie-jar j --data-urlencode "user=a & b" http://menu/join')).toContain(
      'a & b',
    )
    expect(await type('curl -s -b j http://menu/mine')).toBe('<p>a & b</p>\n')
    expect(await type('curl -s -b none http://menu/mine')).toContain('401')
  })
  it('a form without its field says which one it wants', async () => {
    expect(await type('curl -s -i -d name=bob http://menu/join')).toMatch(/400 Bad Request[^]*field user is missing/)
  })
})

it.each([
  ['grep -o "ban.na" f', 'banana\nbanana\n'],
  ['grep -on an f', '2:an\n2:an\n5:an\n5:an\n'],
  ["echo 'ip 10.1.2.3 and 300.1' | grep -oE '([0-9]{1,3}\\.){3}[0-9]{1,3}'", '10.1.2.3\n'],
  ["echo aXXb | grep -oP '[A-Z]+'", 'XX\n'],
  ["printf 'one\\ntwo\\nthree\\n' | grep -A1 one", 'one\ntwo\n'],
  ["printf 'one\\ntwo\\nthree\\n' | grep -nB1 three", '2-two\n3:three\n'],
  ["echo a+b | grep -c 'a+b'", '1\n'],
  ["echo aab | grep -cE '^a+b$'", '1\n'],
  ["echo 'user=ann; x' | sed -E 's/.*user=([a-z]+).*/\\1/'", 'ann\n'],
  ["echo abcabc | sed 's/b/X/2'", 'abcaXc\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed -n '/2/,/3/p'", '2\n3\n'],
  ["printf 'a 10\\nb 9\\n' | sort -k2,2n", 'b 9\na 10\n'],
  ["printf 'a:x\\nb:y\\n' | awk -F: '$2 ~ /y/ {print $1}'", 'b\n'],
  ["printf 'a\\nb\\n' | awk 'END {print NR}'", '2\n'],
  ['seq 5 | tail -n +4', '4\n5\n'],
  ['seq 5 | head -n -3', '1\n2\n'],
  ["echo AbC | tr -cd 'A-Z'", 'AC'],
  ["echo aabb | tr -s 'a-b'", 'ab\n'],
  ['chmod o-r f; ls -l f | cut -c 1-10', '-rw-r-----\n'],
  ['date +%F', '2026-05-06\n'],
  ['ps -p 1 -o cmd', 'CMD\n/sbin/init\n'],
  ['find folder -type f -name "*.conf" -size -2 -exec cat {} \\;', 'banana\n'],
  ['diff g G', '1c1\n< b Apple 2\n---\n> B Apple 2\n3c3\n< ab  cd\n---\n> ab cd\n'],
  ["grep '(' f", ''],
  ["grep -E '(' f", 'grep: Unmatched ( or \\(\n'],
])('%s', async (line, wanted) => {
  expect(await type(line)).toBe(wanted)
})
