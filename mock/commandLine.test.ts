import { describe, expect, it } from 'vitest'
import { Plain, readStart } from './commandLine.ts'

describe('the command line', () => {
  it('needs nothing: this machine, port 8080, with the demonstration', () => {
    expect(readStart([], {})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      demo: true,
      reset: undefined,
      databaseUrl: undefined,
      hosts: [],
      trustProxy: false,
      development: true,
      log: 'warn',
    })
  })

  it('makes no demonstration in production unless it is told to', () => {
    const production = { NODE_ENV: 'production' }
    expect(readStart([], production)).toMatchObject({ demo: false, development: false, log: 'info' })
    expect(readStart(['--demo'], production)).toMatchObject({ demo: true })
    expect(readStart(['--no-demo'], {})).toMatchObject({ demo: false })
  })

  it('knows where the passwords everybody knows may be used: on this machine, by itself, and not in production', () => {
    const published = (args: string[], env = {}) => readStart(args, env)?.published
    expect(published([])).toBe(true)
    for (const host of ['localhost', '127.0.0.1', '127.3.2.1', '::1']) expect(published(['--host', host])).toBe(true)
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'range.lan', '127.0.0.1.evil.example', 'localhost.lan'])
      expect([host, published(['--host', host])]).toEqual([host, false])
    expect(published(['--trust-proxy', '127.0.0.1'])).toBe(false)
    expect(published([], { NODE_ENV: 'production' })).toBe(false)
    expect(published(['--demo'], { NODE_ENV: 'production' })).toBe(false)
    expect(readStart(['--new-passwords'], {})).toMatchObject({ newPasswords: true })
    expect(readStart([], {})).toMatchObject({ newPasswords: false })
  })

  it('refuses a word for NODE_ENV that it does not know, instead of taking it for development', () => {
    for (const word of ['prod', 'Production', 'staging'])
      expect(() => readStart([], { NODE_ENV: word })).toThrow(
        new Plain(`NODE_ENV is '${word}'; it may be development, production or test.`),
      )
    for (const word of ['', 'development', 'test'])
      expect(readStart([], { NODE_ENV: word })).toMatchObject({ development: true })
    expect(readStart([], { NODE_ENV: 'production' })).toMatchObject({ development: false })
  })

  it('trusts proxies by address or network, and says so of anything else', () => {
    const trusted = (said: string) => readStart(['--trust-proxy', said], {})?.trustProxy
    expect(trusted('127.0.0.1')).toBe('127.0.0.1')
    expect(trusted('10.0.0.0/24, fd00::1,2001:db8::/32')).toBe('10.0.0.0/24,fd00::1,2001:db8::/32')
    for (const said of [
      'localhost',
      'proxy.internal',
      'banana',
      '10.0.0.0/99',
      '0.0.0.0/0',
      '10.0.0.2,proxy',
      'true',
      '1',
    ])
      expect(() => trusted(said)).toThrow(
        new Plain(
          `'${said.split(',').at(-1)}' is no address or network for --trust-proxy; write 10.0.0.2 or 10.0.0.0/24, several separated by commas.`,
        ),
      )
    expect(() => trusted('')).toThrow(Plain)
    expect(() => trusted(' , ')).toThrow(Plain)
  })

  it('takes hosts from the option or the environment, the option first', () => {
    expect(readStart([], { RANGE_HOSTS: 'https://a.example, https://b.example:1' })?.hosts).toEqual([
      'https://a.example',
      'https://b.example:1',
    ])
    expect(readStart(['--hosts', 'https://c.example'], { RANGE_HOSTS: 'https://a.example' })?.hosts).toEqual([
      'https://c.example',
    ])
  })

  it('plays packages from the port beside, from another, from a public name, or not at all', () => {
    const packages = (args: string[], env: Record<string, string> = {}) => readStart(args, env)?.packages
    expect(packages([])).toEqual({ port: 8081, said: false, origin: undefined })
    expect(packages(['--port', '9000', '--package-port', '9100'])).toEqual({
      port: 9100,
      said: true,
      origin: undefined,
    })
    expect(packages(['--package-port', '0'])).toBeUndefined()
    expect(packages(['--port', '65535'])).toBeUndefined()
    const env = { RANGE_PACKAGES: 'https://a.example' }
    expect(packages([], env)?.origin).toBe('https://a.example')
    expect(packages(['--packages', 'https://*.b.example'], env)?.origin).toBe('https://*.b.example')
  })

  it('takes the name of the database to be emptied in the same word only', () => {
    const env = { DATABASE_URL: 'postgres://u:secret@db/range' }
    expect(readStart(['--reset=range'], env)).toMatchObject({ reset: { name: 'range' }, databaseUrl: env.DATABASE_URL })
    expect(readStart(['--reset', '--no-demo'], env)).toMatchObject({ reset: { name: undefined }, demo: false })
    expect(() => readStart(['--reset', 'range'], env)).toThrow(Plain)
    expect(readStart(['--reset'], {})?.reset).toEqual({ name: undefined })
    expect(() => readStart(['--reset=range'], {})).toThrow(/DATABASE_URL is not set. Nothing was emptied/)
  })

  it('says what is wrong with a variable, and nothing of an address', () => {
    const wrong = () => readStart([], { DATABASE_URL: 'mysql://root:secret@db/range' })
    expect(wrong).toThrow(Plain)
    expect(wrong).not.toThrow(/secret/)
  })

  it.each([
    ['--port', '80a'],
    ['--port', '70000'],
    ['--hosts', 'https://a.example/app'],
    ['--package-port', '70000'],
    ['--package-port', '8080'],
    ['--packages', 'https://a.example/x'],
    ['--packages', '*.example'],
    ['--log', 'loud'],
    ['--unknown'],
    ['stray'],
  ])('says what is wrong with %s %s', (...args) => {
    expect(() => readStart(args, {})).toThrow(Plain)
  })

  it('only explains itself when asked to', () => {
    expect(readStart(['--help'], {})).toBeUndefined()
  })
})
