import { el } from './dom.ts'
import type { HostSettings } from './settings.ts'
import type { Texts } from './texts.ts'

export interface HeaderLink {
  href: string
  label: string
  current: boolean
}

interface HeaderState {
  t: Texts
  settings: HostSettings
  user: string | null
  sections: readonly HeaderLink[]
  /** Entries inside the app; empty elsewhere. */
  inside: readonly HeaderLink[]
  set(settings: Partial<HostSettings>): void
  signIn: () => void
  signOut: () => void
}

const link = (entry: HeaderLink, className: string): HTMLElement =>
  el(
    'a',
    {
      id: `fh-${entry.href}`,
      class: className,
      href: entry.href,
      ...(entry.current ? { 'aria-current': 'page' } : {}),
    },
    entry.label,
  )

/** Name, sections, the app's entries, switches and account of the host. Made anew for each change; the focused control is found again by its id. */
export function header(s: HeaderState): HTMLElement {
  const language = el(
    'select',
    {
      id: 'fh-language',
      class: 'fh-select',
      'aria-label': s.t.languageOf,
      onchange: () => s.set({ language: language.value === 'zh-CN' ? 'zh-CN' : 'en-US' }),
    },
    el('option', { value: 'en-US', lang: 'en-US' }, 'English'),
    el('option', { value: 'zh-CN', lang: 'zh-CN' }, '中文'),
  )
  language.value = s.settings.language
  const dark = s.settings.theme === 'theme-dark'
  return el(
    'header',
    { class: 'fh-header' },
    el('a', { class: 'fh-skip', href: '#fh-main' }, s.t.skip),
    el('span', { class: 'fh-name' }, s.t.campus),
    el('nav', { class: 'fh-nav', 'aria-label': s.t.sections }, ...s.sections.map((e) => link(e, 'fh-link'))),
    el(
      'div',
      { class: 'fh-tools' },
      language,
      el(
        'button',
        {
          id: 'fh-theme',
          class: 'fh-button fh-quiet',
          type: 'button',
          'aria-pressed': String(dark),
          onclick: () => s.set({ theme: dark ? 'theme-light' : 'theme-dark' }),
        },
        s.t.dark,
      ),
      s.user === null
        ? el('button', { id: 'fh-account', class: 'fh-button', type: 'button', onclick: s.signIn }, s.t.signIn)
        : el(
            'button',
            { id: 'fh-account', class: 'fh-button fh-quiet', type: 'button', onclick: s.signOut },
            `${s.t.signOut} · ${s.user}`,
          ),
    ),
    s.inside.length === 0
      ? null
      : el('nav', { class: 'fh-inside', 'aria-label': s.t.range }, ...s.inside.map((e) => link(e, 'fh-link'))),
  )
}
