/** Names and defaults of the settings that sign-in and registration follow. */
import { session as times } from '#src/contract/limits.ts'
import { defaultPolicy, type PasswordPolicy } from '#src/contract/rules.ts'
import type { Settings } from '../../http/handler.ts'

export interface SystemSettings {
  system_name: string
  copyright: string
  register_button: boolean
  register_review: boolean
  language: 'en-US' | 'zh-CN'
  theme: 'theme-dark' | 'theme-light'
  password: PasswordPolicy
}

export async function systemSettings(s: Settings): Promise<SystemSettings> {
  return {
    system_name: await s.get('system.name', ''),
    copyright: await s.get('system.copyright', ''),
    register_button: await s.get('registration.button', true),
    register_review: await s.get('registration.review', true),
    language: await s.get('system.language', 'en-US'),
    theme: await s.get('system.theme', 'theme-dark'),
    password: await policyOf(s),
  }
}

export const policyOf = async (s: Settings): Promise<PasswordPolicy> => ({
  ...defaultPolicy,
  ...(await s.get<Partial<PasswordPolicy>>('password.policy', {})),
})

/** Seconds a session lives without use, and in all. */
export const sessionTimes = async (s: Settings): Promise<{ idle: number; absolute: number }> => ({
  idle: await s.get('session.idle', times.idle),
  absolute: await s.get('session.absolute', times.absolute),
})

/** Licensed modules that are open; undefined means all. */
export const openModules = async (s: Settings): Promise<readonly string[] | undefined> =>
  s.get<readonly string[] | undefined>('licence.modules', undefined)
