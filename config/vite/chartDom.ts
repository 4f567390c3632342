/** Charts make their frames from markup by `innerHTML`, which the app's policy refuses; in the build our own cleaner does it. */
import path from 'node:path'
import type { Plugin } from 'vite'

const theirs = /@antv[\\/]dom-util[\\/](?:lib|esm)[\\/]create-dom\.js$/
const ours = path.join(import.meta.dirname, '../../src/ui/text/sanitize.chart.ts')

export const chartDom = (): Plugin => ({
  name: 'chart-dom',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (theirs.test(id) ? `export { default } from ${JSON.stringify(ours)}` : undefined),
})
