const load = () => import('./ResourceImport.tsx')

/** The same desk in the back office and as a full screen, for a platform that opens it in a window of its own. */
export const importViews = {
  'resource-import': { load, messages: ['import', 'library', 'kit'] },
  'resource-import-screen': { load, messages: ['import', 'library', 'kit'] },
} as const
