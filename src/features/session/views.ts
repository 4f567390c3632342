import type { ComponentType } from 'react'
import type { MessageArea } from '../../i18n/index.ts'

type View = { load: () => Promise<{ default: ComponentType }>; messages: MessageArea }

export const sessionViews = {
  login: { load: () => import('./Login.tsx'), messages: 'session' },
  'change-password': { load: () => import('./ChangePassword.tsx'), messages: 'session' },
  'not-found': { load: () => import('./NotFound.tsx'), messages: 'session' },
  'token-entry': { load: () => import('./TokenEntry.tsx'), messages: 'session' },
} as const satisfies Record<string, View>
