/**
 * The Big List of Naughty Strings (https://github.com/minimaxir/big-list-of-naughty-strings) through every text field that can be edited: each
 * comes back exactly as it was sent, or is refused by the field's name. Skipped when ../shared/data is not there; `RUNS=1` tries every
 * string in every field instead of every eighth.
 */
import { tidyName } from '#src/contract/lib/lookAlike.ts'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#src/contract/resources.ts'
import { bodyOf, editable, makeRow, textsOf } from '#tests/support/rows.ts'
import { roleId } from './support/people.ts'
import { testServer, type TestServer, userId } from './support/server.ts'
import { env } from '#config/env.ts'

const file = path.resolve(import.meta.dirname, '../../../shared/data/adversarial/blns/blns.json')
const strings = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
const step = process.env.RUNS === '1' ? 1 : env.whole ? 8 : 96

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const ids = { role: roleId('student'), user: userId('student'), org: 'org-root' }

describe.skipIf(!strings.length)('naughty strings (skipped when ../shared/data is not there)', () => {
  it.each(editable)(
    'come back from every text of a %s as they were sent, or are refused by the name of the field',
    { timeout: 240_000 },
    async (name) => {
      const { path: at } = resources[name].line
      const { id } = await makeRow((key, args) => s.send(key, args, 'super'), name, { ids })
      const get = async () =>
        (await s.send(`GET ${at}/:id`, { params: { id } }, 'super')).body as unknown as Record<string, unknown>
      let now = await get()
      let taken = 0
      for (const [n, text] of strings.entries())
        for (const [m, field] of textsOf(name).entries()) {
          if ((n + m) % step) continue
          const body = { ...bodyOf(name, now), [field]: text, version: now.version }
          const r = await s.send(`PUT ${at}/:id`, { params: { id }, body }, 'super')
          const say = `${field} ${JSON.stringify(text)} ${r.raw.body.slice(0, 300)}`
          if (r.status === 200) {
            taken++
            now = await get()
            // a person's name is tidied: what reads alike is written alike
            expect([text, text.trim(), tidyName(text)], say).toContain(now[field])
          } else {
            expect([400, 409, 422], say).toContain(r.status)
            if (r.status === 422) expect(JSON.stringify(r.problem.details), say).toContain(`"${field}`)
          }
        }
      expect(taken).toBeGreaterThan(0)
    },
  )
})
