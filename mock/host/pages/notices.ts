import { el } from '../dom.ts'
import type { Texts } from '../texts.ts'

/** The host's own second page: plain elements of its own, with nothing of the app in sight. */
export function notices(t: Texts): HTMLElement {
  const list = el('ul', { class: 'fh-notices' })
  const count = el('p', { class: 'fh-count', role: 'status' })
  const fill = (words: string): void => {
    const found = t.noticeList.filter((n) => n.join(' ').toLowerCase().includes(words.trim().toLowerCase()))
    list.replaceChildren(
      ...found.map(([day, office, what]) =>
        el(
          'li',
          { class: 'fh-notice' },
          el('span', { class: 'fh-day' }, day),
          el('b', {}, office),
          el('span', {}, what),
        ),
      ),
    )
    count.textContent = found.length === 0 ? t.noNotice : t.shown(found.length)
  }
  const filter = el('input', { class: 'fh-input', type: 'search', oninput: () => fill(filter.value) })
  fill('')
  return el(
    'section',
    { class: 'fh-page' },
    el('h1', { class: 'fh-title', tabindex: '-1' }, t.notices),
    el('p', { class: 'fh-lead' }, t.noticesLead),
    el('label', { class: 'fh-field' }, el('span', {}, t.filter), filter),
    count,
    list,
  )
}
