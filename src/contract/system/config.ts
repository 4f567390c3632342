/**
 * Every setting an administrator may change, said once: its name in the table of settings, what it holds, its default, unit and bounds.
 * The server, the forms, the operators' tool and the tests read this; the schemas in `config.schema.ts` are made of it.
 */
import { type Field, field } from '../lib/resource.ts'
import { licenceLimits } from '../license/licence.ts'
import { limits, rateLimits, sessionDefaults } from '../limits.ts'
import type { ThresholdRule } from '../operation/alarm.ts'
import type { PictureUse } from '../picture/picture.ts'
import { sceneDrivers } from '../scene/driver.ts'
import { defaultPolicy } from '../rules.ts'
import type { ScreenName } from '../screens/index.ts'
import { isOneOf, keysOf } from '../lib/typed.ts'

type Unit =
  | 'characters'
  | 'ms'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'months'
  | 'percent'
  | 'gib'
  | 'times'
  | 'sessions'
  | 'scenes'
  | 'people'
  | 'per_minute'

export interface Setting<T = unknown> {
  /** In the table of settings. */
  name: string
  field: Field
  default: T
  /** Bounds of a number, or of a text's width; a text whose default is empty may be empty. */
  min?: number
  max?: number
  unit?: Unit
}

interface Bounds {
  min: number
  max: number
}
const flag = (name: string, by: boolean): Setting<boolean> => ({ name, field: field.flag, default: by })
const figure = (name: string, by: number, { min, max }: Bounds, unit?: Unit): Setting<number> => ({
  name,
  field: field.number,
  default: by,
  min,
  max,
  ...(unit ? { unit } : {}),
})
const text = (name: string, { min, max }: Bounds): Setting<string> => ({
  name,
  field: field.text,
  default: '',
  min,
  max,
})
const one = <const O extends readonly string[]>(name: string, options: O, by: O[number]): Setting<O[number]> => ({
  name,
  field: field.one(options),
  default: by,
})
const maybe = <const O extends readonly string[]>(name: string, options: O): Setting<O[number] | null> => ({
  name,
  field: field.one(options),
  default: null,
})
/** Empty: none. */
const picture = (name: string, use: PictureUse): Setting<string> => ({
  name,
  field: { kind: 'picture', use },
  default: '',
})
const ref = (name: string, to: string): Setting<string | null> => ({ name, field: field.ref(to), default: null })

const { graceDays } = licenceLimits
/** Days after which something is cleared; 0 keeps it for ever. */
const keptDays = { min: 0, max: 3650 }

