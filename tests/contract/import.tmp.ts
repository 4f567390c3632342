import { vi } from 'vitest'
vi.mock('#mock/areas/library/handlers.ts', async (original) => {
  const m = (await original()) as { libraryHandlers: object }
  const i = await import('#mock/areas/import/handlers.ts')
  return { libraryHandlers: { ...m.libraryHandlers, ...i.importHandlers } }
})
