import { counterOf } from '../../resource/counter.ts'
import '../../../ui/input/Field.css'
import '../list.css'
import './pager.css'
import { useState } from 'react'
import { format, t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/input/Button.tsx'
import { NativeSelect } from '../../resource/input/Select.tsx'
import { pageSizes, pagesOf } from '../state/state.logic.ts'

interface PagerProps {
  /** Whose pages these are, where a page has several lists. */
  of?: string
  /** The resource whose entries are counted. */
  counts?: string | undefined
  page: number
  size: number
  /** Undefined until it is known. */
  total: number | undefined
  onPage: (page: number) => void
  /** Without it the size stays as it is, and what has one page shows no pager. */
  onSize?: (size: number) => void
}

export function Pager({ of, counts, page, size, total: known, onPage, onSize }: PagerProps) {
  const total = known ?? 0
  if (!onSize && page === 1 && total <= size) return null
  const pages = pagesOf(total, size)
  const from = (page - 1) * size + 1
  const to = Math.min(page * size, total)
  const sizes = [...new Set([...pageSizes, size])].sort((a, b) => a - b)
  return (
    <nav className="kit-pager" aria-label={of ?? t('kit.list.pages')}>
      <span className="mg-num mg-dim" role="status">
        {known === undefined
          ? ''
          : total === 0
            ? t('kit.list.count', { n: 0, unit: counterOf(counts) })
            : t('kit.list.range', {
                from: format.number(from),
                to: format.number(Math.max(to, from)),
                total: format.number(total),
                unit: counterOf(counts),
              })}
      </span>
      <span className="kit-space" />
      {onSize && (
        <NativeSelect
          small
          aria-label={t('kit.list.page_size')}
          title={t('kit.list.page_size')}
          value={String(size)}
          options={sizes.map((n) => ({ value: String(n), label: format.number(n) }))}
          onChange={(v) => onSize(Number(v))}
        />
      )}
      <IconButton
        size="small"
        icon="chevron-left"
        label={t('kit.list.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <PageNumber key={page} page={page} pages={pages} onPage={onPage} />
      <span className="mg-num mg-dim">
        {t('kit.list.page_of', { pages: known === undefined ? '–' : format.number(pages) })}
      </span>
      <IconButton
        size="small"
        icon="chevron-right"
        label={t('kit.list.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}

/** The page's number, to be typed over. */
function PageNumber({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const [text, setText] = useState(String(page))
  const settle = () => {
    const n = Number(text)
    if (!Number.isInteger(n) || n < 1) setText(String(page))
    else if (Math.min(n, pages) !== page) onPage(Math.min(n, pages))
    else setText(String(page))
  }
  return (
    <input
      className="mg-field mg-num kit-page-number"
      inputMode="numeric"
      aria-label={t('kit.list.page')}
      value={text}
      disabled={pages === 1}
      onChange={(e) => setText(e.target.value.replace(/\D/g, '').slice(0, 7))}
      onBlur={settle}
      onKeyDown={(e) => {
        if (e.key === 'Enter') settle()
      }}
    />
  )
}
