import './cards.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { ActionMenu } from '../../action/ActionMenu.tsx'
import { nameOf } from '../../resource/words.ts'
import type { ListModel } from '../useList.ts'

/** Rows as cards. The browser draws only those in sight (`content-visibility`). */
export function Cards({ list, card }: { list: ListModel; card: (row: RowBase) => ReactNode }) {
  const { handlers, mayChoose, fetching } = list
  const { resource } = list.spec
  return (
    <ul className={`kit-cards${fetching ? ' kit-stale' : ''}`} aria-label={list.title} aria-busy={fetching}>
      {list.data?.items.map((row, i) => {
        const name = nameOf(resource, row)
        return (
          <li key={row.id} data-row={i} className={i === list.at ? 'kit-card kit-current' : 'kit-card'}>
            <header>
              {mayChoose && (
                <input
                  type="checkbox"
                  className="kit-box"
                  aria-label={handlers.words.choose(name)}
                  checked={list.chosen.rows.has(row.id)}
                  onClick={(e) => handlers.onSelect(i, e.shiftKey)}
                  readOnly
                />
              )}
              <h2 className="mg-ellipsis" title={name}>
                {handlers.open ? <Link to={handlers.open(row)}>{name}</Link> : name}
              </h2>
              <ActionMenu
                actions={handlers.actions}
                row={row}
                label={handlers.words.menu(name)}
                labelOf={handlers.words.action}
                onStart={handlers.onStart}
              />
            </header>
            {card(row)}
          </li>
        )
      })}
    </ul>
  )
}
