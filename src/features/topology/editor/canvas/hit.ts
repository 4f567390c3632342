/** What of the drawing an element on the screen belongs to. */
import { corners, type Hit } from '../tools/tool.ts'
import { isOneOf } from '../../../../contract/lib/typed.ts'

export function hitOf(e: Element): Hit {
  const bend = e.closest('[data-bend]')
  if (bend) {
    const at = bend.getAttribute('data-bend') ?? '0'
    const link = bend.getAttribute('data-of') ?? ''
    return at.startsWith('+')
      ? { on: 'bend', link, index: Number(at.slice(1)), fresh: true }
      : { on: 'bend', link, index: Number(at) }
  }
  const cell = e.closest('[data-cell-id]')
  const id = cell?.getAttribute('data-cell-id')
  if (!cell || !id) return { on: 'nothing' }
  if (cell.classList.contains('x6-edge')) return { on: 'link', id }
  if (cell.querySelector(':scope > .tv-card')) {
    const port = e.closest('[data-port]')?.getAttribute('data-port')
    return port ? { on: 'port', node: id, id: port } : { on: 'node', id }
  }
  const corner = e.closest('[data-corner]')?.getAttribute('data-corner')
  return isOneOf(corners, corner) ? { on: 'corner', drawing: id, corner } : { on: 'drawing', id }
}
