import { importHandlers as imports } from './imports.ts'
import { uploadHandlers } from './uploads.ts'

export const importHandlers = { ...uploadHandlers, ...imports }
