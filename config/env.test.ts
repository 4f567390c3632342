import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

describe('the environment', () => {
  it('has a working default for every variable', () => {
    expect(readEnv({})).toEqual({
      api: 'own',
      databaseUrl: undefined,
      hosts: undefined,
      production: false,
      simulationSpeed: 1,
      qemu: { system: '/', accel: 'tcg' },
      devApi: 'http://127.0.0.1:5175',
      devHost: 'http://127.0.0.1:5176',
      tool: {
        api: undefined,
        token: undefined,
        password: undefined,
        config: undefined,
        home: undefined,
        language: 'en-US',
      },
      chromiumPath: undefined,
      searchPath: '',
      ci: false,
      whole: false,
    })
  })

  it('treats an empty variable as one that is not set', () => {
    const empty = [
      'RANGE_API',
      'DATABASE_URL',
      'RANGE_HOSTS',
      'RANGE_TOKEN',
      'RANGE_CONFIG',
      'CHROMIUM_PATH',
      'CI',
      'WHOLE',
    ]
    expect(readEnv(Object.fromEntries(empty.map((name) => [name, ''])))).toEqual(readEnv({}))
  })

  it('refuses a word it does not know and says which variable it was, to whoever asks for it', () => {
    const wrong = readEnv({ RANGE_API: 'forein' })
    expect(() => wrong.api).toThrow("RANGE_API is 'forein'; it may be own or foreign.")
    expect(wrong.databaseUrl).toBeUndefined()
  })

  it('refuses a database that is not PostgreSQL without printing the address', () => {
    const wrong = () => readEnv({ DATABASE_URL: 'mysql://root:secret@db/range' }).databaseUrl
    expect(wrong).toThrow(/DATABASE_URL/)
    expect(wrong).not.toThrow(/secret/)
  })

  it('accepts both spellings of a PostgreSQL address', () => {
    expect(readEnv({ DATABASE_URL: 'postgres://db/range' }).databaseUrl).toBe('postgres://db/range')
    expect(readEnv({ DATABASE_URL: 'postgresql://db/range' }).databaseUrl).toBe('postgresql://db/range')
  })

  it('speaks the language of the first variable that names one', () => {
    const language = (from: Record<string, string>) => readEnv(from).tool.language
    expect(language({ LANG: 'zh_CN.UTF-8' })).toBe('zh-CN')
    expect(language({ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'de_DE' })).toBe('en-US')
    expect(language({ LANG: 'de_DE', LC_MESSAGES: 'C', LC_ALL: 'zh_TW' })).toBe('zh-CN')
    expect(language({ LANG: 'zh_CN', LC_ALL: '' })).toBe('zh-CN')
  })
})
