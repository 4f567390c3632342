/** Resources that need nothing of an area: the server does with their rows what their declaration says. */
import { lines, type ResourceName } from '#src/contract/lines.ts'
import { crud, type CrudHandlers } from './crud.ts'

type Plain = { [N in ResourceName]: (typeof lines)[N] extends { plain: true } ? N : never }[ResourceName]

export const plainHandlers = Object.assign(
  {},
  ...Object.values(lines).map((line) => ('plain' in line ? crud(line.name) : {})),
) as CrudHandlers<Plain>
