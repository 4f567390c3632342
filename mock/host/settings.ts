export type Language = 'en-US' | 'zh-CN'
export type Theme = 'theme-dark' | 'theme-light'
export interface Settings {
  language: Language
  theme: Theme
}

const key = 'fairhaven.settings'

export function readSettings(): Settings {
  const settings: Settings = { language: 'en-US', theme: 'theme-light' }
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof Settings, unknown>>
    if (kept.language === 'zh-CN') settings.language = 'zh-CN'
    if (kept.theme === 'theme-dark') settings.theme = 'theme-dark'
  } catch {
    // a spoilt entry counts as none
  }
  return settings
}

export function keepSettings(settings: Settings): void {
  localStorage.setItem(key, JSON.stringify(settings))
}