export const settings = {
  basics: {
    /** Empty: the product's own name in the viewer's language. */
    system_name: text('system.name', limits.name),
    /** In the place of mark and name. */
    logo: picture('system.logo', 'logo'),
    copyright: text('system.copyright', { min: 0, max: 120 }),
    /** Null: what `public/config.json` says. */
    language: maybe('system.language', ['en-US', 'zh-CN']),
    theme: maybe('system.theme', ['theme-dark', 'theme-light']),
    /** IANA zone in which timetables are meant; empty: that of the server. */
    time_zone: text('system.time_zone', { min: 0, max: 60 }),
  },
  registration: {
    register_button: flag('registration.button', true),
    register_review: flag('registration.review', true),
    /** Null: the role `normal` that ships. */
    register_role: ref('registration.role', 'role'),
    /** Registrations from one network within an hour; 0: as many as come. A class registers from one address. */
    register_most: figure('registration.most', 100, { min: 0, max: 10_000 }, 'people'),
    /** Applications that wait for review at once, of all networks together; 0: as many as come. */
    register_waiting: figure('registration.waiting', 1000, { min: 0, max: 100_000 }, 'people'),
    /** An application that nobody reviewed is removed after so long. */
    register_days: figure('registration.days', 30, keptDays, 'days'),
  },
  password: {
    // the two ranges touch and do not overlap, so that no policy can be one that nobody can obey
    min: figure('password.min', defaultPolicy.min, { min: limits.password.min, max: 16 }, 'characters'),
    max: figure('password.max', defaultPolicy.max, { min: 16, max: limits.password.max }, 'characters'),
    kinds: figure('password.kinds', defaultPolicy.kinds, { min: 2, max: 3 }),
    strict: flag('password.strict', defaultPolicy.strict),
    /** 0: never. */
    expires_days: figure('password.expires_days', defaultPolicy.expires_days, { min: 0, max: 3650 }, 'days'),
    history: figure('password.history', defaultPolicy.history, { min: 0, max: 24 }),
  },
  session: {
    idle: figure('session.idle', sessionDefaults.idle / 60, { min: 5, max: 1440 }, 'minutes'),
    absolute: figure('session.absolute', sessionDefaults.absolute / 3600, { min: 1, max: 168 }, 'hours'),
    /** 0: as many as he likes. */
    most: figure('session.most', 0, { min: 0, max: 100 }, 'sessions'),
    failures: figure('session.failures', rateLimits['sign-in'].account.max, { min: 3, max: 100 }, 'times'),
    lock: figure('session.lock', rateLimits['sign-in'].account.per / 60, { min: 1, max: 1440 }, 'minutes'),
  },
  course: {
    extension_minutes: figure('course.extension_minutes', 30, { min: 5, max: 240 }, 'minutes'),
    /** 0: a scene cannot be extended. */
    extensions: figure('course.extensions', 3, { min: 0, max: 20 }, 'times'),
  },
  scenes: {
    /** Runs scenes that do not say what runs them. */
    scene_driver: one('scene.driver', sceneDrivers, 'simulated'),
    /** Whoever starts a scene may choose another driver for it. */
    scene_choice: flag('scene.choice', true),
    /** Of those practice made for one learner; 0: as many as he likes. Three are usual (GZCTF, `ContainerPolicy`). */
    scene_most: figure('scene.most', 3, { min: 0, max: 100 }, 'scenes'),
  },
  licence: {
    grace_days: figure('licence.grace_days', graceDays.default, { min: 0, max: graceDays.max }, 'days'),
  },
  clearing: {
    auto: flag('clearing.auto', false),
    every: figure('clearing.every', 7, { min: 1, max: 365 }, 'days'),
    log_days: figure('clearing.log_days', 180, keptDays, 'days'),
    message_days: figure('clearing.message_days', 0, keptDays, 'days'),
    import_days: figure('clearing.import_days', 180, keptDays, 'days'),
    session_days: figure('clearing.session_days', 30, keptDays, 'days'),
    upload_days: figure('clearing.upload_days', 1, keptDays, 'days'),
    recording_months: figure('clearing.recording_months', 6, { min: 0, max: 60 }, 'months'),
    recording_space: figure('clearing.recording_space', 0, { min: 0, max: 100_000 }, 'gib'),
    files_after: one('clearing.files_after', ['never', 'three_months', 'six_months'], 'never'),
  },
  // from which value on a rule of that name is abnormal
  alarms: {
    cpu: figure('alarm.cpu', 90, { min: 10, max: 100 }, 'percent'),
    memory: figure('alarm.memory', 90, { min: 10, max: 100 }, 'percent'),
    disk: figure('alarm.disk', 85, { min: 10, max: 100 }, 'percent'),
    event_loop: figure('alarm.event_loop', 250, { min: 10, max: 10_000 }, 'ms'),
    online: figure('alarm.online', 1000, { min: 1, max: 100_000 }, 'people'),
    failed_sign_ins: figure('alarm.failed_sign_ins', 30, { min: 1, max: 10_000 }, 'per_minute'),
    /** Work that is due and not begun. */
    queue: figure('alarm.queue', 50, { min: 1, max: 10_000 }),
    /** Services that are not running. */
    services: figure('alarm.services', 1, { min: 1, max: 100 }),
  } satisfies Record<ThresholdRule, Setting<number>>,
  store: {
    /** Of one person's files in the image store; 0: as much as there is. */
    store_quota: figure('store.quota', 100, { min: 0, max: 100_000 }, 'gib'),
    /** Stays free of the disk whatever is uploaded. */
    store_watermark: figure('store.watermark', 1, { min: 0, max: 10_000 }, 'gib'),
    /** Largest video of a lesson. */
    store_video: figure('store.video', 1, { min: 1, max: 20 }, 'gib'),
  },
  backup: {
    backup_auto: flag('backup.auto', true),
    backup_every: figure('backup.every', 1, { min: 1, max: 1440 }),
    backup_unit: one('backup.unit', ['minutes', 'days'], 'days'),
    /** Backups kept; an older one goes when a newer one is whole. */
    backup_keep: figure('backup.keep', 7, { min: 1, max: 100 }),
  },
} as const satisfies Record<string, Record<string, Setting>>

export type SettingSection = keyof typeof settings
/** Sections that are settings, in their order. */
export const settingSections = keysOf(settings)
/** Everything the page shows: the settings, and what has rules of its own. */
export const configSections = [...settingSections, 'network', 'nodes'] as const
export type ConfigSection = SettingSection | 'network' | 'nodes'

type ValueOf<S> = S extends Setting<infer T> ? T : never
/** The values of a section by the names its form has for them. */
export type SectionValues<S extends SettingSection> = {
  -readonly [F in keyof (typeof settings)[S]]: ValueOf<(typeof settings)[S][F]>
}
type Fields<S> = S extends SettingSection ? keyof (typeof settings)[S] & string : never
export type SettingField = Fields<SettingSection>

/** Settings of a section as a list. */
export const settingsOf = (section: SettingSection): [field: string, Setting][] => Object.entries(settings[section])

export const configScreens: readonly ScreenName[] = ['system-config']

/** Bounds of an interval between backups, which depend on its unit. */
export const backupEvery = { minutes: { min: 10, max: 1440 }, days: { min: 1, max: 365 } } as const

/** Whether a stored value still is one that the setting takes. */
export function isSettingValue(s: Setting, value: unknown): boolean {
  if (value === null) return s.default === null
  switch (s.field.kind) {
    case 'flag':
      return typeof value === 'boolean'
    case 'number':
      return (
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= (s.min ?? -Infinity) &&
        value <= (s.max ?? Infinity)
      )
    case 'one':
      return isOneOf(s.field.options, value)
    default:
      return typeof value === 'string'
  }
}
