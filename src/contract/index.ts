/** The contract for the server, the CLI and tests; the app imports single files so that no schema reaches its first load. */
export * from './access.ts'
export * from './api.ts'
export * from './limits.ts'
export * from './problems.ts'
export * from './resources.ts'
export * from './screens/index.ts'
