/** What lists of tools have in common. */
import { toolPlatforms } from '../../contract/library/tool.ts'

/** The columns every viewer begins with. */
export const toolColumns = ['name', 'category_id', { of: 'summary', grow: true }, 'platforms', 'price'] as const
export const byPlatform = { of: 'platforms', options: toolPlatforms } as const
/** Columns a viewer may take up. */
export const spare = <N extends string>(...names: N[]) => names.map((of) => ({ of, spare: true as const }))
