import { tool } from './tool.ts'
import { toolCategory } from './toolCategory.ts'

export const libraryHandlers = { ...tool, ...toolCategory }
