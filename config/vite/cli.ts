import { defineConfig } from 'vite'
import { nodeBuild } from './node.ts'

/** The operators' tool. */
export default defineConfig(nodeBuild('dist/cli', { index: 'cli/index.ts' }))
