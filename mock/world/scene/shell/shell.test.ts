/** What people type at simulated nodes and what they see: transcripts over a real console of the driver. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#mock/crud/documents.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, simulated, until } from '#tests/support/scene.ts'

let s: TestServer
let scene: string
beforeAll(async () => {
  s = await testServer()
  const service = await documents('service').insert(
    s.db,
    {
      id: 'svc-1',
      data: { name: 'Ticket Desk', release: '2.4', port: 8443, status: 'saved', file_name: 'desk.zip', size: 900 },
      open: true,
    },
    { at: s.clock.now(), by: 'user-admin' },
  )
  const document = lan(
    node('web-1', 'container', {
      service_ids: [service.id],
      files: [{ path: '/opt/readme.txt', text: 'hello\nworld\n', mode: '644' }],
      flags: [{ id: 'f1', name: 'Flag', path: '/root/flag.txt', value: 'flag{here}', points: 10 }],
    }),
    node('db-1'),
    node('gw', 'router'),
  )
  scene = (await s.ok('POST /scenes', { body: { name: 'Shells', document } }, 'admin')).id
  await until(s, scene, ['running'])
})
afterAll(() => s.close())

const plain = (text: string): string => text.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '')

/** Types lines one after the other and answers what came on the screen, of which somebody may hear meanwhile. */
async function typed(node: string, lines: string[], hear = (_seen: string): void => {}): Promise<string> {
  const { stream } = await simulated(s).console({ scene, fence: 0 }, node, 'terminal')
  let seen = ''
  let told = (): void => {}
  stream.on('data', (b: Buffer) => {
    seen += b.toString('utf8')
    told()
    hear(plain(seen))
  })
  const prompt = async (n: number): Promise<void> => {
    while ((plain(seen).match(/[$#>] ?$|[:?] $/gm)?.length ?? 0) < n)
      await new Promise<void>((done) => {
        const timer = setTimeout(done, 25)
        told = () => {
          clearTimeout(timer)
          done()
        }
      })
  }
  /** A prompt stands at the end of what came after that, and nothing follows it. */
  const ready = async (from: number): Promise<void> => {
    let before = -1
    while (seen.length <= from || before !== seen.length || !/([$#>] ?|[:?] )$/.test(plain(seen))) {
      before = seen.length
      await new Promise((done) => setTimeout(done, 15))
      if (stream.readableEnded || stream.destroyed) return
    }
  }
  await prompt(1)
  await ready(0)
  for (const line of lines) {
    const from = seen.length
    stream.write(`${line}\r`)
    await ready(from)
  }
  stream.destroy()
  // each line of a terminal begins at its left edge
  expect(seen).not.toMatch(/[^\r]\n/)
  return plain(seen)
}
const type = (node: string, ...lines: string[]): Promise<string> => typed(node, lines)

describe('the shell of a Linux node', () => {
  it.each([
    ['reads files of the drawing', 'cat /opt/readme.txt | wc -l', '2'],
    ['has the flag at its path', 'cat /root/flag.txt', 'flag{here}'],
    ['pipes, sorts and cuts', 'cut -d: -f1 /etc/passwd | sort | head -n 2', 'daemon'],
    ['expands variables', 'A=five; echo "got $A" and \'$A\'', 'got five and $A'],
    ['joins by how the one before ended', 'false || echo saved && echo both', 'both'],
    ['says what it does not know', 'frobnicate', 'bash: frobnicate: command not found'],
    ['finds by wildcard', 'cd /etc; ls host*', 'hostname'],
    ['counts digests', 'echo -n abc | md5sum', '900150983cd24fb0d6963f7d28e17f72'],
    ['sees the other nodes', 'ping -c 1 db-1', '1 packets transmitted, 1 received, 0% packet loss'],
    ['scans them', 'nmap db-1', '3306/tcp'],
    ['has the services that were put on it', 'cat /opt/ticket-desk/RELEASE', 'Ticket Desk 2.4'],
    ['hears them', 'ss -lnt', ':8443'],
    ['runs them', 'ps aux', '/opt/ticket-desk/bin/ticket-desk'],
    ['fetches from a web server', 'curl http://web-1/', 'It works on web-1'],
    ['has processes', 'ps aux | grep -c nginx', '1'],
  ])('%s', async (_what, line, wanted) => {
    expect(await type('web-1', line)).toContain(wanted)
  })

  it('keeps what was written, for whoever comes next', async () => {
    await type('web-1', 'mkdir -p /srv/a/b', 'echo kept > /srv/a/b/note', 'rm /opt/readme.txt')
    const seen = await type('web-1', 'cat /srv/a/b/note', 'cat /opt/readme.txt')
    expect(seen).toContain('kept')
    expect(seen).toContain('cat: /opt/readme.txt: No such file or directory')
  })

  it('lets somebody in on another node with the right password only', async () => {
    const seen = await type(
      'web-1',
      'ssh student@db-1',
      'yes',
      'wrong',
      'student',
      'hostname',
      'whoami',
      'cat /etc/shadow',
      'exit',
      'hostname',
    )
    expect(seen).toContain('Permission denied, please try again.')
    expect(seen).toMatch(/hostname\ndb-1/)
    expect(seen).toContain('cat: /etc/shadow: Permission denied')
    expect(seen).toMatch(/exit\n.*hostname\nweb-1/s)
  })

  it.each([
    ['nmap -p 21,3306 db-1', /21\/tcp +closed +ftp\n3306\/tcp +open +mysql\n/],
    ['nmap -sV -p 22 db-1', /22\/tcp open {2}ssh +OpenSSH 9\.2p1 Debian 2 \(protocol 2\.0\)\n/],
    ['nmap -p- db-1', /Not shown: 65533 closed tcp ports \(reset\)\nPORT/],
    ['nmap -F db-1', /Not shown: 98 closed tcp ports/],
    ['nmap -sn 10.1.1.0/24', /Nmap done: 256 IP addresses \(3 hosts up\) scanned in/],
    ['nmap 10.1.1.1-200', /Nmap done: 200 IP addresses/],
    ['nmap nowhere', /Failed to resolve "nowhere"\.\n/],
    ['nmap 10.1.1.77', /Note: Host seems down/],
    ['nmap -Pn -p 22,80 10.1.1.77', /22\/tcp +filtered +ssh\n80\/tcp +filtered +http\n/],
    ['nmap -p http,nothing db-1', /Found no matches for the service mask 'nothing'[^]*QUITTING!/],
    ['nmap --frob db-1', /unrecognized option '--frob'/],
    ['nmap -sn db-1', /Host is up \([\d.]+s latency\)\.\nMAC Address: ([\dA-F]{2}:){5}[\dA-F]{2} /],
    ['nmap -sC -p 80 web-1', /80\/tcp open {2}http\n\|_http-title: web-1\n/],
    ['nmap -oN /tmp/scan db-1 > /dev/null; grep -c open /tmp/scan', /\n2\n/],
    ['man nmap', /-p <ports>[^]*--top-ports/],
    [
      'ping -c 2 db-1',
      /64 bytes from db-1 \(10\.1\.1\.\d+\)[^]*2 received, 0% packet loss, time 1000ms\nrtt min\/avg\/max\/mdev = /,
    ],
    [
      'ping -c 1 10.1.1.77',
      /From 10\.1\.1\.\d+ icmp_seq=1 Destination Host Unreachable[^]*\+1 errors, 100% packet loss/,
    ],
    ['ping', /usage error: Destination address required/],
    [
      'nc -zv db-1 3305-3306',
      /3305 \(tcp\)|3305 port|port 3305[^]*Connection to db-1 3306 port \[tcp\/mysql\] succeeded/,
    ],
    ["printf 'HEAD / HTTP/1.1\\r\\n\\r\\n' | nc web-1 80", /HTTP\/1\.1 200 OK\nServer/],
    ['find /usr/bin -perm -u=s -o -perm -g=s', /\/usr\/bin\/passwd\n\/usr\/bin\/su\n\/usr\/bin\/sudo\n/],
    ['find / -perm /6000 -type f ! -path "/usr/bin/*"', /\n\/usr\/lib\/openssh\/ssh-keysign\n/],
    ['find /etc -frob', /find: unknown predicate `-frob'/],
    ['find /etc -maxdepth 1 -type f -a \\( -name HOSTS -o -iname HOSTNAME \\)', /\n\/etc\/hostname\n/],
    ['ls -ld /tmp', /drwxrwxrwt .* \/tmp\n/],
    ['tcpdump -c 1 port frob', /tcpdump: unknown port 'frob'/],
    ['tcpdump frob and', /syntax error|unknown host/],
    ['journalctl -u nginx', /Started nginx\.service/],
    [
      'curl -v http://web-1/',
      /\* Connected to web-1 \(127\.0\.0\.1\) port 80[^]*> GET \/ HTTP\/1\.1\n> Host: web-1\n[^]*< HTTP\/1\.1 200 OK\n/,
    ],
    ['curl http://db-1/', /curl: \(7\) Failed to connect to db-1 port 80 after \d+ ms: Couldn't connect to server/],
    ['curl http://nowhere/', /curl: \(6\) Could not resolve host: nowhere/],
    ['cd /tmp; wget http://web-1/; head -c 9 index.html', /200 OK\nSaving to: 'index\.html'[^]*<!doctype/],
    ['wget http://web-1/none; ls none', /ERROR[^]*cannot access|ERROR[^]*No such file/],
    ['ssh nowhere', /Could not resolve hostname nowhere/],
    ['ssh -V', /OpenSSH_9\.2p1/],
    ['getent hosts db-1', /10\.1\.1\.\d+ +db-1/],
  ])('answers as people know it: %s', async (line, wanted) => {
    expect(await type('web-1', line)).toMatch(wanted)
  })

  it('asks whether a host is known, gives up where somebody presses ^C, and signs in with a key that was made here', async () => {
    const seen = await type(
      'web-1',
      'rm -rf ~/.ssh',
      "ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519",
      'ssh student@db-1',
      'perhaps',
      'no',
      'ssh student@db-1',
      'yes',
      '\u0003',
      'echo still $(hostname)',
      'ssh-copy-id student@db-1',
      'student',
      'ssh student@db-1 whoami',
    )
    expect(seen).toMatch(
      /authenticity of host 'db-1 \(10\.1\.1\.\d+\)' can't be established\.\nED25519 key fingerprint is SHA256:[\w+/]{43}\./,
    )
    expect(seen).toContain("Please type 'yes', 'no' or the fingerprint: no\nHost key verification failed.")
    expect(seen).toMatch(/Permanently added 'db-1'[^\n]*\nstudent@db-1's password: [^]{0,4}\n?[^]*still web-1/)
    expect(seen).not.toContain('please try again')
    expect(seen).toContain('Number of key(s) added: 1')
    expect(seen).toMatch(/ssh student@db-1 whoami\nstudent\n/)
    await type('web-1', 'rm -r ~/.ssh')
  })

  it('hears echoes and knocks of others on the wire', async () => {
    let seenSoFar = ''
    const lines = ['tcpdump -n -c 3 icmp or tcp[0]', 'tcpdump -n -c 3 icmp or port 445']
    const hears = typed('db-1', lines, (seen) => (seenSoFar = seen))
    await expect.poll(() => seenSoFar).toContain('listening on')
    await type('web-1', 'ping -c 1 db-1', 'nmap -p 445 db-1')
    const seen = await hears
    expect(seen).toContain('syntax error')
    expect(seen).toMatch(
      /ICMP echo request, id \d+, seq 1, length 64\n[^\n]*ICMP echo reply, id \d+, seq 1, length 64\n[^\n]*\.445: Flags \[S\]/,
    )
    expect(seen).toContain('3 packets received by filter')
  })

  it('does not reach a node that is off', async () => {
    await s.ok('POST /scenes/:id/nodes/stop', { params: { id: scene }, body: { nodes: ['db-1'] } }, 'admin')
    for (let i = 0; i < 4; i++) {
      await s.scenes.sweep()
      s.clock.advance(1)
    }
    const seen = await type('web-1', 'ping -c 1 db-1')
    expect(seen).toContain('100% packet loss')
    await s.ok('POST /scenes/:id/nodes/start', { params: { id: scene }, body: { nodes: ['db-1'] } }, 'admin')
    for (let i = 0; i < 30; i++) {
      await s.scenes.sweep()
      s.clock.advance(1)
    }
    expect(await type('web-1', 'ping -c 1 db-1')).toContain('0% packet loss')
  })
})

it('the command line of a router shows its networks', async () => {
  const seen = await type('gw', 'show ip route', 'sh ip int', 'show nonsense')
  expect(seen).toContain('10.1.1.0/24 is directly connected')
  expect(seen).toContain('10.1.1.1')
  expect(seen).toContain('% Invalid input')
})
