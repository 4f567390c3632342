/** Resources that need nothing of an area: the server does with their rows what their declaration says. */
import { resourceSpecs, type ResourceName } from '#src/contract/lines.ts'
import { crud, type CrudHandlers } from './crud.ts'

type Plain = { [N in ResourceName]: (typeof resourceSpecs)[N] extends { plain: true } ? N : never }[ResourceName]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each line gave its own
export const plainHandlers = Object.assign(
  {},
  ...Object.values(resourceSpecs).map((line) => ('plain' in line ? crud(line.name) : {})),
) as CrudHandlers<Plain>
