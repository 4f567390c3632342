import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { askOn, connectToServer, terminalSafe, type Io } from './context.ts'

async function asked(hidden: boolean) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answer = askOn(input, output, 'Password: ', hidden)
  input.write('Weather-Vane-52\r')
  return { answer: await answer, seen: String(output.read()) }
}

it('shows nothing of what is typed at a hidden question', async () => {
  const { answer, seen } = await asked(true)
  expect(answer).toBe('Weather-Vane-52')
  expect(seen).toContain('Password: ')
  expect(seen).not.toMatch(/[Ww]eather|Vane/)
})

it('shows what is typed at any other', async () => {
  expect((await asked(false)).seen).toContain('Weather-Vane-52')
})

it('asks a busy server again for what only asks, and once for what changes something', async () => {
  let [reads, writes] = [0, 0]
  const server = createServer((req, res) => {
    const busy = req.method === 'GET' ? ++reads < 3 : ++writes > 0
    res.writeHead(busy ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' })
    res.end(JSON.stringify(busy ? { code: 'busy', message: 'busy', request_id: 'r' } : { items: [] }))
  })
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const io = { env: {}, config: '/nowhere', interactive: false } as unknown as Io
  const { client } = connectToServer(io, api, 'token')
  expect(await client('GET /orgs/tree')).toEqual({ items: [] })
  expect(reads).toBe(3)
  await expect(client('DELETE /session')).rejects.toMatchObject({ code: 'busy' })
  expect(writes).toBe(1)
  server.close()
})

it('shows what would steer the terminal as what it is, and programs read the same', () => {
  const name = 'Ev\u001b]0;owned\u0007il \u202eeman\u009b31m'
  expect(terminalSafe(`refused: ${name}\n`)).toBe('refused: Ev\\u001b]0;owned\\u0007il \\u202eeman\\u009b31m\n')
  expect(JSON.parse(terminalSafe(JSON.stringify({ name })))).toEqual({ name })
  for (const own of ['\r\u001b[2KReading ██ 50 %', 'a,b\r\n\tc\n']) expect(terminalSafe(own)).toBe(own)
})
