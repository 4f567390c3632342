import './dialogs.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { searchNodes } from '../model/search.ts'
import { useEditor } from '../store.ts'

interface SearchProps {
  onChoose: (id: string) => void
  onClose: () => void
}

/** Jumps to a node by name, address or note. */
export function Search({ onChoose, onClose }: SearchProps) {
  const doc = useEditor((s) => s.history.now)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [q, setQ] = useState('')
  const [at, setAt] = useState(0)
  const hits = searchNodes(doc, q)
  useEffect(() => input.current?.focus(), [])
  const choose = (n: number) => {
    const node = hits[n]
    if (node) onChoose(node.id)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key === 'Escape') onClose()
    else if (e.key === 'Enter') choose(at)
    else if (e.key === 'ArrowDown') setAt(Math.min(hits.length - 1, at + 1))
    else if (e.key === 'ArrowUp') setAt(Math.max(0, at - 1))
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <div
      className="te-search"
      onBlur={(e) => {
        if (!e.currentTarget.contains(e.relatedTarget)) onClose()
      }}
    >
      <div className="te-palette-search">
        <Icon name="search" />
        <input
          ref={input}
          className="mg-field te-input"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={id}
          aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
          aria-label={t('editor.search')}
          placeholder={t('editor.search')}
          value={q}
          onChange={(e) => {
            setQ(e.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={id} role="listbox" aria-label={t('editor.search')}>
        {hits.map((n, i) => (
          <div
            key={n.id}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            className={i === at ? 'te-hit te-hit-at' : 'te-hit'}
            onMouseDown={(e) => e.preventDefault()}
            onClick={() => choose(i)}
            onKeyDown={onKeyDown}
          >
            <Icon name={n.kind} />
            <span className="mg-ellipsis">{n.name}</span>
            <span className="mg-mono mg-faint">{n.ports.find((p) => p.address)?.address}</span>
          </div>
        ))}
      </div>
      {q.trim() !== '' && hits.length === 0 && <p className="mg-hint te-palette-hint">{t('editor.search_nothing')}</p>}
    </div>
  )
}
