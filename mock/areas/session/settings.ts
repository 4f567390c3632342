/** What sign-in and registration follow of the settings, in their own units. */
import type { PasswordPolicy } from '#src/contract/rules.ts'
import type { SystemInfo } from '#src/contract/session/session.schema.ts'
import { configured } from '../../configured.ts'
import type { SettingsStore } from '../../http/request/handler.ts'

export async function systemSettings(s: SettingsStore): Promise<SystemInfo> {
  const basics = await configured(s, 'basics')
  const { register_button, register_review } = await configured(s, 'registration')
  return { ...basics, register_button, register_review, password: await policyOf(s) }
}

export const policyOf = (s: SettingsStore): Promise<PasswordPolicy> => configured(s, 'password')

/** Seconds a session lives without use, and in all. */
export async function sessionTimes(s: SettingsStore): Promise<{ idle: number; absolute: number }> {
  const { idle, absolute } = await configured(s, 'session')
  return { idle: idle * 60, absolute: absolute * 3600 }
}

/** How many wrong tries an account has within how many seconds. */
export async function triesOf(s: SettingsStore): Promise<{ max: number; per: number }> {
  const { failures, lock } = await configured(s, 'session')
  return { max: failures, per: lock * 60 }
}
