import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { askOn } from './context.ts'

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
