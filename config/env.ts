/**
 * Every variable of the environment that anything of ours reads, with its meaning and its default: the README's table is this list. The rest
 * comes from `public/config.json` (the browser) or from the command line (the server, the CLI).
 */
interface Variable {
  by: 'server' | 'build' | 'development' | 'range' | 'tests'
  default: string
  meaning: string
}

export const variables = {
  DATABASE_URL: {
    by: 'server',
    default: 'the embedded database',
    meaning: 'address of a PostgreSQL server, `postgres://…`',
  },
  RANGE_HOSTS: { by: 'server', default: 'none', meaning: 'origins of host platforms, as `--hosts`, which wins' },
  RANGE_PACKAGES: {
    by: 'server',
    default: 'the next port',
    meaning: 'public address of the origin packages are played from, as `--packages`, which wins',
  },
  NODE_ENV: {
    by: 'server',
    default: '`development`',
    meaning:
      '`production` makes no demonstration, logs every call, and accepts neither hosts on other ports of this machine nor failures by name; `development` and `test` are the other words it may be',
  },
  RANGE_PEER: {
    by: 'server',
    default: 'where it listens',
    meaning: 'address at which other servers of the same PostgreSQL reach this one, `http://…`',
  },
  RANGE_QEMU_SYSTEM: {
    by: 'server',
    default: '`/`',
    meaning: 'folder with `boot/` and `lib/modules/` of the Linux that nodes without a disk image run',
  },
  RANGE_QEMU_ACCEL: {
    by: 'server',
    default: '`tcg`',
    meaning: 'what QEMU runs machines with: `tcg` anywhere, `kvm` where the host lends its processor',
  },
  PATH: { by: 'server', default: 'the system’s', meaning: 'folders where QEMU is looked for' },
  RANGE_SIMULATION_SPEED: {
    by: 'server',
    default: '`1`',
    meaning: 'how many times faster than life simulated machines boot, 1 to 100',
  },
  RANGE_FETCH_INSIDE: {
    by: 'server',
    default: 'none',
    meaning: 'networks that images may be fetched from although they are not public, as `10.1.0.0/16,fd00:1::/32`',
  },
  RANGE_API: {
    by: 'build',
    default: '`own`',
    meaning: '`foreign` builds for a platform with its own server: no failures by name',
  },
  RANGE_DEV_API: {
    by: 'development',
    default: '`http://127.0.0.1:5175`',
    meaning: 'where `npm run dev` finds the API',
  },
  RANGE_DEV_HOST: {
    by: 'development',
    default: '`http://127.0.0.1:5176`',
    meaning: 'where `npm run dev` finds the host platform',
  },
  RANGE_API_URL: { by: 'range', default: 'the one signed in to last', meaning: 'the API, as `--api`, which wins' },
  RANGE_TOKEN: { by: 'range', default: 'the one kept by `range login`', meaning: 'token of a session' },
  RANGE_PASSWORD: {
    by: 'range',
    default: 'asked for',
    meaning: 'password for `range login`, `range setup` and `range backup restore`',
  },
  RANGE_PASSPHRASE: { by: 'range', default: 'asked for', meaning: 'passphrase of an encrypted backup' },
  RANGE_CONFIG: { by: 'range', default: '`range` in `XDG_CONFIG_HOME`', meaning: 'folder of the kept tokens' },
  XDG_CONFIG_HOME: { by: 'range', default: '`~/.config`', meaning: 'folder of everybody’s settings' },
  LC_ALL: { by: 'range', default: '`LC_MESSAGES`', meaning: 'language of problems: Chinese for `zh…`, else English' },
  LC_MESSAGES: { by: 'range', default: '`LANG`', meaning: 'the same' },
  LANG: { by: 'range', default: 'English', meaning: 'the same' },
  CI: {
    by: 'tests',
    default: 'unset',
    meaning:
      'set to anything but `0` or `false`: a failed test is tried once more and named at the end if it holds then',
  },
  WHOLE: {
    by: 'tests',
    default: 'unset',
    meaning:
      'set to anything but `0` or `false`, as `npm run test:whole` does: suites that take a choice of each class take all, and the longest run too',
  },
  CHROMIUM_PATH: { by: 'tests', default: 'looked for', meaning: 'browser of the browser tests and the bench' },
  TEST_POSTGRES_BIN: { by: 'tests', default: 'looked for', meaning: 'folder of a PostgreSQL’s programs' },
  ENGINE: { by: 'tests', default: '`pglite`', meaning: '`postgres` runs the contract tests on PostgreSQL' },
  RUNS: {
    by: 'tests',
    default: 'each test’s own',
    meaning: 'runs of property tests, and times an exam’s page is killed',
  },
  FUZZ: { by: 'tests', default: 'each test’s own', meaning: 'damaged zips and backups' },
  KILLS: { by: 'tests', default: 'each test’s own', meaning: 'times a server is killed in the middle' },
  CUTS: { by: 'tests', default: '12', meaning: 'power cuts of the embedded database’s disk' },
  LOCK_RACES: { by: 'tests', default: '60', meaning: 'races for a data folder' },
  ATTACKS: {
    by: 'tests',
    default: '6',
    meaning: 'attacks through each text; `1000` is the whole proof, on a server of its own',
  },
  CYCLES: { by: 'tests', default: '100', meaning: 'times a host mounts and unmounts the app' },
  BIG: {
    by: 'tests',
    default: 'unset',
    meaning: '`1`: the memory tests send files of full size, a zip of 200 MB and an image of 2 GB',
  },
  TIMING: { by: 'tests', default: 'unset', meaning: '`1`: measures the time of a wrong sign-in and of a wrong flag' },
  UPDATE_ORACLE: { by: 'tests', default: 'unset', meaning: '`1`: writes down who may call what, to be read in review' },
  RANGE_TEST_URL: { by: 'tests', default: 'a server of their own', meaning: 'server of the browser tests' },
  RANGE_TEST_HOST_URL: { by: 'tests', default: 'the same server', meaning: 'host platform of the browser tests' },
} as const satisfies Record<string, Variable>

