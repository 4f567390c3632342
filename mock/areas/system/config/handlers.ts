/** Reading and saving the sections of the configuration. */
import { isTimeZone } from '#src/contract/lib/zone.ts'
import { settingSections, settingsOf, type SectionValues, type SettingSection } from '#src/contract/system/config.ts'
import { hiddenIn } from '#src/contract/lib/oneLine.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { holdPicture } from '#mock/areas/picture/hold.ts'
import { retimeSessions } from '#mock/areas/session/sessions.ts'
import { type Ctx, Fail, type Handlers, type Platform, type Caller } from '#mock/http/request/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { publish } from '#mock/live/publish.ts'
import { mayRegisterAs } from './registration.ts'
import { lockSection, raiseVersion, readSection, valuesIn, sectionOf } from './section.ts'

interface Change<S extends SettingSection> {
  q: Queryable
  who: Caller
  platform: Platform
  before: SectionValues<S>
  values: SectionValues<S>
}
/** What a section refuses besides what its schema does, and what follows from its being saved. */
interface More<S extends SettingSection> {
  check?(c: Change<S>): Promise<FieldProblem[]>
  saved?(c: Change<S>): Promise<void>
}
const more: { [S in SettingSection]?: More<S> } = {
  basics: {
    check: async ({ values }) =>
      values.time_zone === '' || isTimeZone(values.time_zone) ? [] : [{ path: 'time_zone', rule: 'time_zone' }],
    saved: ({ q, who, platform, before, values }) =>
      holdPicture(
        q,
        { holder: 'config:basics:logo', path: 'logo', use: 'logo', before: before.logo, after: values.logo },
        { by: who.id, at: platform.now() },
      ),
  },
  registration: { check: ({ q, who, values }) => mayRegisterAs(q, who, values.register_role) },
  session: {
    saved: ({ q, platform, values }) =>
      retimeSessions(q, { idle: values.idle * 60, absolute: values.absolute * 3600 }, platform.now()),
  },
}

const fieldsOf = (section: SettingSection) =>
  Object.fromEntries(settingsOf(section).map(([name, { field }]) => [name, field]))

type Routes = `${'GET' | 'PUT'} /config/${SettingSection}`
type Call = Ctx<'PUT /config/basics'>

function sectionHandlers<S extends SettingSection>(section: S) {
  const rules = more[section] as More<S> | undefined
  return {
    [`GET /config/${section}`]: ({ q, who }: Call) => readSection(q, section, who),
    async [`PUT /config/${section}`]({ q, body, who, platform, audit }: Call) {
      const now = platform.now()
      await lockSection(q, section, now)
      const before = await readSection(q, section, who)
      const { version, ...given } = body
      if (version !== before.version) throw new Fail('stale_version', { current: before })
      const values = sectionOf<S>(Object.entries(given))
      const change = { q, who, platform, before: valuesIn(section, before), values }
      const fields = [
        ...hiddenIn(fieldsOf(section), values as Record<string, unknown>, change.before as Record<string, unknown>),
        ...((await rules?.check?.(change)) ?? []),
      ]
      if (fields.length) throw new Fail('validation', { fields, in: 'body' })
      for (const [field, setting] of settingsOf(section)) {
        const value = (values as Record<string, unknown>)[field]
        if (value !== (before as Record<string, unknown>)[field])
          await platform.settings.put(q, setting.name, value === setting.default ? undefined : value, who.id)
      }
      await raiseVersion(q, section, who.id, now)
      await rules?.saved?.(change)
      await publish(q, 'settings', 'all')
      const after = await readSection(q, section, who)
      audit({ entity: 'config', id: section, before: valuesIn(section, before), after: valuesIn(section, after) })
      return after
    },
  }
}

export const configHandlers: Pick<Handlers, Routes> = Object.assign({}, ...settingSections.map(sectionHandlers))
