import { memo, type MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import type { RowBase } from '../../../contract/lib/resource.ts'
import type { Action } from '../../action/action.ts'
import { ActionMenu } from '../../action/ActionMenu.tsx'
import { FieldValue } from '../../resource/Value.tsx'
import { textOfField } from '../../resource/value.logic.ts'
import { type AnyResource, nameOf } from '../../resource/words.ts'
import { type ListColumn, isShortOption } from './columns.logic.ts'

/** Words of every row's controls, put together once for a language and not once for a row. */
export interface RowWords {
  choose: (name: string) => string
  menu: (name: string) => string
  action: (action: Action<RowBase>) => string
}

/** What rows may do and say; one object for a list and a language, so that a row is drawn again only when it changed. */
export interface RowHandlers {
  actions: readonly Action<RowBase>[]
  open: ((row: RowBase) => string) | undefined
  words: RowWords
  onStart: (action: Action<RowBase>, rows: readonly RowBase[]) => void
  onPoint: (index: number) => void
  onOpen: (index: number) => void
  onSelect: (index: number, range: boolean) => void
}

interface GridRowProps {
  id: string
  index: number
  row: RowBase
  resource: AnyResource
  columns: readonly ListColumn[]
  /** Undefined where rows are not chosen. */
  chosen: boolean | undefined
  withMenu: boolean
  current: boolean
  handlers: RowHandlers
}

/** Kinds whose values may be longer than their column; the whole text is their tooltip. */
const mayBeCut: ReadonlySet<string> = new Set(['text', 'long-text', 'code', 'url', 'words', 'ref', 'one'])

/** Kinds whose values are words, which read on in a second line. */
const mayTakeTwoLines: ReadonlySet<string> = new Set(['text', 'long-text', 'url', 'ref', 'one'])

const isControl = (e: MouseEvent): boolean =>
  e.target instanceof Element && e.target.closest('a, button, input, label') !== null

export const GridRow = memo(function GridRow({
  id,
  index,
  row,
  resource,
  columns,
  chosen,
  withMenu,
  current,
  handlers,
}: GridRowProps) {
  const name = nameOf(resource, row)
  return (
    <tr
      id={id}
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={current ? 'kit-current' : undefined}
      onClick={(e) => {
        if (!isControl(e)) handlers.onPoint(index)
      }}
      onDoubleClick={(e) => {
        if (!isControl(e)) handlers.onOpen(index)
      }}
    >
      {chosen !== undefined && (
        <td className="kit-cell-box">
          <input
            type="checkbox"
            className="kit-box"
            aria-label={handlers.words.choose(name)}
            checked={chosen}
            onClick={(e) => handlers.onSelect(index, e.shiftKey)}
            readOnly
          />
        </td>
      )}
      {columns.map((c) => (
        <td
          key={c.name}
          className={`kit-kind-${c.kind}`}
          title={mayBeCut.has(c.kind) && !c.render ? textOfField(resource, c.name, row) : undefined}
        >
          <Cell column={c} row={row} resource={resource} to={c.label ? handlers.open?.(row) : undefined} />
        </td>
      ))}
      {withMenu && (
        <td className="kit-cell-menu">
          <ActionMenu
            actions={handlers.actions}
            row={row}
            label={handlers.words.menu(name)}
            labelOf={handlers.words.action}
            onStart={handlers.onStart}
          />
        </td>
      )}
    </tr>
  )
})

function Cell({
  column,
  row,
  resource,
  to,
}: {
  column: ListColumn
  row: RowBase
  resource: AnyResource
  to: string | undefined
}) {
  const { render } = column
  const shown = render ? render(row) : <FieldValue resource={resource} name={column.name} row={row} dense />
  const whole = to ? <Link to={to}>{shown}</Link> : shown
  const inOne = column.kind === 'one' && isShortOption(textOfField(resource, column.name, row))
  return !render && mayTakeTwoLines.has(column.kind) && !inOne ? <div className="kit-lines">{whole}</div> : whole
}
