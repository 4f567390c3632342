import '../../../ui/input/Field.css'
import './bar.css'
import { forwardRef, useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { useLatest } from '../../resource/useLatest.ts'
import { eventTargetOf } from '../../../lib/shadow.ts'

const pause = 300

interface SearchBoxProps {
  /** What it looks into. */
  label: string
  /** Whose search this is, where a page has several. */
  of?: string
  q: string
  /** `replace`: a later state of the same search, which takes the earlier one's place in the history. */
  onSearch: (q: string, how: 'push' | 'replace') => void
}

/** Searches a moment after the typing stops, at once on Enter and after whatever is done elsewhere; never in the middle of an input method's syllable. */
export const SearchBox = forwardRef<HTMLInputElement, SearchBoxProps>(function SearchBox(
  { label, of, q, onSearch },
  ref,
) {
  const [text, setText] = useState(q)
  const [composing, setComposing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const sent = useRef(q)
  const pushed = useRef(false)

  // the address changed by other means: back button, a cleared filter
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])

  const send = (typed: string) => {
    const next = typed.trim()
    if (next === sent.current) return
    sent.current = next
    onSearch(next, pushed.current ? 'replace' : 'push')
    pushed.current = true
  }
  const latest = useLatest(send)
  useEffect(() => {
    if (composing || text.trim() === sent.current) return
    const timer = setTimeout(() => latest.current(text), pause)
    // whatever is done elsewhere is done first, and then looks at what was typed; who goes away by it is not led back by a late search
    const elsewhere = (e: Event) => {
      const target = eventTargetOf(e)
      if (target instanceof Node && box.current?.contains(target)) return
      const from = location.href
      const link = e.composedPath().some((n) => n instanceof HTMLAnchorElement)
      setTimeout(() => {
        clearTimeout(timer)
        if (location.href === from && !(link && e.defaultPrevented)) latest.current(text)
      })
    }
    const off = new AbortController()
    for (const act of ['click', 'keydown'])
      document.addEventListener(act, elsewhere, { capture: true, signal: off.signal })
    return () => {
      clearTimeout(timer)
      off.abort()
    }
  }, [text, composing, latest])

  return (
    <div ref={box} role="search" className="kit-search" aria-label={of}>
      <Icon name="search" />
      <input
        ref={ref}
        type="text"
        role="searchbox"
        className="mg-field"
        value={text}
        maxLength={200}
        placeholder={label}
        aria-label={label}
        title={label}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        onFocus={() => {
          pushed.current = false
        }}
        onChange={(e) => setText(e.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(e) => {
          if (e.nativeEvent.isComposing) return
          if (e.key === 'Enter') send(text)
          if (e.key === 'Escape' && text) {
            setText('')
            send('')
          }
        }}
      />
      {text && (
        <IconButton
          icon="close"
          size="small"
          label={t('kit.list.search_clear')}
          onClick={() => {
            setText('')
            send('')
          }}
        />
      )}
    </div>
  )
})
