/** The settings as the kit's forms know a resource: a row is a section, its id the section's name. */
import type { Field } from '../../../contract/lib/resource.ts'
import { configScreens, settings, type SettingField } from '../../../contract/system/config.ts'
import type { MessageKey } from '../../../i18n/index.ts'
import type { AnyResource } from '../../../kit/resource/words.ts'

/** Every setting has its label: one that the dictionary lacks does not compile. */
type Labelled = `config.field.${SettingField}` extends MessageKey ? string : never
const name: Labelled = 'config'

export const config: AnyResource = {
  name,
  area: 'system',
  path: '/config',
  label: 'id',
  fields: Object.fromEntries(
    Object.values(settings).flatMap((section) =>
      Object.entries(section).map(([field, s]): [string, Field] => [field, s.field]),
    ),
  ),
  find: [],
  filter: [],
  sort: [],
  order: 'id',
  unique: [],
  verbs: ['get', 'update'],
  read: configScreens,
  write: configScreens,
}
