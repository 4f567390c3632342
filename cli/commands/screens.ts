import { screens } from '#src/contract/screens/index.ts'
import type { RegisterCommand } from '../program.ts'

/** Every screen with its name, path, layout and whether it is built. */
export const listScreens: RegisterCommand = (parent, run) => {
  parent
    .command('screens')
    .description('list every screen of the product')
    .option('--built', 'only screens that have a view')
    .action(
      run(async (o: { built?: boolean }) => {
        const rows = screens
          .filter((s) => !o.built || s.built)
          .map(({ name, path, layout, folder, under, built }) => ({
            name,
            path,
            layout,
            folder: folder ?? null,
            under: under ?? null,
            built,
          }))
        return {
          data: rows,
          table: {
            columns: ['name', 'layout', 'path', 'built'],
            rows: rows.map((r) => [r.name, r.layout, r.path, r.built ? 'built' : 'planned']),
          },
        }
      }),
    )
}
