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

/** Types lines one after the other and answers what came on the screen. */
async function type(node: string, ...lines: string[]): Promise<string> {
  const { stream } = await simulated(s).console({ scene, fence: 0 }, node, 'terminal')
  let seen = ''
  let told = (): void => {}
  stream.on('data', (b: Buffer) => {
    seen += b.toString('utf8')
    told()
  })
  const prompt = async (n: number): Promise<void> => {
    while ((plain(seen).match(/[$#>] ?$|: $/gm)?.length ?? 0) < n)
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
    while (seen.length <= from || before !== seen.length || !/([$#>] ?|: )$/.test(plain(seen))) {
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
  return plain(seen)
}

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
