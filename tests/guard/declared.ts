/**
 * What a resource or a screen still lacks, in plain sentences: `npm run check` says them before the type checker says the same in its own
 * words, and `declared.test.ts` holds the tree to them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { libraries } from '#src/contract/dashboard/blocks.ts'
import type { Field, ResourceSpec } from '#src/contract/lib/resource.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import { resourceSpecs, type ResourceName } from '#src/contract/lines.ts'
import { resources } from '#src/contract/resources.ts'
import { screens } from '#src/contract/screens/index.ts'

const root = new URL('../../', import.meta.url).pathname
const read = (file: string): string => readFileSync(root + file, 'utf8')
const below = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
const textOf = (folder: string): string => below(folder).map(read).join('\n')

const locales = ['en-US', 'zh-CN'] as const
const dictionaryOf = async (file: string): Promise<Record<string, string>> =>
  existsSync(root + file)
    ? ((await import(pathToFileURL(root + file).href)) as { default: Record<string, string> }).default
    : {}

/** Fields that people write, and the one that names a row. */
const namedFields = (name: ResourceName, line: ResourceSpec): string[] => [
  ...new Set([line.label, ...Object.keys(resources[name].schema.body.shape)]),
]

async function wordsMissing(name: ResourceName, line: ResourceSpec): Promise<string[]> {
  const dictionary = line.words ?? line.area
  const missing: string[] = []
  for (const locale of locales) {
    const at = `src/i18n/${locale}`
    const own = await dictionaryOf(`${at}/${dictionary}.ts`)
    const kit = await dictionaryOf(`${at}/kit.ts`)
    const trail = await dictionaryOf(`${at}/audit.ts`)
    const library = libraries.includes(name)
    const keys = library ? [`${name}.one`, `${name}.many`].filter((key) => !own[key]) : []
    for (const field of namedFields(name, line)) {
      if (kit[`kit.field.${field}`]) continue
      if (!own[`${name}.field.${field}`]) keys.push(`${name}.field.${field}`)
      const f: Field | undefined = line.fields[field]
      if (f?.kind === 'one') keys.push(...f.options.map((o) => `${name}.${field}.${o}`).filter((key) => !own[key]))
    }
    if (keys.length) missing.push(`resource ${name} has no words in ${at}/${dictionary}.ts: ${keys.join(', ')}`)
    const said = [`audit.entity.${name}`, ...(library ? [`dashboard.resource.${name}`] : [])]
    const unsaid = said.filter((key) => !trail[key])
    if (unsaid.length) missing.push(`resource ${name} has no name in ${at}/audit.ts: ${unsaid.join(', ')}`)
  }
  return missing
}

/** @returns one sentence for each thing that is not there */
export async function undeclared(): Promise<string[]> {
  const missing: string[] = []
  const say = (is: boolean, sentence: string) => void (is || missing.push(sentence))

  const bare = Object.entries(resources).filter(([, { schema }]) => !schema)
  // of one without rules no route can be made
  if (bare.length) return bare.map(([name]) => `resource ${name} has no rules in src/contract/resources.ts`)
  const routes = Object.keys((await import('#src/contract/api.ts')).api)
  // one whose routes are its area's own is no resource of the registry
  for (const file of below('src/contract'))
    for (const [, name = '', path = ''] of read(file).matchAll(
      /\bresource<[^>]*>\(\)\(\s*'([\w-]+)',[^]*?\bpath: '([^']+)'/g,
    ))
      say(
        Object.hasOwn(resourceSpecs, name) || routes.includes(`GET ${path}`),
        `resource ${name} of ${file} is not in src/contract/lines.ts`,
      )

  const keys = read('src/i18n/keys.ts')
  const dictionaries = below('src/i18n/en-US').map((file) => file.slice('src/i18n/en-US/'.length, -'.ts'.length))
  for (const name of dictionaries)
    say(keys.includes(`'./en-US/${name}.ts'`), `dictionary ${name} is not in src/i18n/keys.ts`)

  const server = textOf('mock/areas')
  const oracle = read('tests/contract/permissions.oracle.json')
  const subjects = new Set(routes.map((key) => splitKey(key)[1].split('/')[1]))
  for (const [key, line] of Object.entries<ResourceSpec>(resourceSpecs)) {
    const name = key as ResourceName
    missing.push(...(await wordsMissing(name, line)))
    say(
      line.plain || server.includes(`'${name}'`),
      `resource ${name} has nobody to serve it: \`plain: true\` in its declaration, or crud('${name}', hooks) in mock/areas`,
    )
    say(
      oracle.includes(`"GET ${line.path}`),
      `resource ${name} is not among the agreed permissions: UPDATE_ORACLE=1 npx vitest run --config config/test/vitest.config.ts tests/contract/permissions.test.ts`,
    )
    say(line.page !== undefined, `resource ${name} says no screen that shows a row of it: \`page\` in its declaration`)
    for (const subject of line.touches ?? [])
      say(subjects.has(subject), `resource ${name} touches "${subject}", which is the first word of no path`)
  }

  const all = read('src/app/inside/views.ts')
  const views = below('src/features').filter((file) => file.endsWith('/views.ts'))
  for (const file of views)
    for (const [, name = ''] of read(file).matchAll(/export const (\w+Views)\b/g))
      say(all.includes(`...${name},`), `${name} of ${file} is not in src/app/inside/views.ts`)
  const viewed = views.map(read).join('\n')
  for (const { name, built } of screens)
    say(!built || new RegExp(`['\\s]${name}'?: `).test(viewed), `screen ${name} has no view in src/features/*/views.ts`)
  return missing
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const missing = await undeclared()
  process.stdout.write(missing.map((sentence) => `${sentence}\n`).join(''))
  process.exitCode = missing.length ? 1 : 0
}
