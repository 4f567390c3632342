/** Settings as the server's own code asks for them: a section at a time, typed, a value that no longer fits as its default. */
import { isSettingValue, type SectionValues, type SettingSection, settingsOf } from '#src/contract/system/config.ts'
import type { SettingsStore } from './http/request/handler.ts'

/** @example const { cpu } = await configured(platform.settings, 'alarms') */
export async function configured<S extends SettingSection>(s: SettingsStore, section: S): Promise<SectionValues<S>> {
  const out: Record<string, unknown> = {}
  for (const [field, setting] of settingsOf(section)) {
    const value = await s.get(setting.name, setting.default)
    out[field] = isSettingValue(setting, value) ? value : setting.default
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of its settings was judged
  return out as SectionValues<S>
}
