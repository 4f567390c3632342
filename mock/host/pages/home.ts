import { el } from '../dom.ts'
import type { Texts } from '../texts.ts'

export function homePage(t: Texts, user: string | null, rangeLink: string): HTMLElement {
  return el(
    'section',
    { class: 'fh-page' },
    el('h1', { class: 'fh-title', tabindex: '-1' }, user === null ? t.welcome : t.welcomeName(user)),
    el('p', { class: 'fh-lead' }, t.homeLead),
    el(
      'div',
      { class: 'fh-cards' },
      el(
        'section',
        { class: 'fh-card' },
        el('h2', { class: 'fh-card-title' }, t.today),
        el(
          'ul',
          { class: 'fh-timetable' },
          ...t.timetable.map(([at, what, where]) =>
            el('li', { class: 'fh-lesson' }, el('b', {}, at), el('span', {}, what), el('small', {}, where)),
          ),
        ),
      ),
      el(
        'section',
        { class: 'fh-card' },
        el('h2', { class: 'fh-card-title' }, t.range),
        el('p', {}, t.rangeLead),
        el('a', { class: 'fh-button', href: rangeLink }, t.openRange),
      ),
    ),
  )
}
