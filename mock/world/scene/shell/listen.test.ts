/** What goes on between two terminals of a scene: somebody listens, somebody connects; somebody follows a file that another writes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, simulated, until } from '#tests/support/scene.ts'

let s: TestServer
let scene: string
const open: { destroy(): void }[] = []
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  scene = (
    await s.ok('POST /scenes', { body: { name: 'Two shells', document: lan(node('one'), node('two')) } }, 'admin')
  ).id
  await until(s, scene, ['running'])
})
afterAll(async () => {
  for (const o of open) o.destroy()
  await s.close()
})

const plain = (text: string): string => text.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '')
async function terminal(name: string) {
  const { stream } = await simulated(s).console({ scene, fence: 0 }, name, 'terminal')
  open.push(stream)
  let seen = ''
  let from = 0
  stream.on('data', (b: Buffer) => void (seen += b.toString('utf8')))
  const shows = (what: string | RegExp) => expect.poll(() => plain(seen.slice(from)), { interval: 20 }).toMatch(what)
  await shows(/[#$] $/)
  return {
    shows,
    seen: () => plain(seen.slice(from)),
    /** Keys as they are pressed. */
    keys: (text: string) => void stream.write(text),
    line(text: string) {
      from = seen.length
      stream.write(`${text}\r`)
    },
  }
}
const prompt = /\n\S+@\S+ \S+[#$] $|[#$] $/

it('nc -l hears whoever connects, says what is typed, and ends when either does', async () => {
  const [one, two] = [await terminal('one'), await terminal('two')]
  two.line('nc -z -v one 4444')
  await two.shows('failed: Connection refused')
  one.line('nc -lvp 4444')
  await one.shows('Listening on 0.0.0.0 4444')
  two.line('ss -lnt; nmap -p 4444 one')
  await two.shows('4444/tcp open')
  two.line('nc -v one 4444')
  await one.shows(/Connection received on \d+\.\d+\.\d+\.\d+ \d+/)
  two.keys('hello from two\r')
  await one.shows('hello from two\n')
  one.keys('and from one\r')
  await two.shows('and from one\n')
  two.keys('\x04')
  await two.shows(prompt)
  await one.shows(prompt)
  two.line('nc -v one 4444')
  await two.shows('refused')
})

it('nc -l takes a file that is piped in, and ^C ends it', async () => {
  const [one, two] = [await terminal('one'), await terminal('two')]
  one.line('nc -l 4445 > loot')
  two.line('nc -z one 4445')
  await expect
    .poll(async () => {
      two.line('echo carried over | nc one 4445')
      await two.shows(prompt)
      return one.seen()
    })
    .toMatch(prompt)
  one.line('cat loot')
  await one.shows('carried over\n')
  one.line('nc -l 22; echo status $?')
  await one.shows('Address already in use')
  one.line('while :; do nc -l 4446; done')
  await new Promise((r) => setTimeout(r, 200))
  one.keys('\x03')
  await one.shows(/\^C\n[\s\S]*[#$] $/)
  one.line('nc -l 4447 & echo went on')
  await one.shows('needs a terminal of its own')
  await one.shows('went on')
})

it('tail -f shows what another terminal writes, until ^C', async () => {
  const [one, two] = [await terminal('one'), await terminal('one')]
  one.line('echo first > /tmp/log; tail -f /tmp/log')
  await one.shows('first\n')
  two.line('echo second >> /tmp/log')
  await one.shows('first\nsecond\n')
  two.line('echo new > /tmp/log')
  await one.shows('tail: /tmp/log: file truncated\nnew\n')
  one.keys('\x03')
  await one.shows(/\^C\n[\s\S]*[#$] $/)
  one.line('tail -f /tmp/log | grep new')
  await one.shows('needs a screen of its own')
})
