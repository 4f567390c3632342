/**
 * What the process environment decides, read and checked once. Everything else comes from `public/config.json` (the browser)
 * or from the command line (the server, the CLI).
 */
export interface Env {
  /** `RANGE_API`: `own` for the stand-in server, `foreign` for a platform that is not ours; then no failure mock is compiled in. */
  readonly api: 'own' | 'foreign'
  /** `DATABASE_URL`: a PostgreSQL server instead of the embedded database. */
  readonly databaseUrl: string | undefined
  /** `CHROMIUM_PATH`: the browser of the browser tests. */
  readonly chromiumPath: string | undefined
  /** `RANGE_DEV_API` and `RANGE_DEV_HOST`: where the development server finds the API and the host platform's pages. */
  readonly devApi: string
  readonly devHost: string
  readonly ci: boolean
}

type Variables = Readonly<Record<string, string | undefined>>

function oneOf<const W extends string>(from: Variables, name: string, words: readonly [W, ...W[]]): W {
  const value = from[name]
  if (value === undefined || value === '') return words[0]
  const word = words.find((w) => w === value)
  if (word === undefined) throw new Error(`${name} is '${value}'; it may be ${words.join(' or ')}`)
  return word
}

function url(from: Variables, name: string, schemes: readonly string[]): string | undefined {
  const value = from[name]
  if (value === undefined || value === '') return undefined
  if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
    throw new Error(`${name} is no ${schemes.map((s) => `${s}//`).join(' or ')} address`)
  return value
}

/** Throws with the variable's name when a value cannot be meant; an address is never repeated, it may hold a password. */
export function readEnv(from: Variables): Env {
  return {
    api: oneOf(from, 'RANGE_API', ['own', 'foreign']),
    databaseUrl: url(from, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    chromiumPath: from.CHROMIUM_PATH || undefined,
    devApi: url(from, 'RANGE_DEV_API', ['http:', 'https:']) ?? 'http://127.0.0.1:5175',
    devHost: url(from, 'RANGE_DEV_HOST', ['http:', 'https:']) ?? 'http://127.0.0.1:5176',
    ci: !['', '0', 'false'].includes(from.CI ?? ''),
  }
}

export const env: Env = readEnv(process.env)