/** What the environment decides. Each value is checked when it is asked for, so that nobody fails for what is not his. */
export interface Env {
  /** `foreign` for a platform that is not ours; then no failure mock is compiled in. */
  readonly api: 'own' | 'foreign'
  readonly databaseUrl: string | undefined
  /** As they are written; the server looks whether they are origins. */
  readonly hosts: string | undefined
  /** As it is written; the server looks whether it is an address of packages. */
  readonly packages: string | undefined
  readonly production: boolean
  readonly peer: string | undefined
  /** As they are written; the server looks whether they are networks. */
  readonly fetchInside: string | undefined
  readonly qemu: { readonly system: string; readonly accel: 'tcg' | 'kvm' }
  /** Times as fast as life. */
  readonly simulationSpeed: number
  readonly devApi: string
  readonly devHost: string
  /** What the CLI is told. `config` is the folder of its profile; without it, it lies in `home`. */
  readonly tool: {
    readonly api: string | undefined
    readonly token: string | undefined
    readonly password: string | undefined
    readonly passphrase: string | undefined
    readonly config: string | undefined
    readonly home: string | undefined
    readonly language: 'en-US' | 'zh-CN'
  }
  readonly chromiumPath: string | undefined
  /** Folders where the system looks for programs, as it writes them. */
  searchPath: string
  readonly ci: boolean
  /** Tests take everything, not a choice of each class. */
  readonly whole: boolean
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>
type Name = keyof typeof variables

/** An empty variable is one that is not set. */
const word = (from: EnvironmentVariables, name: Name): string | undefined => from[name] || undefined

const isSet = (from: EnvironmentVariables, name: Name): boolean => !['', '0', 'false'].includes(word(from, name) ?? '')

function oneOf<const W extends string>(from: EnvironmentVariables, name: Name, words: readonly [W, ...W[]]): W {
  const value = word(from, name)
  if (value === undefined) return words[0]
  const known = words.find((w) => w === value)
  if (known === undefined)
    throw new Error(`${name} is '${value}'; it may be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`)
  return known
}

/** An address is never repeated in the message: it may hold a password. */
function url(from: EnvironmentVariables, name: Name, schemes: readonly string[]): string | undefined {
  const value = word(from, name)
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
    throw new Error(`${name} is no ${schemes.map((s) => `${s}//`).join(' or ')} address.`)
  return value
}

/** Whatever is read from it throws, with the variable's name, when the value cannot be meant. */
export const readEnv = (from: EnvironmentVariables): Env => ({
  get api() {
    return oneOf(from, 'RANGE_API', ['own', 'foreign'])
  },
  get databaseUrl() {
    return url(from, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  },
  hosts: word(from, 'RANGE_HOSTS'),
  packages: word(from, 'RANGE_PACKAGES'),
  get production() {
    return oneOf(from, 'NODE_ENV', ['development', 'production', 'test']) === 'production'
  },
  get peer() {
    return url(from, 'RANGE_PEER', ['http:', 'https:'])
  },
  fetchInside: word(from, 'RANGE_FETCH_INSIDE'),
  qemu: {
    system: word(from, 'RANGE_QEMU_SYSTEM') ?? '/',
    get accel() {
      return oneOf(from, 'RANGE_QEMU_ACCEL', ['tcg', 'kvm'])
    },
  },
  get simulationSpeed() {
    const speed = Number(word(from, 'RANGE_SIMULATION_SPEED') ?? 1)
    if (speed >= 1 && speed <= 100) return speed
    throw new Error(`RANGE_SIMULATION_SPEED is '${word(from, 'RANGE_SIMULATION_SPEED')}'; it may be 1 to 100.`)
  },
  get devApi() {
    return url(from, 'RANGE_DEV_API', ['http:', 'https:']) ?? 'http://127.0.0.1:5175'
  },
  get devHost() {
    return url(from, 'RANGE_DEV_HOST', ['http:', 'https:']) ?? 'http://127.0.0.1:5176'
  },
  tool: {
    api: word(from, 'RANGE_API_URL'),
    token: word(from, 'RANGE_TOKEN'),
    password: word(from, 'RANGE_PASSWORD'),
    passphrase: word(from, 'RANGE_PASSPHRASE'),
    config: word(from, 'RANGE_CONFIG'),
    home: word(from, 'XDG_CONFIG_HOME'),
    language: /^zh/i.test(word(from, 'LC_ALL') ?? word(from, 'LC_MESSAGES') ?? word(from, 'LANG') ?? '')
      ? 'zh-CN'
      : 'en-US',
  },
  chromiumPath: word(from, 'CHROMIUM_PATH'),
  searchPath: word(from, 'PATH') ?? '',
  ci: isSet(from, 'CI'),
  whole: isSet(from, 'WHOLE'),
})

export const env: Env = readEnv(process.env)
