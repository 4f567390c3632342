import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

describe('the environment', () => {
  it('has a working default for every variable', () => {
    expect(readEnv({})).toMatchObject({ api: 'own', databaseUrl: undefined, chromiumPath: undefined, ci: false })
  })

  it('treats an empty variable as one that is not set', () => {
    expect(readEnv({ RANGE_API: '', DATABASE_URL: '', CHROMIUM_PATH: '', CI: '' })).toEqual(readEnv({}))
  })

  it('refuses a word it does not know and says which variable it was', () => {
    expect(() => readEnv({ RANGE_API: 'forein' })).toThrow(/RANGE_API is 'forein'; it may be own or foreign/)
  })

  it('refuses a database that is not PostgreSQL without printing the address', () => {
    const wrong = () => readEnv({ DATABASE_URL: 'mysql://root:secret@db/range' })
    expect(wrong).toThrow(/DATABASE_URL/)
    expect(wrong).not.toThrow(/secret/)
  })

  it('accepts both spellings of a PostgreSQL address', () => {
    expect(readEnv({ DATABASE_URL: 'postgres://db/range' }).databaseUrl).toBe('postgres://db/range')
    expect(readEnv({ DATABASE_URL: 'postgresql://db/range' }).databaseUrl).toBe('postgresql://db/range')
  })
})
