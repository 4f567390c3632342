/** Settings of a running platform by their names: `range config list`, `get`, `set`. */
import { type Setting, type SettingSection, settingSections, settingsOf } from '#src/contract/system/config.ts'
import { Argument } from 'commander'
import { z } from 'zod'
import { offered } from '../completion/complete.ts'
import { connectToServer } from '../context.ts'
import { CliError, exits, usageError } from '../errors.ts'
import type { RegisterCommand } from '../program.ts'
import { textOf } from '#src/contract/lib/typed.ts'

interface Where {
  api?: string
}
interface Place {
  section: SettingSection
  field: string
  setting: Setting
}
/** Every section has the same two routes; their own types are for forms. */
const Row = z.looseObject({ version: z.number() })
type Row = z.output<typeof Row>

const places: readonly Place[] = settingSections.flatMap((section) =>
  settingsOf(section).map(([field, setting]) => ({ section, field, setting })),
)

function placeOf(name: string): Place {
  const found = places.find((p) => p.setting.name === name)
  if (!found) throw usageError(`There is no setting “${name}”. All of them: range config list`)
  return found
}

/** What was typed as the setting takes it; `default` puts its default back. */
function settingValueOf({ name, field, default: by }: Setting, text: string): unknown {
  if (text === 'default') return by
  switch (field.kind) {
    case 'flag':
      if (text !== 'true' && text !== 'false') throw usageError(`${name} is true or false.`)
      return text === 'true'
    case 'number':
      if (!/^-?\d{1,9}$/.test(text)) throw usageError(`${name} is a whole number.`)
      return Number(text)
    default:
      return text === '' && by === null ? null : text
  }
}

const named = (): Argument => {
  const argument = new Argument('<name>', 'as `list` has it')
  offered.set(
    argument,
    places.map((p) => p.setting.name),
  )
  return argument
}

export const handleConfig: RegisterCommand = (parent, run, io) => {
  const own = parent
    .command('config')
    .description('settings of the platform: list, read and change them')
    .addHelpText(
      'after',
      `
Examples:
  range config list
  range config get session.idle
  range config set session.idle 60
  range config set system.name default`,
    )
  const sub = (name: string, about: string) =>
    own.command(name).description(about).option('--api <url>', 'address of the server')
  const at = (o: Where) => {
    const { send } = connectToServer(io, o.api)
    const call = async (method: 'GET' | 'PUT', section: SettingSection, body?: object) => {
      const path = `/config/${section}`
      return Row.parse(await send({ key: `${method} ${path}`, method, path, body }))
    }
    return {
      read: (section: SettingSection) => call('GET', section),
      save: (section: SettingSection, body: object) => call('PUT', section, body),
    }
  }
  const line = ({ section, field, setting }: Place, row: Row) => ({
    name: setting.name,
    section,
    value: row[field] ?? null,
    default: setting.default,
    unit: setting.unit ?? null,
  })

  sub('list', 'every setting with its value, its default and its unit').action(
    run(async (o: Where) => {
      const { read } = at(o)
      const rows = new Map(await Promise.all(settingSections.map(async (s) => [s, await read(s)] as const)))
      const data = places.flatMap((p) => {
        const row = rows.get(p.section)
        return row ? [line(p, row)] : []
      })
      return {
        data,
        table: {
          columns: ['name', 'value', 'default', 'unit'],
          rows: data.map((d) => [d.name, d.value, d.default, d.unit]),
        },
      }
    }),
  )
  sub('get', 'one setting')
    .addArgument(named())
    .action(
      run(async (name: string, o: Where) => {
        const place = placeOf(name)
        const data = line(place, await at(o).read(place.section))
        return { data, text: textOf(data.value) }
      }),
    )
  sub('set', 'change one setting')
    .addArgument(named())
    .argument('<value>', 'or `default`')
    .action(
      run(async (name: string, text: string, o: Where) => {
        const place = placeOf(name)
        const value = settingValueOf(place.setting, text)
        const { read, save } = at(o)
        const row = await read(place.section)
        const values = Object.fromEntries(settingsOf(place.section).map(([f]) => [f, row[f]]))
        const body = { ...values, [place.field]: value, version: row.version }
        const data = line(
          place,
          await save(place.section, body).catch((e: unknown) => {
            if (!(e instanceof CliError) || e.code !== 'validation') throw e
            throw new CliError(e.code, e.message, exits.usage, e.details)
          }),
        )
        return { data, text: `${name} is ${JSON.stringify(data.value)}.` }
      }),
    )
}
