/** What holds for the whole app and outlives a session: language, theme, system information, the runtime configuration, the base. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Locale, ThemeName } from '../../contract/host.ts'
import type { SystemInfo } from '../../contract/session/session.schema.ts'

export type { SystemInfo }

export interface Settings {
  language: Locale
  theme: ThemeName
  /** Undefined until it was read or when that failed; a default name is shown silently. */
  system: SystemInfo | undefined
  /** The whole of `/public/config.json`. */
  config: Readonly<Record<string, unknown>>
  /** Under a host or in a sub-frame: no redirects to the sign-in page. */
  embedded: boolean
  /** Its host brings tokens when it is asked for one. */
  asksHost: boolean
  api: string
  /** Absolute address that `api` is read against. */
  root: string
  /** The words of the language are there: nothing is drawn before. */
  ready: boolean
}

const initial: Settings = {
  language: 'en-US',
  theme: 'theme-dark',
  system: undefined,
  config: {},
  embedded: false,
  asksHost: false,
  api: '/api/oj/api',
  root: '',
  ready: false,
}

export const settingsSlice = createSlice({
  name: 'settings',
  initialState: initial,
  reducers: {
    changed: (s, a: PayloadAction<Partial<Settings>>) => {
      Object.assign(s, a.payload)
    },
    /** The user chose a language; the saga loads its words first, then `changed` follows. */
    chooseLanguage: (_s, _a: PayloadAction<Locale>) => {},
    chooseTheme: (_s, _a: PayloadAction<ThemeName>) => {},
  },
})
export const settingsActions = settingsSlice.actions
