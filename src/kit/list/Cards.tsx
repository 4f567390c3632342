import './list.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { RowBase } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { ActionMenu } from '../action/ActionMenu.tsx'
import { type AnyResource, nameOf } from '../resource/words.ts'
import type { RowHandlers } from './GridRow.tsx'

interface CardsProps {
  resource: AnyResource
  label: string
  rows: readonly RowBase[]
  card: (row: RowBase) => ReactNode
  at: number
  chosen: ((row: RowBase) => boolean) | undefined
  fetching: boolean
  handlers: RowHandlers
}

/** Rows as cards. The browser draws only those in sight (`content-visibility`). */
export function Cards({ resource, label, rows, card, at, chosen, fetching, handlers }: CardsProps) {
  return (
    <ul className={`kit-cards${fetching ? ' kit-stale' : ''}`} aria-label={label} aria-busy={fetching}>
      {rows.map((row, i) => {
        const name = nameOf(resource, row)
        return (
          <li key={row.id} data-row={i} className={i === at ? 'kit-card kit-current' : 'kit-card'}>
            <header>
              {chosen && (
                <input
                  type="checkbox"
                  className="kit-box"
                  aria-label={t('kit.list.select_row', { name })}
                  checked={chosen(row)}
                  onClick={(e) => handlers.onSelect(i, e.shiftKey)}
                  readOnly
                />
              )}
              <h2 className="mg-ellipsis" title={name}>
                {handlers.open ? <Link to={handlers.open(row)}>{name}</Link> : name}
              </h2>
              <ActionMenu actions={handlers.actions} row={row} name={name} onStart={handlers.onStart} />
            </header>
            {card(row)}
          </li>
        )
      })}
    </ul>
  )
}
