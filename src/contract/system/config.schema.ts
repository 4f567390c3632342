/** The schemas of the settings, made of their description: what a section's form sends, and what the server answers. */
import { z } from 'zod'
import { Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { Picture } from '../picture/routes.ts'
import { rulesOver } from '../lib/whole.ts'
import {
  backupEvery,
  type SectionValues,
  type Setting,
  type SettingSection,
  settings,
  settingSections,
} from './config.ts'
import { recordOf } from '../lib/typed.ts'

/** What one setting takes. */
export function schemaOf(s: Setting): z.ZodType {
  const { min = 0, max = 1000, field: f } = s
  const base = (): z.ZodType => {
    switch (f.kind) {
      case 'flag':
        return z.boolean()
      case 'number':
        return z.number().int().min(min).max(max)
      case 'one':
        return z.enum(f.options)
      case 'picture':
        return Picture
      case 'ref':
        return z.string().min(1).max(64)
      default:
        return s.default === '' && min > 0 ? z.literal('').or(sized(z.string(), min, max)) : sized(z.string(), min, max)
    }
  }
  return s.default === null ? base().nullable() : base()
}

/** Rules that are about more than one setting of a section. */
const together = {
  session: rulesOver<SectionValues<'session'>>()(['idle', 'absolute'], ({ idle, absolute }) =>
    idle > absolute * 60 ? [{ path: 'idle', rule: 'max', params: { max: absolute * 60 } }] : [],
  ),
  backup: rulesOver<SectionValues<'backup'>>()(['backup_every', 'backup_unit'], (v) => {
    const { min, max } = backupEvery[v.backup_unit]
    if (v.backup_every < min) return [{ path: 'backup_every', rule: 'min', params: { min } }]
    return v.backup_every > max ? [{ path: 'backup_every', rule: 'max', params: { max } }] : []
  }),
}

const shapeOf = (section: SettingSection): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(settings[section]).map(([name, s]) => [name, schemaOf(s)]))

function obeying<O extends z.ZodObject>(section: SettingSection, schema: O): O {
  if (section !== 'session' && section !== 'backup') return schema
  const [rule, when] = together[section]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is the section's, whose values the rule is about
  return schema.superRefine(rule as never, when)
}

const each = <T>(make: (section: SettingSection) => T): Record<SettingSection, T> => recordOf(settingSections, make)

/** What a section's form holds. */
export const sectionBodies = each((s) => obeying(s, z.strictObject(shapeOf(s))))
/** The same with the version it was read at, as it is sent. */
export const sectionChanges = each((s) => obeying(s, z.strictObject({ ...shapeOf(s), version: z.number().int() })))

const Standing = {
  version: z.number().int(),
  /** Null: never changed here. */
  updated_at: Timestamp.nullable(),
  /** Name of whoever changed it last. */
  updated_by: z.string(),
  can: z.array(z.string()),
}
/** Stored values are looked at when they are read, so an answer needs to say their types only. */
export const sectionRows = each((s) => z.object({ id: z.literal(s), ...Standing, ...shapeOf(s) }))

export type SectionRow<S extends SettingSection> = SectionValues<S> & {
  id: S
  version: number
  updated_at: string | null
  updated_by: string
  can: string[]
}
