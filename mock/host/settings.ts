import type { Locale } from '#src/contract/host.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

export type Theme = 'theme-dark' | 'theme-light'
export interface HostSettings {
  language: Locale
  theme: Theme
}

const key = 'fairhaven.settings'

export function readSettings(): HostSettings {
  const settings: HostSettings = { language: 'en-US', theme: 'theme-light' }
  try {
    const kept = ownJson<Partial<Record<keyof HostSettings, unknown>>>(localStorage.getItem(key) ?? '{}')
    if (kept.language === 'zh-CN') settings.language = 'zh-CN'
    if (kept.theme === 'theme-dark') settings.theme = 'theme-dark'
  } catch {
    // a spoilt entry counts as none
  }
  return settings
}

export function keepSettings(settings: HostSettings): void {
  localStorage.setItem(key, JSON.stringify(settings))
}
