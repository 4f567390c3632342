/** Shortcuts as text: `Mod+Shift+Z`, `Delete`, `?`. */
import type { KeyPress } from '../../../../kit/list/grid/keyboard.logic.ts'

const named: Record<string, string> = {
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Escape: 'Esc',
  ' ': 'Space',
  '+': 'Plus',
  '=': 'Plus',
  '-': 'Minus',
  _: 'Minus',
}

/** Signs that need Shift on some keyboards say it themselves. */
const signs = new Set(['?', '!', 'Plus', 'Minus'])

export function pressed(e: KeyPress): string {
  const key = named[e.key] ?? (e.key.length === 1 ? e.key.toUpperCase() : e.key)
  const mod = e.ctrlKey || e.metaKey ? 'Mod+' : ''
  const alt = e.altKey ? 'Alt+' : ''
  const shift = e.shiftKey && !signs.has(key) ? 'Shift+' : ''
  return `${mod}${alt}${shift}${key}`
}

/** As it stands on this machine's keyboard. */
export const shownKeys = (keys: string, mac: boolean): string =>
  keys
    .replace('Mod', mac ? '⌘' : 'Ctrl')
    .replace('Plus', '＋')
    .replace('Minus', '−')
    .replace(/\bLeft$/, '←')
    .replace(/\bRight$/, '→')
    .replace(/\bUp$/, '↑')
    .replace(/\bDown$/, '↓')
