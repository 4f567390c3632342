// Node 20 gives a worker no TypeScript loader, whatever its flags: in development this plain module loads the worker through tsx.
import { tsImport } from 'tsx/esm/api'

await tsImport('./shell.worker.ts', import.meta.url)
